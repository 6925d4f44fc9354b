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

/** Ranges that are made ready once for many addresses. */
class RangeSet {
  readonly #lists = { ipv4: new BlockList(), ipv6: new BlockList() };

  constructor(ranges: readonly Range[]) {
    for (const { network, length, family } of ranges) this.#lists[family].addSubnet(network, length, family);
  }

  /** Whether an address, in its canonical form, lies in one of the ranges. */
  has(address: string): boolean {
    const family = familyOf(address);
    return this.#lists[family].check(address, family);
  }
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
    ({ network, length }) => !new RangeSet(others.filter((other) => other.length <= length)).has(network),
  );
  const [kept, elsewhere] = [new RangeSet(own), new RangeSet(others)];
  return addresses.some((address) => kept.has(address) && !elsewhere.has(address));
}
