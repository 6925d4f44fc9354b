import { huffmanDecoded } from './huffman.ts';
import { staticField } from './static-table.ts';

/** Header fields by their names, which are in lower case. Of one that comes twice the last counts. */
export type Fields = Readonly<Record<string, string>>;

/**
 * Reads a block of header fields of a peer that was told to keep no table of its own (`SETTINGS_HEADER_TABLE_SIZE` 0):
 * each field stands in the block itself or in the static table (RFC 7541). Throws an Error for any other block.
 *
 * Worked example: 88 (field 8: `:status` is 200) 0f 10 01 78 (name of field 31: `content-type` is `x`).
 */
export function readFields(block: Uint8Array): Fields {
  const fields: Record<string, string> = Object.create(null);
  const reader = new FieldReader(block);
  for (let field = reader.next(); field !== undefined; field = reader.next()) fields[field[0]] = field[1];
  return fields;
}

const malformed = (): Error => new Error('Protocol error: header fields that cannot be read');

function field(number: number): readonly [name: string, value: string] {
  const known = staticField(number);
  if (known === undefined) throw malformed();
  return known;
}

class FieldReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  next(): readonly [name: string, value: string] | undefined {
    while (this.#at < this.#bytes.length) {
      const first = this.#bytes[this.#at]!;
      if (first >= 0x80) return field(this.#integer(7));
      if (first >= 0x40) return this.#literal(6);
      if (first < 0x20) return this.#literal(4);
      // The peer says how large its table is: there is nothing in it.
      this.#integer(5);
    }
    return undefined;
  }

  #literal(bits: number): readonly [name: string, value: string] {
    const number = this.#integer(bits);
    const name = number === 0 ? this.#text() : field(number)[0];
    return [name, this.#text()];
  }

  #text(): string {
    const isHuffman = this.#bytes[this.#at]! >= 0x80;
    const length = this.#integer(7);
    const bytes = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    const text = isHuffman ? huffmanDecoded(bytes) : Buffer.from(bytes).toString('latin1');
    if (text === undefined || bytes.length < length) throw malformed();
    return text;
  }

  /** The number in the low bits of a byte, or, when all of them are set, in those and in the bytes after it. */
  #integer(bits: number): number {
    const most = 2 ** bits - 1;
    let number = this.#byte() & most;
    if (number < most) return number;
    for (let factor = 1; factor <= 2 ** 21; factor *= 128) {
      const byte = this.#byte();
      number += (byte & 0x7f) * factor;
      if (byte < 0x80) return number;
    }
    throw malformed();
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw malformed();
    return byte;
  }
}
