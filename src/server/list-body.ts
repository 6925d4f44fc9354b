import { writeJson } from '../api/codec/json.ts';
import type { CacheEntry } from '../storage/watch-cache/entry.ts';
import type { ListMetadata } from './views.ts';

/** Bytes that are written to a connection at a time. */
export const blockSize = 256 * 1024;

/** Everything of a list's JSON after its last item. */
export const listTail = Buffer.from(']}');

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

/** The body of a list in blocks: each item is copied once, from the cache to a block. */
export function* listBlocks(head: Buffer, entries: readonly CacheEntry[]): Generator<Buffer> {
  let block = Buffer.allocUnsafeSlow(Math.max(blockSize, head.length));
  let at = head.copy(block);
  for (const [index, { json, itemStart }] of entries.entries()) {
    const size = json.length - itemStart + 2;
    if (at + size > block.length) {
      yield block.subarray(0, at);
      block = Buffer.allocUnsafeSlow(Math.max(blockSize, size));
      at = 0;
    }
    if (index > 0) block[at++] = comma;
    block[at++] = openingBrace;
    at += json.copy(block, at, itemStart);
  }
  yield block.subarray(0, at);
  yield listTail;
}

/** The body of a list in one piece. */
export function listJson(head: Buffer, entries: readonly CacheEntry[]): Buffer {
  return Buffer.concat([...listBlocks(head, entries)]);
}
