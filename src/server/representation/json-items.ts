import type { ListItems } from './list-items.ts';

/** A text, a part of an entry's bytes, and what closes the text. */
export interface JsonItem {
  text: string;
  json: Buffer;
  start: number;
  end: number;
  /** ASCII. */
  closing: string;
}

const comma = 0x2c;

/** Items of a JSON list that are put together as they are written, with commas between them. */
export class JsonItems implements ListItems {
  readonly count: number;
  readonly #make: (index: number) => JsonItem;
  #latest: JsonItem | undefined;
  #latestIndex = -1;

  /** `make` is called when an item's turn comes. */
  constructor(count: number, make: (index: number) => JsonItem) {
    this.count = count;
    this.#make = make;
  }

  size(index: number): number {
    const { text, start, end, closing } = this.#item(index);
    return (index > 0 ? 1 : 0) + Buffer.byteLength(text) + end - start + closing.length;
  }

  write(index: number, target: Buffer, position: number): number {
    const { text, json, start, end, closing } = this.#item(index);
    let at = position;
    if (index > 0) target[at++] = comma;
    at += target.write(text, at);
    at += json.copy(target, at, start, end);
    return at + target.write(closing, at, 'latin1');
  }

  /** Its size is asked for, then it is written: it is made once for both. */
  #item(index: number): JsonItem {
    if (this.#latestIndex !== index) {
      this.#latest = this.#make(index);
      this.#latestIndex = index;
    }
    return this.#latest!;
  }
}
