import { writeJson } from '../api/codec/json.ts';
import type { ListMetadata } from '../api/machinery/metadata.ts';
import type { CacheEntry } from '../storage/watch-cache/entry.ts';
import { type BlockPool, blockSize } from './block-pool.ts';

/** Everything of a list's JSON after its last item: one line, like all compact JSON. */
export const listTail = Buffer.from(']}\n');

const comma = 0x2c;
const openingBrace = 0x7b;

/** Everything of a list's JSON before its first item. */
export function listHead(kind: string, apiVersion: string, metadata: ListMetadata): Buffer {
  const head = writeJson({ kind: `${kind}List`, apiVersion, metadata });
  return Buffer.from(`${head.slice(0, -1)},"items":[`);
}

/** Bytes of the whole body of a list. */
export function listLength(head: Buffer, entries: readonly CacheEntry[]): number {
  let length = head.length + listTail.length + Math.max(0, entries.length - 1);
  for (const { json, itemStart } of entries) length += json.length - itemStart + 1;
  return length;
}

/**
 * The body of a list but for its tail, in blocks of the pool, of which `size` bytes are filled: each item is
 * copied once, from the cache to a block.
 */
export function* listBlocks(
  head: Buffer,
  entries: readonly CacheEntry[],
  pool: BlockPool,
): Generator<{ block: Buffer; size: number }> {
  let block = pool.acquire();
  let at = head.copy(block);
  for (let index = 0; index < entries.length; index++) {
    const { json, itemStart } = entries[index]!;
    const needed = json.length - itemStart + 2;
    if (at + needed > block.length) {
      yield { block, size: at };
      block = needed > blockSize ? Buffer.allocUnsafeSlow(needed) : pool.acquire();
      at = 0;
    }
    if (index > 0) block[at++] = comma;
    block[at++] = openingBrace;
    at += json.copy(block, at, itemStart);
  }
  yield { block, size: at };
}

/** The body of a list in one piece. */
export function listJson(head: Buffer, entries: readonly CacheEntry[]): Buffer {
  const body = Buffer.allocUnsafe(listLength(head, entries));
  let at = head.copy(body);
  for (const [index, { json, itemStart }] of entries.entries()) {
    if (index > 0) body[at++] = comma;
    body[at++] = openingBrace;
    at += json.copy(body, at, itemStart);
  }
  listTail.copy(body, at);
  return body;
}
