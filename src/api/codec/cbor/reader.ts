import { DecodeError } from '../decode-error.ts';
import { maxValues, objectTooLarge } from '../object-size.ts';
import { major, simple } from './cbor.ts';
import { halfOf } from './half.ts';

/** Names of the major types in texts. */
export const typeNames = [
  'positive integer',
  'negative integer',
  'byte string',
  'UTF-8 text string',
  'array',
  'map',
  'tag',
  'primitives',
];

/** Tags of byte strings that stand for a text of their bytes. */
const textEncodings: ReadonlyMap<number, BufferEncoding> = new Map([
  [21, 'base64url'],
  [22, 'base64'],
  [23, 'hex'],
]);
/** The tag of a time as a text. */
const timeTag = 0;

/** Steps through the bytes of a document: heads, and the items that hold no others. */
export class CborReader {
  readonly #bytes: Buffer;
  #at = 0;
  #bigintCount = 0;
  /** Pieces so far of strings that come in pieces. */
  #pieces = 0;
  /** Room for strings that come in pieces. */
  #joined = Buffer.alloc(0);

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get at(): number {
    return this.#at;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** Integers so far that a double does not hold. */
  get bigintCount(): number {
    return this.#bigintCount;
  }

  byte(): number {
    if (this.#at >= this.#bytes.length) throw ended();
    return this.#bytes[this.#at++]!;
  }

  /** Steps over bytes, if they are the next ones. */
  takeIf(bytes: Buffer): boolean {
    const isNext = this.#bytes.subarray(this.#at, this.#at + bytes.length).equals(bytes);
    if (isNext) this.#at += bytes.length;
    return isNext;
  }

  /** Whether a container without a length ends here; steps over its end. */
  takeStop(): boolean {
    if (this.left === 0) throw ended();
    if (this.#bytes[this.#at] !== 0xff) return false;
    this.#at++;
    return true;
  }

  /** The number of elements in the head of a container; undefined: it is left open. */
  count(info: number): number | undefined {
    if (info === simple.stop) return undefined;
    const count = this.#argument(info);
    // Each element has a byte at least: a length that cannot be is found before anything is made of it.
    if (typeof count === 'bigint' || count > this.left) throw ended();
    return count;
  }

  /** An item that is no container; `first` is its first byte. */
  scalar(first: number): unknown {
    const info = first & 0x1f;
    switch (first >> 5) {
      case major.positive:
        return this.#integer(this.#argument(info), false);
      case major.negative:
        return this.#integer(this.#argument(info), true);
      case major.tag:
        return this.#tagged(this.#argument(info));
      case major.simple:
        return this.#simple(info);
      default:
        return this.#text(first >> 5, info);
    }
  }

  key(): string {
    const first = this.byte();
    const type = first >> 5;
    if (type !== major.bytes && type !== major.text)
      throw new DecodeError(`cbor: cannot unmarshal ${typeNames[type]} into Go value of type string`);
    return this.#text(type, first & 0x1f);
  }

  /** The number in the head of an item: that in its first byte, or in those behind it. */
  #argument(info: number): number | bigint {
    if (info < 24) return info;
    if (info > 27) throw new DecodeError(`cbor: invalid additional information ${info}`);
    const size = 1 << (info - 24);
    const from = this.#take(size);
    if (size < 8) return this.#bytes.readUIntBE(from, size);
    const large = this.#bytes.readBigUInt64BE(from);
    return large <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(large) : large;
  }

  /** Steps over bytes; where they begin. */
  #take(size: number): number {
    const from = this.#at;
    if (size > this.#bytes.length - from) throw ended();
    this.#at += size;
    return from;
  }

  #integer(argument: number | bigint, isNegative: boolean): number | bigint {
    if (typeof argument === 'number') {
      const value = isNegative ? -1 - argument : argument;
      if (Number.isSafeInteger(value)) return value;
    }
    const value = isNegative ? -1n - BigInt(argument) : BigInt(argument);
    if (BigInt.asIntN(64, value) !== value) {
      const name = typeNames[isNegative ? major.negative : major.positive];
      throw new DecodeError(
        `cbor: cannot unmarshal ${name} into Go value of type int64 (${value} overflows)`,
      );
    }
    this.#bigintCount++;
    return value;
  }

  #text(type: number, info: number): string {
    if (info === simple.stop) return utf8(this.#string(type, info));
    const size = this.#argument(info);
    if (typeof size === 'bigint') throw ended();
    const from = this.#take(size);
    const text = this.#bytes.toString('utf8', from, from + size);
    return text.includes('\ufffd') ? utf8(this.#bytes.subarray(from, from + size)) : text;
  }

  /** The bytes of a string, the pieces of one without a length together: there may be as many as an object has values. */
  #string(type: number, info: number): Buffer {
    if (info !== simple.stop) return this.#sized(this.#argument(info));
    let length = 0;
    for (let first = this.byte(); first !== 0xff; first = this.byte()) {
      if (first >> 5 !== type || (first & 0x1f) === simple.stop)
        throw new DecodeError(
          `cbor: wrong element type ${typeNames[first >> 5]} for indefinite-length ${typeNames[type]}`,
        );
      if (++this.#pieces > maxValues) throw objectTooLarge();
      length = this.#join(this.#argument(first & 0x1f), length);
    }
    return Buffer.from(this.#joined.subarray(0, length));
  }

  /** Puts the next bytes behind those that are joined; the new length of these. */
  #join(size: number | bigint, length: number): number {
    if (typeof size === 'bigint') throw ended();
    const from = this.#take(size);
    if (length + size > this.#joined.length) {
      const larger = Buffer.allocUnsafe(Math.max(256, 2 * (length + size)));
      this.#joined.copy(larger, 0, 0, length);
      this.#joined = larger;
    }
    if (size === 1) this.#joined[length] = this.#bytes[from]!;
    else this.#bytes.copy(this.#joined, length, from, from + size);
    return length + size;
  }

  #sized(size: number | bigint): Buffer {
    if (typeof size === 'bigint') throw ended();
    const from = this.#take(size);
    return this.#bytes.subarray(from, from + size);
  }

  #tagged(tag: number | bigint): unknown {
    const encoding = textEncodings.get(Number(tag));
    const first = this.byte();
    const type = first >> 5;
    if (encoding !== undefined && type === major.bytes)
      return this.#string(type, first & 0x1f).toString(encoding);
    if (tag === timeTag && (type === major.text || type === major.bytes))
      return this.#text(type, first & 0x1f);
    throw new DecodeError(`cbor: cannot unmarshal tag ${tag} into Go value of type interface {}`);
  }

  #simple(info: number): unknown {
    switch (info) {
      case simple.false:
        return false;
      case simple.true:
        return true;
      case simple.null:
        return null;
      case simple.half:
        return finite(halfOf(this.#bytes.readUInt16BE(this.#take(2))));
      case simple.single:
        return finite(this.#bytes.readFloatBE(this.#take(4)));
      case simple.double:
        return finite(this.#bytes.readDoubleBE(this.#take(8)));
      case simple.stop:
        throw new DecodeError('cbor: unexpected "break" code');
      default:
        throw new DecodeError(
          `cbor: cannot unmarshal primitives into Go value of type interface {}: unrecognized value ${info}`,
        );
    }
  }
}

const ended = (): DecodeError => new DecodeError('unexpected EOF');

function utf8(bytes: Buffer): string {
  const text = bytes.toString();
  // Only what is not UTF-8 has replacement characters that were not there.
  if (text.includes('\ufffd') && !Buffer.from(text).equals(bytes))
    throw new DecodeError('cbor: invalid UTF-8 string');
  return text;
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new DecodeError('cbor: floating-point NaN and infinity are not allowed');
}
