import { major, simple } from './cbor.ts';
import { halfBits } from './half.ts';

/** Bytes of an item's head at most, and of a number. */
const maxHead = 9;

/** Bytes that are copied one by one: a call takes longer for so few. */
const fewBytes = 24;

/** Writes the heads and scalars of a document one behind the other: each as short as it can be. */
export class CborItems {
  #buffer: Buffer;
  #end = 0;

  constructor(size = 1024) {
    this.#buffer = Buffer.allocUnsafe(size);
  }

  /** The number of bytes since they were taken. */
  get length(): number {
    return this.#end;
  }

  /** The bytes so far; the next ones are the first again. */
  taken(): Buffer {
    const bytes = Buffer.from(this.#buffer.subarray(0, this.#end));
    this.#end = 0;
    return bytes;
  }

  simple(value: number): void {
    this.head(major.simple, value);
  }

  /** A byte string of a part of `source`. */
  slice(source: Buffer, from: number, to: number): void {
    this.head(major.bytes, to - from);
    this.#ensure(to - from);
    if (to - from > fewBytes) this.#end += source.copy(this.#buffer, this.#end, from, to);
    else for (let at = from; at < to; at++) this.#buffer[this.#end++] = source[at]!;
  }

  text(text: string): void {
    const length = Buffer.byteLength(text);
    this.head(major.bytes, length);
    this.#ensure(length);
    this.#end += this.#buffer.write(text, this.#end);
  }

  number(value: number): void {
    if (Number.isInteger(value) && Number.isSafeInteger(value)) return this.integer(value);
    this.#ensure(maxHead);
    const half = halfBits(value);
    if (half !== -1) {
      this.#buffer[this.#end] = (major.simple << 5) | simple.half;
      this.#buffer.writeUInt16BE(half, this.#end + 1);
      this.#end += 3;
    } else if (Math.fround(value) === value) {
      this.#buffer[this.#end] = (major.simple << 5) | simple.single;
      this.#end = this.#buffer.writeFloatBE(value, this.#end + 1);
    } else {
      this.#buffer[this.#end] = (major.simple << 5) | simple.double;
      this.#end = this.#buffer.writeDoubleBE(value, this.#end + 1);
    }
  }

  integer(value: number | bigint): void {
    if (value >= 0) this.head(major.positive, value);
    else this.head(major.negative, typeof value === 'bigint' ? -1n - value : -1 - value);
  }

  head(type: number, argument: number | bigint): void {
    this.#ensure(maxHead);
    const first = type << 5;
    if (argument < 24) this.#buffer[this.#end++] = first | Number(argument);
    else if (argument <= 0xff) {
      this.#buffer[this.#end++] = first | 24;
      this.#buffer[this.#end++] = Number(argument);
    } else if (argument <= 0xffff) {
      this.#buffer[this.#end] = first | 25;
      this.#end = this.#buffer.writeUInt16BE(Number(argument), this.#end + 1);
    } else if (argument <= 0xffff_ffff) {
      this.#buffer[this.#end] = first | 26;
      this.#end = this.#buffer.writeUInt32BE(Number(argument), this.#end + 1);
    } else {
      this.#buffer[this.#end] = first | 27;
      this.#end = this.#buffer.writeBigUInt64BE(BigInt(argument), this.#end + 1);
    }
  }

  #ensure(bytes: number): void {
    if (this.#end + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#end + bytes));
    this.#buffer.copy(larger, 0, 0, this.#end);
    this.#buffer = larger;
  }
}
