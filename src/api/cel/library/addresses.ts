import { CelError } from '../values/value.ts';
import { quoted } from './go-texts.ts';

/** The bytes of an address: 4 or 16. */
export interface Address {
  readonly bytes: Uint8Array;
  readonly zone: string;
}

/** A text that is no address. The message is that of clients. */
class AddressError extends CelError {
  constructor(text: string, problem: string, at?: string) {
    super(`ParseAddr(${quoted(text)}): ${problem}${at === undefined ? '' : ` (at ${quoted(at)})`}`);
  }
}

/** Throws CelError. */
export function parseAddress(text: string): Address {
  for (const character of text) {
    if (character === '.') return { bytes: parseIPv4(text, text), zone: '' };
    if (character === ':') return parseIPv6(text);
    if (character === '%') throw new AddressError(text, 'missing IPv6 address');
  }
  throw new AddressError(text, 'unable to parse IP');
}

/** `part` is the last part of the whole text. */
function parseIPv4(whole: string, part: string): Uint8Array {
  const fields: number[] = [];
  let value = 0;
  let digits = 0;
  for (let at = 0; at < part.length; at++) {
    const character = part[at]!;
    if (character >= '0' && character <= '9') {
      if (digits === 1 && value === 0)
        throw new AddressError(whole, 'IPv4 field has octet with leading zero');
      value = value * 10 + Number(character);
      digits++;
      if (value > 255) throw new AddressError(whole, 'IPv4 field has value >255');
    } else if (character !== '.') throw new AddressError(whole, 'unexpected character', part.slice(at));
    else {
      if (at === 0 || at === part.length - 1 || part[at - 1] === '.') {
        throw new AddressError(whole, 'IPv4 field must have at least one digit', part.slice(at));
      }
      if (fields.length === 3) throw new AddressError(whole, 'IPv4 address too long');
      fields.push(value);
      [value, digits] = [0, 0];
    }
  }
  if (fields.length < 3) throw new AddressError(whole, 'IPv4 address too short');
  return Uint8Array.from([...fields, value]);
}

function parseIPv6(whole: string): Address {
  const percent = whole.indexOf('%');
  const zone = percent < 0 ? '' : whole.slice(percent + 1);
  if (percent >= 0 && zone === '') throw new AddressError(whole, 'zone must be a non-empty string');
  return { bytes: new IPv6Reader(whole, percent < 0 ? whole : whole.slice(0, percent)).bytes(), zone };
}

class IPv6Reader {
  readonly #whole: string;
  #rest: string;
  readonly #bytes: number[] = [];
  /** How many bytes stand before the `::`. */
  #gap = -1;

  constructor(whole: string, text: string) {
    this.#whole = whole;
    this.#rest = text;
  }

  bytes(): Uint8Array {
    if (this.#rest.startsWith('::')) {
      this.#gap = 0;
      this.#rest = this.#rest.slice(2);
      if (this.#rest === '') return new Uint8Array(16);
    }
    while (this.#bytes.length < 16 && this.#field()) {
      // Each turn reads one field and what stands behind it.
    }
    if (this.#rest !== '') throw this.#problem('trailing garbage after address');
    return this.#whole16();
  }

  #problem(text: string): AddressError {
    return new AddressError(this.#whole, text, this.#rest);
  }

  /** Whether another field follows. */
  #field(): boolean {
    const digits = /^[0-9a-fA-F]*/.exec(this.#rest)![0];
    if (digits.length > 4) {
      const isLarge = Number.parseInt(digits.slice(0, 5), 16) > 0xffff;
      throw this.#problem(isLarge ? 'IPv6 field has value >=2^16' : 'each group must have 4 or less digits');
    }
    if (digits === '') throw this.#problem('each colon-separated field must have at least one digit');
    if (this.#rest[digits.length] === '.') return this.#embedded();
    const value = Number.parseInt(digits, 16);
    this.#bytes.push(value >> 8, value & 0xff);
    this.#rest = this.#rest.slice(digits.length);
    return this.#rest !== '' && this.#separator();
  }

  #separator(): boolean {
    if (!this.#rest.startsWith(':')) throw this.#problem('unexpected character, want colon');
    if (this.#rest.length === 1) throw this.#problem('colon must be followed by more characters');
    this.#rest = this.#rest.slice(1);
    if (!this.#rest.startsWith(':')) return true;
    if (this.#gap >= 0) throw this.#problem('multiple :: in address');
    this.#gap = this.#bytes.length;
    this.#rest = this.#rest.slice(1);
    return this.#rest !== '';
  }

  #embedded(): boolean {
    if (this.#gap < 0 && this.#bytes.length !== 12) {
      throw this.#problem('embedded IPv4 address must replace the final 2 fields of the address');
    }
    if (this.#bytes.length + 4 > 16) {
      throw this.#problem('too many hex fields to fit an embedded IPv4 at the end of the address');
    }
    this.#bytes.push(...parseIPv4(this.#whole, this.#rest));
    this.#rest = '';
    return false;
  }

  #whole16(): Uint8Array {
    const missing = 16 - this.#bytes.length;
    if (missing === 0) {
      if (this.#gap >= 0)
        throw new AddressError(this.#whole, 'the :: must expand to at least one field of zeros');
      return Uint8Array.from(this.#bytes);
    }
    if (this.#gap < 0) throw new AddressError(this.#whole, 'address string too short');
    const zeros = Array.from({ length: missing }, () => 0);
    return Uint8Array.from([...this.#bytes.slice(0, this.#gap), ...zeros, ...this.#bytes.slice(this.#gap)]);
  }
}

/** The canonical text: the longest run of zeros is `::`. */
export function addressText({ bytes, zone }: Address): string {
  if (bytes.length === 4) return bytes.join('.');
  const fields = Array.from({ length: 8 }, (_, index) => (bytes[2 * index]! << 8) | bytes[2 * index + 1]!);
  let [start, length] = [-1, 1];
  for (let at = 0; at < 8; at++) {
    let end = at;
    while (end < 8 && fields[end] === 0) end++;
    if (end - at > length) [start, length] = [at, end - at];
  }
  const text = (part: number[]): string => part.map((field) => field.toString(16)).join(':');
  const shown =
    start < 0 ? text(fields) : `${text(fields.slice(0, start))}::${text(fields.slice(start + length))}`;
  return zone === '' ? shown : `${shown}%${zone}`;
}

/** Whether it is an IPv4 address in the clothes of an IPv6 one: `::ffff:1.2.3.4`. */
export const isMapped = ({ bytes }: Address): boolean =>
  bytes.length === 16 &&
  bytes.subarray(0, 10).every((byte) => byte === 0) &&
  bytes[10] === 255 &&
  bytes[11] === 255;

/** Throws CelError. */
export function parsePrefix(text: string): { address: Address; length: number } {
  const problem = (what: string): CelError => new CelError(`netip.ParsePrefix(${quoted(text)}): ${what}`);
  const slash = text.lastIndexOf('/');
  if (slash < 0) throw problem("no '/'");
  let address: Address;
  try {
    address = parseAddress(text.slice(0, slash));
  } catch (error) {
    throw error instanceof CelError ? problem(error.message) : error;
  }
  if (address.zone !== '') throw problem('IPv6 zones cannot be present in a prefix');
  const bits = text.slice(slash + 1);
  const isNumber = bits.length > 1 ? /^[1-9]\d*$/.test(bits) : /^\d$/.test(bits);
  if (!isNumber) throw problem(`bad bits after slash: ${quoted(bits)}`);
  const length = Number(bits);
  if (length > address.bytes.length * 8) throw problem('prefix length out of range');
  return { address, length };
}
