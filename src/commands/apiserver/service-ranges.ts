import type { PortRange } from '../../kinds/core/service/allocation/ranges.ts';
import { AddressRange } from '../../kinds/shared/addresses/address-range.ts';
import { InvalidValue } from '../../util/flags.ts';

/** With the network, and what is for everybody in it. */
const minimum = 8;

/** `10.0.0.0/24`, `10.0.0.0/24,fd00::/112`. Throws InvalidValue. */
export function addressRanges(text: string): AddressRange[] {
  const ranges = text.split(',').map((item) => {
    const range = AddressRange.parse(item.trim());
    if (range === undefined) throw new InvalidValue(`${item} is no range of addresses such as 10.0.0.0/24.`);
    if (range.size < minimum - 2)
      throw new InvalidValue(`${item} must include at least ${minimum} addresses.`);
    return range;
  });
  const families = new Set(ranges.map(({ family }) => family));
  if (families.size === ranges.length) return ranges;
  throw new InvalidValue('must be one range, or two of different families.');
}

const port = '([0-9]{1,5})';
const between = new RegExp(`^${port}(?:([-+])${port})?$`);

/** `30000-32767`, `30000+2767`, `30000`. Throws InvalidValue. */
export function portRange(text: string): PortRange {
  const [, from = '', sign, to = ''] = between.exec(text) ?? [];
  const first = Number(from);
  const last = sign === undefined ? first : sign === '+' ? first + Number(to) : Number(to);
  if (from !== '' && first >= 1 && last >= first && last <= 65_535) return { first, last };
  throw new InvalidValue('must be a range of ports such as 30000-32767, between 1 and 65535.');
}
