import type { Item, Pool } from '../../../../registry/claims/claim.ts';
import { canonicalAddress } from '../../../shared/addresses/address-number.ts';
import type { AddressRange } from '../../../shared/addresses/address-range.ts';

/** Claims of addresses of both families: the key is the address itself, whatever the ranges are at present. */
export const addressPool = 'cluster-ips';
/** Claims of ports: one pool for all protocols. */
export const portPool = 'node-ports';

export const pools: readonly string[] = [addressPool, portPool];

export const addressItem = (address: string): Item => ({
  pool: addressPool,
  item: canonicalAddress(address),
});
export const portItem = (port: number): Item => ({ pool: portPool, item: String(port) });

/** Ports from the first to the last. */
export interface PortRange {
  first: number;
  last: number;
}

/** The addresses for dynamic allocation: the range without its first ones. */
export function poolOfAddresses(range: AddressRange, reserved: number): Pool {
  return {
    name: addressPool,
    size: Math.max(0, range.size - reserved),
    item: (index) => range.at(index + 1 + reserved),
  };
}

export function poolOfPorts({ first, last }: PortRange): Pool {
  return { name: portPool, size: last - first + 1, item: (index) => String(first + index) };
}
