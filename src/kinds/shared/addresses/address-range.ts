import { addressNumber, addressText, addressValue } from './address-number.ts';
import { type Cidr, type Family, parseCidr } from './addresses.ts';

/** Only the first addresses of an IPv6 range are used, where a bit is kept for each. */
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
  /** Length of the prefix in bits. */
  readonly length: number;
  readonly #network: bigint;
  readonly #total: bigint;

  private constructor({ family, length }: Pick<Cidr, 'family' | 'length'>, network: bigint, most: bigint) {
    const total = 2n ** BigInt((family === 'IPv4' ? 32 : 128) - length);
    const usable = family === 'IPv4' ? total - 2n : (total < most ? total : most) - 1n;
    this.family = family;
    this.length = length;
    this.#total = total;
    this.size = Math.max(0, Number(usable));
    this.text = `${addressText({ family, value: network })}/${length}`;
    this.#network = network;
  }

  /** Undefined for an invalid range. `most`: that many addresses of an IPv6 range are counted. */
  static parse(text: string, most = maxIPv6): AddressRange | undefined {
    const cidr = parseCidr(text);
    if (cidr === undefined) return undefined;
    const { address, family, length } = cidr;
    const bits = BigInt((family === 'IPv4' ? 32 : 128) - length);
    if (bits < 0n) return undefined;
    return new AddressRange({ family, length }, (addressValue(address, family) >> bits) << bits, most);
  }

  /** The address at an index from 1 to the size. */
  at(index: number): string {
    return addressText({ family: this.family, value: this.#network + BigInt(index) });
  }

  /** The number of all addresses, the network address and those beyond the size among them. */
  get total(): number {
    return Number(this.#total);
  }

  /** Whether an address lies in this range, assignable or not. */
  contains(address: string): boolean {
    const index = this.#offsetOf(address);
    return index !== undefined && index >= 0n && index < this.#total;
  }

  /** Whether an address is assignable, one beyond the size as well. */
  assigns(address: string): boolean {
    const index = this.#offsetOf(address);
    const end = this.family === 'IPv4' ? this.#total - 1n : this.#total;
    return index !== undefined && index >= 1n && index < end;
  }

  /** From 1 to the size; undefined for an address that is not assignable in this range. */
  indexOf(address: string): number | undefined {
    const index = this.#offsetOf(address);
    return index !== undefined && index >= 1n && index <= BigInt(this.size) ? Number(index) : undefined;
  }

  #offsetOf(address: string): bigint | undefined {
    const number = addressNumber(address);
    return number?.family === this.family ? number.value - this.#network : undefined;
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
