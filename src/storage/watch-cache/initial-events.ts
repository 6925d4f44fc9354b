import { Pacer } from '../../util/pacer.ts';
import type { CacheEntry } from './entry.ts';
import { maxBatchBytes } from './event-batches.ts';
import type { WatchOptions } from './watch-stream.ts';

/** The state with which a watch begins: ADDED events of what its selection matches of these entries, in blocks. */
export function initialEvents(
  entries: Iterable<CacheEntry>,
  options: WatchOptions,
  /** Revision of the bookmark that ends them; undefined for none. */
  bookmark: number | undefined,
): Generator<Buffer> {
  return blocks(frames(entries, options, bookmark));
}

function* frames(
  entries: Iterable<CacheEntry>,
  { selection, encoder }: WatchOptions,
  bookmark: number | undefined,
): Generator<Buffer> {
  for (const entry of entries) {
    if (!selection.isWhole && !selection.matches(entry)) yield noBytes;
    else if (encoder.pieces === undefined) yield encoder.frame('ADDED', entry);
    else yield* encoder.pieces('ADDED', entry);
  }
  if (bookmark !== undefined) yield encoder.bookmark(bookmark, true);
}

const noBytes = Buffer.alloc(0);

/**
 * Frames by the block: one write to a connection costs about as much as the copying of a block. Without bytes where
 * the next block takes longer: other requests may run.
 */
function* blocks(frames: Iterable<Buffer>): Generator<Buffer> {
  const pacer = new Pacer();
  let block: Buffer[] = [];
  let size = 0;
  for (const frame of frames) {
    if (pacer.isDue(1)) {
      yield noBytes;
      pacer.restart();
    }
    if (frame.length === 0) continue;
    block.push(frame);
    size += frame.length;
    if (size < maxBatchBytes) continue;
    yield Buffer.concat(block, size);
    pacer.restart();
    block = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(block, size);
}
