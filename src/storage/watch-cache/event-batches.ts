import { type CacheEvent, largeFrame } from './event.ts';
import type { EventBatch, PastBatch, WatchStream } from './watch-stream.ts';

/** Bytes that go to a connection at a time: about a fifth of a millisecond of work for it. */
export const maxBatchBytes = 64 * 1024;
/** The same of live events, which are the same bytes for a whole group. */
export const maxLiveBatchBytes = 256 * 1024;
/** Events that are looked at in one turn, for a watch that few of them are for. */
const maxLookedAt = 1_000;

/** Collects the frames of one batch. Those of one revision stay together: a revision is a place to go on from. */
export class EventBatchBuilder {
  #frames: Buffer[] = [];
  #after = 0;
  #revision = 0;
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#frames.length === 0;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Everything that was collected comes after this revision. */
  get after(): number {
    return this.#after;
  }

  /** Whether events of this revision were collected. */
  holds(revision: number): boolean {
    return !this.isEmpty && this.#revision === revision;
  }

  /**
   * Whether a frame of so many bytes of this revision belongs into the next batch. A large one is a batch of its
   * own: together with others it would be copied, for each group of watchers and each watcher that is behind.
   */
  isFullFor(bytes: number, revision: number, max = maxBatchBytes): boolean {
    if (this.isEmpty || revision === this.#revision) return false;
    return this.#bytes >= max || this.#frames[0]!.length >= largeFrame || bytes >= largeFrame;
  }

  add(frame: Buffer, revision: number): void {
    if (this.#frames.length === 0) this.#after = revision - 1;
    this.#frames.push(frame);
    this.#bytes += frame.length;
    this.#revision = revision;
  }

  /** The collected frames in one buffer. */
  build(): EventBatch {
    const bytes = this.#frames.length === 1 ? this.#frames[0]! : Buffer.concat(this.#frames, this.#bytes);
    return { after: this.#after, revision: this.#revision, bytes, events: this.#frames.length };
  }
}

/** The next batch for a stream, of events that begin after its revision. */
export function pastBatch(
  events: Iterable<CacheEvent>,
  { selection, encoder, revision: after }: WatchStream,
): PastBatch {
  const builder = new EventBatchBuilder();
  let revision = after;
  let looked = 0;
  let isLast = true;
  for (const event of events) {
    const isNew = event.revision !== revision;
    if (isNew && (looked >= maxLookedAt || builder.isFullFor(event.stateBytes, event.revision))) {
      isLast = false;
      break;
    }
    looked++;
    revision = event.revision;
    const type = event.typeFor(selection);
    if (type !== undefined) builder.add(event.pastFrame(type, encoder), event.revision);
  }
  return { ...builder.build(), after, revision, isLast };
}
