import type { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import { type Band, pickedBands, type StaticPart, staticSize } from '../../../../registry/ranges/bands.ts';
import type { RangeClaims } from '../../../../registry/ranges/range-claims.ts';
import type { AddressRange } from '../../../shared/addresses/address-range.ts';

/** The wish of a Service for one address. */
export interface AddressWish {
  family: string;
  /** Whether the Service is that of the API itself, for which the first address is kept. */
  isApiService: boolean;
  claims: RangeClaims;
}

/** The ranges out of which Services get their addresses. */
export interface AddressSource {
  /** The ranges as they were when an address was last asked for. */
  readonly ranges: readonly AddressRange[];
  /** Claims an address that a Service asks for. The reason why it cannot be had; undefined when it is claimed. */
  claim(address: string, wish: AddressWish): Promise<string | undefined>;
  /** Whether a dry run shows an address that could be had. */
  readonly showsInDryRuns: boolean;
  /** Claims any address; undefined when none is free. */
  pick(wish: AddressWish): Promise<string | undefined>;
}

export const taken = 'provided IP is already allocated';

/** The refusal of an address that no Service can have, as the release has it. */
export function outsideOf(gates: FeatureGates): (address: string, range: string) => string {
  return (address, range) =>
    `${gates.isIn('1.27') ? `the provided IP (${address})` : 'provided IP'} is not in the valid range. The range of valid IPs is ${range}`;
}

const staticAddresses: StaticPart = { atLeast: 16, atMost: 256, divisor: 16 };

/** The bands in which addresses of a range are picked. The first address is kept where `first` is 1. */
export function bandsOf({ size, total }: AddressRange, first: number, gates: FeatureGates): Band[] {
  const isSplit = gates.isOn('ServiceIPStaticSubrange');
  return pickedBands(size, { static: isSplit ? staticSize(total, staticAddresses) : 0, first });
}
