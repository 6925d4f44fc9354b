import { major, selfDescribedHead, simple } from './cbor.ts';

/** Bytes of an item's head at most, and of a number. */
const maxHead = 9;

/** A container whose values are being written: they are looked at when their turn comes. */
type Level =
  | { readonly list: readonly unknown[]; next: number }
  | { readonly map: Readonly<Record<string, unknown>>; readonly keys: readonly string[]; next: number };

/**
 * Values of JSON as CBOR: texts and keys are byte strings, numbers as short as they can be, no length is left open. An
 * integer beyond a double is a bigint.
 */
export class CborWriter {
  #buffer = Buffer.allocUnsafe(1024);
  #end = 0;

  /** The bytes of a value, in pieces of about `pieceLength`: others may run in between. */
  *pieces(value: unknown, pieceLength: number): Generator<Buffer> {
    const levels: Level[] = [];
    this.#item(value, levels);
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      const { length } = 'list' in level ? level.list : level.keys;
      if (level.next === length) {
        levels.pop();
        continue;
      }
      this.#member(level, level.next++, levels);
      if (this.#end >= pieceLength) yield this.#taken();
    }
    yield this.#taken();
  }

  #member(level: Level, index: number, levels: Level[]): void {
    if ('list' in level) return this.#item(level.list[index], levels);
    const key = level.keys[index]!;
    const value = level.map[key];
    if (value === undefined) return;
    this.#bytes(key);
    this.#item(value, levels);
  }

  /** The head of a map or an array, for a caller that writes its values itself. */
  head(type: number, count: number): Buffer {
    this.#head(type, count);
    return this.#taken();
  }

  #taken(): Buffer {
    const bytes = Buffer.from(this.#buffer.subarray(0, this.#end));
    this.#end = 0;
    return bytes;
  }

  #item(value: unknown, levels: Level[]): void {
    if (typeof value === 'string') return this.#bytes(value);
    if (typeof value === 'number') return this.#number(value);
    if (typeof value === 'bigint') return this.#integer(value);
    if (value === null || value === undefined) return this.#head(major.simple, simple.null);
    if (typeof value === 'boolean') return this.#head(major.simple, value ? simple.true : simple.false);
    if (Array.isArray(value)) {
      this.#head(major.array, value.length);
      levels.push({ list: value, next: 0 });
      return;
    }
    const map = value as Readonly<Record<string, unknown>>;
    const keys = Object.keys(map);
    let count = 0;
    for (const key of keys) if (map[key] !== undefined) count++;
    this.#head(major.map, count);
    levels.push({ map, keys, next: 0 });
  }

  #bytes(text: string): void {
    const length = Buffer.byteLength(text);
    this.#head(major.bytes, length);
    this.#ensure(length);
    this.#end += this.#buffer.write(text, this.#end);
  }

  #number(value: number): void {
    if (Number.isInteger(value) && Number.isSafeInteger(value)) return this.#integer(value);
    this.#ensure(maxHead);
    if (isHalf(value)) {
      this.#buffer[this.#end] = (major.simple << 5) | simple.half;
      this.#buffer.writeUInt16BE(halfBits(value), this.#end + 1);
      this.#end += 3;
    } else if (Math.fround(value) === value) {
      this.#buffer[this.#end] = (major.simple << 5) | simple.single;
      this.#end = this.#buffer.writeFloatBE(value, this.#end + 1);
    } else {
      this.#buffer[this.#end] = (major.simple << 5) | simple.double;
      this.#end = this.#buffer.writeDoubleBE(value, this.#end + 1);
    }
  }

  #integer(value: number | bigint): void {
    if (value >= 0) this.#head(major.positive, value);
    else this.#head(major.negative, typeof value === 'bigint' ? -1n - value : -1 - value);
  }

  #head(type: number, argument: number | bigint): void {
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

/** A whole document. */
export const encodeCbor = (value: unknown): Buffer =>
  Buffer.concat([selfDescribedHead, ...new CborWriter().pieces(value, Number.POSITIVE_INFINITY)]);

const largestHalf = 65_504;
const smallestNormalHalf = 2 ** -14;
/** The distance of the halves next to zero. */
const halfUnit = 2 ** -24;

/** Whether a number loses nothing with ten bits after its first one. */
function isHalf(value: number): boolean {
  const size = Math.abs(value);
  if (size === 0) return true;
  if (size > largestHalf) return false;
  const unit = size < smallestNormalHalf ? halfUnit : 2 ** (Math.floor(Math.log2(size)) - 10);
  return Number.isInteger(size / unit);
}

function halfBits(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size < smallestNormalHalf) return sign | (size / halfUnit);
  const exponent = Math.floor(Math.log2(size));
  return sign | ((exponent + 15) << 10) | ((size / 2 ** exponent - 1) * 1024);
}
