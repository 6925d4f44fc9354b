import { type BlockPool, blockSize } from './block-pool.ts';

/** The items of a list's body, in a form of which each knows its size and can be written to its place. */
export interface ListItems {
  readonly count: number;
  /** Bytes of an item, and of what parts it from the one before. */
  size(index: number): number;
  /** Writes an item; returns where it ends. */
  write(index: number, target: Buffer, at: number): number;
}

/** A body of which only the items are left to be written. */
export interface ListBody {
  head: Buffer;
  items: ListItems;
  tail: Buffer;
}

export function bodyLength({ head, items, tail }: ListBody): number {
  let length = head.length + tail.length;
  for (let index = 0; index < items.count; index++) length += items.size(index);
  return length;
}

/** The body but for its tail, in blocks of the pool, of which `size` bytes are filled. */
export function* bodyBlocks(
  { head, items }: ListBody,
  pool: BlockPool,
): Generator<{ block: Buffer; size: number }> {
  let block = pool.acquire();
  let at = head.copy(block);
  for (let index = 0; index < items.count; index++) {
    const needed = items.size(index);
    if (at + needed > block.length) {
      yield { block, size: at };
      block = needed > blockSize ? Buffer.allocUnsafeSlow(needed) : pool.acquire();
      at = 0;
    }
    at = items.write(index, block, at);
  }
  yield { block, size: at };
}

/** The body in one piece. */
export function wholeBody(body: ListBody): Buffer {
  const whole = Buffer.allocUnsafe(bodyLength(body));
  let at = body.head.copy(whole);
  for (let index = 0; index < body.items.count; index++) at = body.items.write(index, whole, at);
  body.tail.copy(whole, at);
  return whole;
}

/** Items that are there as bytes, one right after the other. */
export class EncodedItems implements ListItems {
  readonly #items: readonly Buffer[];

  constructor(items: readonly Buffer[]) {
    this.#items = items;
  }

  get count(): number {
    return this.#items.length;
  }

  get totalSize(): number {
    return this.#items.reduce((sum, { length }) => sum + length, 0);
  }

  size(index: number): number {
    return this.#items[index]!.length;
  }

  write(index: number, target: Buffer, at: number): number {
    return at + this.#items[index]!.copy(target, at);
  }
}
