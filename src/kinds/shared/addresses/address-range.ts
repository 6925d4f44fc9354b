import { addressNumber, addressText, addressValue } from './address-number.ts';
import { type Family, parseCidr } from './addresses.ts';

/** Of an IPv6 range only the beginning is used: more addresses than anybody has objects. */
const maxIPv6 = 65_536n;

/**
 * The addresses of a range like `10.0.0.0/24` that can be given to somebody: not the first, which names the network,
 * and not the last of IPv4, which is for everybody in it.
 *
 *     10.0.0.0/24   size 254   at(1) = 10.0.0.1 … at(254) = 10.0.0.254
 */
export class AddressRange {
  readonly family: Family;
  /** `10.0.0.0/24`, however it was written. */
  readonly text: string;
  /** How many there are. */
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

  /** Undefined for what is no range. */
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

  /** Whether an address is one of those that can be given. */
  has(address: string): boolean {
    const number = addressNumber(address);
    if (number === undefined || number.family !== this.family) return false;
    const index = number.value - this.#network;
    return index >= 1n && index <= BigInt(this.size);
  }
}
