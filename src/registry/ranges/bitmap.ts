import type { Band } from './bands.ts';

const bitsOfByte = 8;

/**
 * Which members of a range are taken: bit i is the i-th one. As bytes it is one unsigned number, the highest byte first
 * and without leading zeros.
 *
 *     0, 1 and 9 taken   →  10 0000 0011  →  02 03
 */
export class Bitmap {
  /** The lowest byte first. */
  readonly #bytes: Uint8Array;
  readonly #size: number;

  constructor(size: number, data: Uint8Array = new Uint8Array()) {
    this.#size = size;
    this.#bytes = new Uint8Array(Math.ceil(size / bitsOfByte));
    const kept = Math.min(data.length, this.#bytes.length);
    for (let index = 0; index < kept; index++) this.#bytes[index] = data[data.length - 1 - index]!;
  }

  has(index: number): boolean {
    return index < this.#size && (this.#bytes[index >> 3]! & bitOf(index)) !== 0;
  }

  /** False when it is set already, or beyond the end. */
  set(index: number): boolean {
    if (index >= this.#size || this.has(index)) return false;
    this.#bytes[index >> 3]! |= bitOf(index);
    return true;
  }

  /** Number of members that are taken. */
  get count(): number {
    let count = 0;
    for (let byte of this.#bytes) for (; byte !== 0; byte &= byte - 1) count++;
    return count;
  }

  clear(index: number): void {
    if (index < this.#size) this.#bytes[index >> 3]! &= ~bitOf(index);
  }

  /**
   * The first free index of a band from `start` on, and after its end from its beginning on; undefined when none is free.
   * `isKept`: whether an index counts as taken though its bit is not set.
   */
  nextFree(start: number, { from, to }: Band, isKept: (index: number) => boolean): number | undefined {
    return this.#freeIn(start, Math.min(to, this.#size), isKept) ?? this.#freeIn(from, start, isKept);
  }

  #freeIn(from: number, to: number, isKept: (index: number) => boolean): number | undefined {
    for (let index = from; index < to; index++) {
      // A byte at a time where all eight are taken.
      if (index % bitsOfByte === 0 && this.#bytes[index >> 3] === 0xff) index += bitsOfByte - 1;
      else if (!this.has(index) && !isKept(index)) return index;
    }
    return undefined;
  }

  /** All that are set, in order. */
  *taken(): Generator<number> {
    for (let byte = 0; byte < this.#bytes.length; byte++) {
      if (this.#bytes[byte] === 0) continue;
      for (let bit = 0; bit < bitsOfByte; bit++)
        if (this.has(byte * bitsOfByte + bit)) yield byte * bitsOfByte + bit;
    }
  }

  toBytes(): Buffer {
    let length = this.#bytes.length;
    while (length > 0 && this.#bytes[length - 1] === 0) length--;
    return Buffer.from(this.#bytes.subarray(0, length)).reverse();
  }
}

const bitOf = (index: number): number => 1 << (index & 7);
