import { goQuote } from '../../../util/quote.ts';
import { DecodeError } from '../decode-error.ts';
import { major, selfDescribed, simple } from './cbor.ts';

const maxDepth = 10_000;
const maxPairs = 2_097_152;

/** Names of the major types in texts. */
const typeNames = [
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

/** The value of a document, and what is wrong in it that leaves it well-formed. */
export interface DecodedCbor {
  readonly value: unknown;
  /** The first key that a map has twice: of the outermost one, or of one further in. */
  readonly repeated: { readonly problem: string; readonly isOutermost: boolean } | undefined;
}

/**
 * Reads a document of CBOR as values of JSON: byte strings are texts, integers beyond a double are bigints. Throws
 * DecodeError, with the words of the library behind the API where the document is not well-formed.
 */
export function decodeCbor(bytes: Buffer): DecodedCbor {
  const reader = new CborReader(bytes);
  try {
    return reader.document();
  } catch (error) {
    if (error instanceof RangeError) throw new DecodeError(`cbor: exceeded max nested level ${maxDepth}`);
    throw error;
  }
}

/** The name of the type of a document, behind the tag that says that it is one. */
export function cborTypeOf(bytes: Buffer): string {
  const first = bytes[0] === 0xd9 && bytes[1] === 0xd9 && bytes[2] === 0xf7 ? bytes[3] : bytes[0];
  return typeNames[(first ?? 0) >> 5]!;
}

class CborReader {
  readonly #bytes: Buffer;
  #at = 0;
  #depth = 0;
  #repeated: DecodedCbor['repeated'];

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  document(): DecodedCbor {
    if (this.#bytes.length === 0) throw new DecodeError('EOF');
    const value = this.#item(true);
    const rest = this.#bytes.length - this.#at;
    if (rest > 0)
      throw new DecodeError(`cbor: ${rest} bytes of extraneous data starting at index ${this.#at}`);
    return { value, repeated: this.#repeated };
  }

  #item(isFirst = false): unknown {
    const first = this.#byte();
    const type = first >> 5;
    const info = first & 0x1f;
    switch (type) {
      case major.positive:
        return this.#integer(this.#argument(info), false);
      case major.negative:
        return this.#integer(this.#argument(info), true);
      case major.bytes:
      case major.text:
        return this.#text(type, info);
      case major.array:
        return this.#array(info);
      case major.map:
        return this.#map(info);
      case major.tag:
        return this.#tagged(this.#argument(info), isFirst);
      default:
        return this.#simple(info);
    }
  }

  #byte(): number {
    if (this.#at >= this.#bytes.length) throw ended();
    return this.#bytes[this.#at++]!;
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
    const value = isNegative ? -1n - BigInt(argument) : BigInt(argument);
    if (BigInt.asIntN(64, value) !== value) {
      const name = typeNames[isNegative ? major.negative : major.positive];
      throw new DecodeError(
        `cbor: cannot unmarshal ${name} into Go value of type int64 (${value} overflows)`,
      );
    }
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  }

  #text(type: number, info: number): string {
    if (info === simple.stop) return utf8(this.#string(type, info));
    const size = this.#argument(info);
    if (typeof size === 'bigint') throw ended();
    const from = this.#take(size);
    const text = this.#bytes.toString('utf8', from, from + size);
    return text.includes('\ufffd') ? utf8(this.#bytes.subarray(from, from + size)) : text;
  }

  /** The bytes of a string, the pieces of one without a length together. */
  #string(type: number, info: number): Buffer {
    if (info !== simple.stop) return this.#sized(this.#argument(info));
    const pieces: Buffer[] = [];
    for (let first = this.#byte(); first !== 0xff; first = this.#byte()) {
      if (first >> 5 !== type || (first & 0x1f) === simple.stop)
        throw new DecodeError(
          `cbor: wrong element type ${typeNames[first >> 5]} for indefinite-length ${typeNames[type]}`,
        );
      pieces.push(this.#sized(this.#argument(first & 0x1f)));
    }
    return Buffer.concat(pieces);
  }

  #sized(size: number | bigint): Buffer {
    if (typeof size === 'bigint') throw ended();
    const from = this.#take(size);
    return this.#bytes.subarray(from, from + size);
  }

  #array(info: number): unknown[] {
    this.#enter();
    const items: unknown[] = [];
    for (const more = this.#counter(info); more(); ) items.push(this.#item());
    this.#depth--;
    return items;
  }

  #map(info: number): Record<string, unknown> {
    this.#enter();
    const map: Record<string, unknown> = {};
    let index = 0;
    for (const more = this.#counter(info); more(); index++) {
      if (index === maxPairs)
        throw new DecodeError(`cbor: exceeded max number of key-value pairs ${maxPairs} for CBOR map`);
      const key = this.#key();
      const value = this.#item();
      if (Object.hasOwn(map, key)) this.#noteRepeated(key, index);
      else if (key === '__proto__')
        Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
      else map[key] = value;
    }
    this.#depth--;
    return map;
  }

  #key(): string {
    const first = this.#byte();
    const type = first >> 5;
    if (type !== major.bytes && type !== major.text)
      throw new DecodeError(`cbor: cannot unmarshal ${typeNames[type]} into Go value of type string`);
    return this.#text(type, first & 0x1f);
  }

  #noteRepeated(key: string, index: number): void {
    this.#repeated ??= {
      problem: `cbor: found duplicate map key ${goQuote(key)} at map element index ${index}`,
      isOutermost: this.#depth === 1,
    };
  }

  /** Whether a container has another element, for each time it is called. */
  #counter(info: number): () => boolean {
    if (info === simple.stop) {
      return () => {
        if (this.#at >= this.#bytes.length) throw ended();
        if (this.#bytes[this.#at] !== 0xff) return true;
        this.#at++;
        return false;
      };
    }
    const count = this.#argument(info);
    // Each element has a byte at least: a length that cannot be is found before anything is made of it.
    if (typeof count === 'bigint' || count > this.#bytes.length - this.#at) throw ended();
    let left = count;
    return () => left-- > 0;
  }

  #enter(): void {
    this.#depth++;
    if (this.#depth > maxDepth) throw new DecodeError(`cbor: exceeded max nested level ${maxDepth}`);
  }

  #tagged(tag: number | bigint, isFirst: boolean): unknown {
    if (isFirst && tag === selfDescribed) return this.#item();
    const encoding = textEncodings.get(Number(tag));
    const first = this.#byte();
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

/** The number of 16 bits: a sign, five of an exponent, ten of a fraction. */
function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
