import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import { combineCrc32 } from '../../util/crc32.ts';
import type { Leaf } from '../../util/ordered-tree.ts';
import { type Block, type BlockPool, blockSize } from './block-pool.ts';
import { itemsLength, StoredItems, writeItems } from './list-items.ts';

const deflate = promisify<Buffer, object, Buffer>(deflateRaw);

/** A compressed segment that can be concatenated with others, with the length and checksum for the trailer. */
export interface Segment {
  bytes: Buffer;
  crc: number;
  /** Bytes before compression. */
  length: number;
}

/** Ends at a byte, in the middle of a member: the next segment can follow as it is. Off the main thread. */
export async function compress(text: Buffer): Promise<Segment> {
  const bytes = await deflate(text, { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_SYNC_FLUSH });
  return { bytes, crc: crc32(text), length: text.length };
}

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 3]);

/** A text before and a text after segments, and the segments. The texts are short: at most 65,535 bytes. */
export interface SegmentedText {
  head: Buffer;
  segments: Iterable<Promise<Segment>>;
  tail: Buffer;
}

/** One gzip member, in blocks. The segments are copied: one write of a block costs less than one of each of them. */
export async function* gzipMember(
  { head, segments, tail }: SegmentedText,
  pool: BlockPool,
): AsyncGenerator<Block> {
  let crc = crc32(head);
  let length = head.length + tail.length;
  let block = pool.acquire();
  let at = header.copy(block);
  at += storedBlock(head, false).copy(block, at);
  for (const pending of segments) {
    const { bytes, crc: ofSegment, length: ofText } = await pending;
    crc = combineCrc32(crc, ofSegment, ofText);
    length += ofText;
    if (at + bytes.length > blockSize) {
      yield { block, size: at };
      block = pool.acquire();
      at = 0;
    }
    if (bytes.length > blockSize) yield { block: bytes, size: bytes.length };
    else at += bytes.copy(block, at);
  }
  const checks = Buffer.alloc(8);
  checks.writeUInt32LE(crc32(tail, crc), 0);
  checks.writeUInt32LE(length % 2 ** 32, 4);
  if (at > 0) yield { block, size: at };
  const end = Buffer.concat([storedBlock(tail, true), checks]);
  yield { block: end, size: end.length };
}

/** A text as a block of deflate that is not compressed, which begins and ends at a byte. */
function storedBlock(text: Buffer, isLast: boolean): Buffer {
  const block = Buffer.alloc(5 + text.length, isLast ? 1 : 0);
  block.writeUInt16LE(text.length, 1);
  block.writeUInt16LE(~text.length & 0xffff, 3);
  text.copy(block, 5);
  return block;
}

/**
 * Compressed items of lists, kept beside the leaves of the cache's trees for as long as these live: a list that
 * is asked for again costs the compression of the leaves that have changed since.
 */
export class LeafCompression {
  /** By whether it is the first of a list: then no comma stands before its first item. */
  readonly #first = new WeakMap<Leaf<CacheEntry>, Promise<Segment>>();
  readonly #other = new WeakMap<Leaf<CacheEntry>, Promise<Segment>>();

  /** The items of a leaf from one position to another. Only whole leaves are kept. */
  segment(leaf: Leaf<CacheEntry>, from: number, to: number, isFirst: boolean): Promise<Segment> {
    if (from > 0 || to < leaf.values.length) return compress(textOf(leaf.values.slice(from, to), isFirst));
    const kept = isFirst ? this.#first : this.#other;
    let segment = kept.get(leaf);
    if (segment === undefined) {
      segment = compress(textOf(leaf.values, isFirst));
      kept.set(leaf, segment);
    }
    return segment;
  }
}

/** `{…},{…}`, or `,{…},{…}` when items stand before them. */
function textOf(entries: readonly CacheEntry[], isFirst: boolean): Buffer {
  const items = new StoredItems(entries);
  // An item that is not the first one of a list begins with its comma.
  const shift = isFirst ? 0 : 1;
  const text = Buffer.allocUnsafe(shift + itemsLength(items));
  if (!isFirst) text.write(',');
  writeItems(items, text, shift);
  return text;
}
