import { major, selfDescribedHead, simple } from './cbor.ts';
import { CborItems } from './items.ts';

/** A container whose values are being written: they are looked at when their turn comes. */
type Level =
  | { readonly list: readonly unknown[]; next: number }
  | { readonly map: Readonly<Record<string, unknown>>; readonly keys: readonly string[]; next: number };

/**
 * Values of JSON as CBOR: texts and keys are byte strings, numbers as short as they can be, no length is left open. An
 * integer beyond a double is a bigint.
 */
export class CborWriter {
  readonly #items = new CborItems();

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
      if (this.#items.length >= pieceLength) yield this.#items.taken();
    }
    yield this.#items.taken();
  }

  /** The head of a map or an array, for a caller that writes its values itself. */
  head(type: number, count: number): Buffer {
    this.#items.head(type, count);
    return this.#items.taken();
  }

  #member(level: Level, index: number, levels: Level[]): void {
    if ('list' in level) return this.#item(level.list[index], levels);
    const key = level.keys[index]!;
    const value = level.map[key];
    if (value === undefined) return;
    this.#items.text(key);
    this.#item(value, levels);
  }

  #item(value: unknown, levels: Level[]): void {
    if (typeof value === 'string') return this.#items.text(value);
    if (typeof value === 'number') return this.#items.number(value);
    if (typeof value === 'bigint') return this.#items.integer(value);
    if (value === null || value === undefined) return this.#items.head(major.simple, simple.null);
    if (typeof value === 'boolean') return this.#items.head(major.simple, value ? simple.true : simple.false);
    if (Array.isArray(value)) {
      this.#items.head(major.array, value.length);
      levels.push({ list: value, next: 0 });
      return;
    }
    const map = value as Readonly<Record<string, unknown>>;
    const keys = Object.keys(map);
    let count = 0;
    for (const key of keys) if (map[key] !== undefined) count++;
    this.#items.head(major.map, count);
    levels.push({ map, keys, next: 0 });
  }
}

/** A whole document. */
export const encodeCbor = (value: unknown): Buffer =>
  Buffer.concat([selfDescribedHead, ...new CborWriter().pieces(value, Number.POSITIVE_INFINITY)]);
