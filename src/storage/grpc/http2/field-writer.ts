import type { Fields } from './field-reader.ts';
import { staticFields } from './static-table.ts';

/** Bytes of the table that every peer keeps, unless it says that it keeps less (RFC 7541, section 4.2). */
const usualTableSize = 4096;

/** Bytes that a field takes in the table beyond its name and its value. */
const fieldOverhead = 32;

const tableOfNoSize = Buffer.from([0x20]);

/**
 * Writes blocks of header fields, in the order in which they are sent. Fields that come again and again are put into
 * the peer's table, and take a byte or two from then on. The table is filled once, and nothing is put out of it.
 */
export class FieldWriter {
  /** Fields of the table, each with the number of those before it. */
  readonly #known = new Map<string, number>();
  /** Blocks that nobody has to write anew, while the table has so many fields as then. */
  #blocks = new WeakMap<Fields, { block: Buffer; size: number }>();
  #room = usualTableSize;
  #isToldOfLimit = true;

  /** The peer keeps a table of this size. When it is smaller than the usual one, nothing is put into it. */
  limitTable(size: number): void {
    if (size >= usualTableSize || this.#room === 0) return;
    this.#known.clear();
    this.#blocks = new WeakMap();
    this.#room = 0;
    this.#isToldOfLimit = false;
  }

  /** `usual`: objects that serve for many blocks. `own`: fields of this block alone. */
  write(usual: readonly Fields[], own: Fields): Buffer {
    const parts = usual.map((fields) => this.#usual(fields));
    for (const name of Object.keys(own)) parts.push(literal(0, name, own[name]!));
    if (!this.#isToldOfLimit) parts.unshift(tableOfNoSize);
    this.#isToldOfLimit = true;
    return Buffer.concat(parts);
  }

  #usual(fields: Fields): Buffer {
    const kept = this.#blocks.get(fields);
    if (kept?.size === this.#known.size) return kept.block;
    const before = this.#known.size;
    const block = Buffer.concat(Object.keys(fields).map((name) => this.#field(name, fields[name]!)));
    // One that puts a field into the table is written once.
    if (this.#known.size === before) this.#blocks.set(fields, { block, size: before });
    return block;
  }

  #field(name: string, value: string): Buffer {
    const field = `${name}: ${value}`;
    const before = this.#known.get(field);
    // The newest field has the first number after those of the static table.
    if (before !== undefined) return integer(staticFields + this.#known.size - before, 7, 0x80);
    const size = name.length + value.length + fieldOverhead;
    if (size > this.#room) return literal(0, name, value);
    this.#room -= size;
    this.#known.set(field, this.#known.size);
    return literal(0x40, name, value);
  }
}

/** A field as it is; `kind`: 0x40 puts it into the table, 0 does not. */
function literal(kind: number, name: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([kind]), text(name), text(value)]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  return Buffer.concat([integer(bytes.length, 7, 0), bytes]);
}

/** A number in the low bits of a byte whose other bits are those of `kind`, and in bytes after it when it is larger. */
function integer(number: number, bits: number, kind: number): Buffer {
  const most = 2 ** bits - 1;
  if (number < most) return Buffer.from([kind | number]);
  const bytes = [kind | most];
  let rest = number - most;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Buffer.from([...bytes, rest]);
}
