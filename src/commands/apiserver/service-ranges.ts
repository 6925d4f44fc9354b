import type { PortRange } from '../../kinds/core/service/allocation/ranges.ts';
import { AddressRange } from '../../kinds/shared/addresses/address-range.ts';
import { InvalidValue } from '../../util/flags.ts';
import { goQuote } from '../../util/quote.ts';
import { StartError } from '../start-error.ts';

/** With the network, and what is for everybody in it. */
const minimum = 8;

const flag = 'service-cluster-ip-range';
const places = ['primary', 'secondary'] as const;
/** Texts for what is no range, by its place in the flag. */
const notRanges = [`${flag}[0] is not a valid cidr`, `${flag}[1] is not an ip net`];

export const usualRange = '10.0.0.0/24';

/** `10.0.0.0/24`, `10.0.0.0/24,fd00::/112`; the usual one where nothing is said. Throws StartError. */
export function addressRanges(text: string): AddressRange[] {
  const items = (text || usualRange).split(',');
  const ranges = items.slice(0, places.length).map((item, index) => {
    const range = AddressRange.parse(item.trim());
    if (range === undefined) throw new StartError(notRanges[index]!);
    if (range.size >= minimum - 2) return range;
    const problem = `the service cluster IP range must be at least ${minimum} IP addresses`;
    throw new StartError(`error determining service IP ranges for ${places[index]} service cidr: ${problem}`);
  });
  if (items.length > places.length) throw new StartError(`--${flag} must not contain more than two entries`);
  const families = new Set(ranges.map(({ family }) => family));
  if (families.size === ranges.length) return ranges;
  throw new StartError(`--${flag}[0] and --${flag}[1] must be of different IP family`);
}

export const usualPorts = '30000-32767';
const maxPort = 65_535;

/** `30000-32767`, `30000+2767`, `30000`; the usual ones where nothing is said. Throws InvalidValue. */
export function portRange(text: string): PortRange {
  const range = text.trim() || usualPorts;
  const [from = '', to, ...more] = range.split(/[-+]/);
  if (more.length > 0) throw new InvalidValue(`unable to parse port range: ${range}`);
  const first = portOf(from);
  const last = to === undefined ? first : range.includes('+') ? first + portOf(to) : portOf(to);
  if (first > maxPort || last > maxPort)
    throw new InvalidValue(`the port range cannot be greater than ${maxPort}: ${range}`);
  if (last < first) throw new InvalidValue(`end port cannot be less than start port: ${range}`);
  if (first === 0) throw new InvalidValue(`the port range cannot begin with 0: ${range}`);
  return { first, last };
}

function portOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidValue(`strconv.Atoi: parsing ${goQuote(text)}: invalid syntax`);
}
