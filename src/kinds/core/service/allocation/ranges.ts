import type { Member } from '../../../../registry/ranges/range-claims.ts';
import type { SharedRange } from '../../../../registry/ranges/shared-range.ts';
import type { AddressRange } from '../../../shared/addresses/address-range.ts';

/** Ports from the first to the last. */
export interface PortRange {
  first: number;
  last: number;
}

/** The addresses of one family, and which of them are taken: the first assignable one is bit 0. */
export interface SharedAddresses {
  addresses: AddressRange;
  shared: SharedRange;
}

/** The same for the ports on the nodes, of all protocols. */
export interface SharedPorts {
  ports: PortRange;
  shared: SharedRange;
}

/** The address in its range; undefined when it is in none. */
export function memberOfAddress(ranges: readonly SharedAddresses[], address: string): Member | undefined {
  for (const { addresses, shared } of ranges) {
    const index = addresses.indexOf(address);
    if (index !== undefined) return { range: shared, index: index - 1 };
  }
  return undefined;
}

/** The port in its range; undefined when it is outside. */
export function memberOfPort(
  { ports: { first, last }, shared }: SharedPorts,
  port: number,
): Member | undefined {
  return port < first || port > last ? undefined : { range: shared, index: port - first };
}
