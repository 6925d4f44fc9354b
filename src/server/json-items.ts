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
  readonly #items: readonly JsonItem[];

  constructor(items: readonly JsonItem[]) {
    this.#items = items;
  }

  get count(): number {
    return this.#items.length;
  }

  size(index: number): number {
    const { text, start, end, closing } = this.#items[index]!;
    return (index > 0 ? 1 : 0) + Buffer.byteLength(text) + end - start + closing.length;
  }

  write(index: number, target: Buffer, position: number): number {
    const { text, json, start, end, closing } = this.#items[index]!;
    let at = position;
    if (index > 0) target[at++] = comma;
    at += target.write(text, at);
    at += json.copy(target, at, start, end);
    return at + target.write(closing, at, 'latin1');
  }
}
