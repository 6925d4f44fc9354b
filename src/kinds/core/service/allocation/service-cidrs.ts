import type { NetworkingV1ServiceCIDR } from '../../../../api/schema/types.gen.ts';
import { AddressRange } from '../../../shared/addresses/address-range.ts';

/** Shorter prefixes of IPv6 hold more addresses than are given out. */
const shortestIPv6 = 64;
/** Addresses of one range that are given out to Services that ask for none. */
const mostPicked = 2n ** 47n;

export interface KnownRanges {
  /** The ranges of the flags. */
  flags: readonly AddressRange[];
  /** The name of the ServiceCIDR that the server keeps for them. */
  defaultName: string;
}

/**
 * The ranges that Services can get addresses from: those of ServiceCIDRs that are ready and stay, the ranges of the flags
 * first. Until the server has made the object of its flags, their ranges are ready without.
 */
export function readyRanges(
  objects: readonly NetworkingV1ServiceCIDR[],
  { flags, defaultName }: KnownRanges,
): AddressRange[] {
  const texts = new Set(objects.filter(isReady).flatMap(({ spec }) => spec.cidrs ?? []));
  const isMade = objects.some(({ metadata }) => metadata.name === defaultName);
  const further = [...texts].filter((text) => !flags.some((range) => range.text === text));
  return [
    ...flags.filter(({ text }) => !isMade || texts.has(text)),
    ...rangesOf(further).filter(({ family, length }) => family === 'IPv4' || length >= shortestIPv6),
  ];
}

/** The ranges of all ServiceCIDRs, ready or not, and those of the flags. */
export function allRanges(
  objects: readonly NetworkingV1ServiceCIDR[],
  { flags }: Pick<KnownRanges, 'flags'>,
): AddressRange[] {
  return [...flags, ...rangesOf(objects.flatMap(({ spec }) => spec.cidrs ?? []))];
}

const rangesOf = (texts: readonly string[]): AddressRange[] =>
  texts.map((text) => AddressRange.parse(text, mostPicked)).filter((range) => range !== undefined);

function isReady({ metadata, status }: NetworkingV1ServiceCIDR): boolean {
  if (metadata.deletionTimestamp) return false;
  return (status?.conditions ?? []).some((one) => one.type === 'Ready' && one.status === 'True');
}
