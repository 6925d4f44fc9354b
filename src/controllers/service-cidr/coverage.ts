import { BlockList } from 'node:net';
import type { NetworkingV1ServiceCIDR } from '../../api/schema/types.gen.ts';

interface Range {
  network: string;
  length: number;
  family: 'ipv4' | 'ipv6';
}

const familyOf = (address: string): Range['family'] => (address.includes(':') ? 'ipv6' : 'ipv4');

/** `10.0.0.0/24`: ranges of ServiceCIDRs are canonical. */
function rangeOf(text: string): Range {
  const [network = '', length] = text.split('/');
  return { network, length: Number(length), family: familyOf(network) };
}

const rangesOf = ({ spec }: NetworkingV1ServiceCIDR): Range[] => (spec.cidrs ?? []).map(rangeOf);

/** Whether an address, in its canonical form, lies in a range. */
function contains({ network, length, family }: Range, address: string): boolean {
  if (familyOf(address) !== family) return false;
  const list = new BlockList();
  list.addSubnet(network, length, family);
  return list.check(address, family);
}

/**
 * Whether a ServiceCIDR has to stay, of these that are there: an address lies in it and in no other one that stays.
 * Where another covers all its ranges, that keeps them.
 */
export function isNeeded(
  range: NetworkingV1ServiceCIDR,
  all: readonly NetworkingV1ServiceCIDR[],
  addresses: readonly string[],
): boolean {
  const others = all
    .filter(({ metadata }) => metadata.name !== range.metadata.name && !metadata.deletionTimestamp)
    .flatMap(rangesOf);
  const own = rangesOf(range).filter(
    ({ network, length }) => !others.some((other) => other.length <= length && contains(other, network)),
  );
  return addresses.some(
    (address) =>
      own.some((one) => contains(one, address)) && !others.some((other) => contains(other, address)),
  );
}
