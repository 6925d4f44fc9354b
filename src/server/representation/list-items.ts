import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import type { Pacer } from '../../util/pacer.ts';
import { type Block, type BlockPool, blockSize, pause } from './block-pool.ts';

/**
 * The items of a list's body, in a form of which each knows its size and can be written to its place. An item may be
 * made when its size is asked for, which is right before it is written.
 */
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

/** Asks each item for its size: only for those that are there already. */
export const bodyLength = ({ head, items, tail }: ListBody): number =>
  head.length + itemsLength(items) + tail.length;

export function itemsLength(items: ListItems): number {
  let length = 0;
  for (let index = 0; index < items.count; index++) length += items.size(index);
  return length;
}

/** Writes all items one after the other; returns where they end. */
export function writeItems(items: ListItems, target: Buffer, position: number): number {
  let at = position;
  for (let index = 0; index < items.count; index++) at = items.write(index, target, at);
  return at;
}

/** The same for whether it is longer: of most bodies that are, the first items say so. */
export function isLonger({ head, items, tail }: ListBody, than: number): boolean {
  let length = head.length + tail.length;
  for (let index = 0; index < items.count && length <= than; index++) length += items.size(index);
  return length > than;
}

/** The body in blocks of the pool, each item made and copied when its turn comes. */
export function* bodyBlocks(
  { head, items, tail }: ListBody,
  pool: BlockPool,
  pacer: Pacer,
): Generator<Block> {
  let block = blockFor(head.length, pool);
  let at = head.copy(block);
  for (let index = 0; index < items.count; index++) {
    const needed = items.size(index);
    if (at + needed > block.length) {
      yield { block, size: at };
      block = blockFor(needed, pool);
      at = 0;
    }
    at = items.write(index, block, at);
    if (pacer.isDue(1)) yield pause;
  }
  if (at + tail.length > block.length) {
    yield { block, size: at };
    block = pool.acquire();
    at = 0;
  }
  yield { block, size: at + tail.copy(block, at) };
}

const blockFor = (size: number, pool: BlockPool): Buffer =>
  size > blockSize ? Buffer.allocUnsafeSlow(size) : pool.acquire();

/** The body in one piece: for small ones. */
export function wholeBody(body: ListBody): Buffer {
  const whole = Buffer.allocUnsafe(bodyLength(body));
  const end = writeItems(body.items, whole, body.head.copy(whole));
  body.tail.copy(whole, end);
  return whole;
}

const comma = 0x2c;
const openingBrace = 0x7b;

/** Whole objects as they are stored: their JSON without what a list says for all of them. */
export class StoredItems implements ListItems {
  readonly #entries: readonly CacheEntry[];
  readonly #isWhole: boolean;

  /** `isWhole`: with kind and apiVersion, which lists of custom resources do not say for all of them. */
  constructor(entries: readonly CacheEntry[], isWhole = false) {
    this.#entries = entries;
    this.#isWhole = isWhole;
  }

  #start(itemStart: number): number {
    return this.#isWhole ? 1 : itemStart;
  }

  get count(): number {
    return this.#entries.length;
  }

  size(index: number): number {
    const { json, itemStart } = this.#entries[index]!;
    return json.length - this.#start(itemStart) + (index > 0 ? 2 : 1);
  }

  write(index: number, target: Buffer, position: number): number {
    const { json, itemStart } = this.#entries[index]!;
    let at = position;
    if (index > 0) target[at++] = comma;
    target[at++] = openingBrace;
    return at + json.copy(target, at, this.#start(itemStart));
  }
}

/** Items that are encoded when their turn comes, one right after the other. */
export class EncodedItems implements ListItems {
  readonly #sizes: readonly number[];
  readonly #encode: (index: number) => Buffer;

  /** `encode`: the same bytes whenever it is asked, as many as `sizes` says. */
  constructor(sizes: readonly number[], encode: (index: number) => Buffer) {
    this.#sizes = sizes;
    this.#encode = encode;
  }

  get count(): number {
    return this.#sizes.length;
  }

  size(index: number): number {
    return this.#sizes[index]!;
  }

  write(index: number, target: Buffer, at: number): number {
    const item = this.#encode(index);
    if (item.length !== this.#sizes[index]) throw new Error('an item has another size than before');
    return at + item.copy(target, at);
  }
}
