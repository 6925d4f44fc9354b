import { addressNumber, addressText, addressValue } from './address-number.ts';
import { type Family, parseCidr } from './addresses.ts';

/** Only the first addresses of an IPv6 range are used. */
const maxIPv6 = 65_536n;

/**
 * The addresses of a range like `10.0.0.0/24` that can be assigned: all but the first, which is the network address,
 * and the last of IPv4, which is the broadcast address.
 *
 *     10.0.0.0/24   size 254   at(1) = 10.0.0.1 … at(254) = 10.0.0.254
 */
export class AddressRange {
  readonly family: Family;
  /** Canonical: `10.0.0.0/24`. */
  readonly text: string;
  /** Number of assignable addresses. */
  readonly size: number;
  readonly #network: bigint;

  private constructor(family: Family, network: bigint, length: number) {
    const total = 2n ** BigInt((family === 'IPv4' ? 32 : 128) - length);
    const usable = family === 'IPv4' ? total - 2n : (total < maxIPv6 ? total : maxIPv6) - 1n;
    this.family = family;
    this.size = Math.max(0, Number(usable));
    this.text = `${addressText({ family, value: network })}/${length}`;
    this.#network = network;
  }

  /** Undefined for an invalid range. */
  static parse(text: string): AddressRange | undefined {
    const cidr = parseCidr(text);
    if (cidr === undefined) return undefined;
    const { address, family, length } = cidr;
    const bits = BigInt((family === 'IPv4' ? 32 : 128) - length);
    if (bits < 0n) return undefined;
    return new AddressRange(family, (addressValue(address, family) >> bits) << bits, length);
  }

  /** The address at an index from 1 to the size. */
  at(index: number): string {
    return addressText({ family: this.family, value: this.#network + BigInt(index) });
  }

  /** Whether an address is assignable in this range. */
  has(address: string): boolean {
    return this.indexOf(address) !== undefined;
  }

  /** From 1 to the size; undefined for an address that is not assignable in this range. */
  indexOf(address: string): number | undefined {
    const number = addressNumber(address);
    if (number === undefined || number.family !== this.family) return undefined;
    const index = number.value - this.#network;
    return index >= 1n && index <= BigInt(this.size) ? Number(index) : undefined;
  }
}

/** The range with its network address in the canonical text: `10.0.0.0/8`; undefined for an invalid one. */
export function canonicalCidr(text: string): string | undefined {
  const cidr = parseCidr(text);
  if (cidr === undefined) return undefined;
  const { address, family, length } = cidr;
  const bits = BigInt((family === 'IPv4' ? 32 : 128) - ofFamily(address, family, length));
  const network = (addressValue(address, family) >> bits) << bits;
  return `${addressText({ family, value: network })}/${ofFamily(address, family, length)}`;
}

/** The length of the prefix of a mapped address counts from the IPv4 address. */
const ofFamily = (address: string, family: Family, length: number): number =>
  family === 'IPv4' && address.includes(':') ? Math.max(0, length - 96) : length;
