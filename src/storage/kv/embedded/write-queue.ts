import type { KvError } from '../../kv.ts';
import { Database } from './database.ts';
import type { Change, Head } from './head.ts';
import type { Space } from './space.ts';

/** A batch for one flush: writes with revisions, and record changes without (leases, sweeps). */
class Batch {
  readonly changes: Change[] = [];
  readonly others: (() => void)[] = [];
  readonly flushed: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: KvError) => void;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.flushed = promise;
    this.resolve = resolve;
    this.reject = reject;
    // The callers get the failure; without callers it must not be an unhandled rejection.
    promise.catch(() => {});
  }
}

/**
 * Brings writes to the disk. While one batch is being flushed, all writes that come join the next, so that the
 * more wait, the more share a flush; a write that comes alone is flushed at once.
 */
export class WriteQueue {
  readonly #database: Database;
  readonly #head: Head;
  readonly #space: Space;
  readonly #onFlushed: (changes: readonly Change[]) => void;
  #next: Batch | undefined;
  #current: Batch | undefined;
  #broken: KvError | undefined;

  constructor(database: Database, head: Head, space: Space, onFlushed: (changes: readonly Change[]) => void) {
    this.#database = database;
    this.#head = head;
    this.#space = space;
    this.#onFlushed = onFlushed;
  }

  /**
   * Throws when the disk cannot be written any more, and when there is no room but for essential writes. To be asked
   * before a revision is given out.
   */
  ensureUsable(isEssential = false): void {
    if (this.#broken !== undefined) throw this.#broken;
    if (!isEssential) this.#space.ensure();
  }

  /** Reason why nothing can be written any more. */
  get broken(): KvError | undefined {
    return this.#broken;
  }

  /** Resolves when the change is on the disk; rejects with Full or Unavailable when it certainly never will be. */
  add(change: Change): Promise<void> {
    const batch = this.#open();
    batch.changes.push(change);
    return batch.flushed;
  }

  /** The same for records that are no versions; `write` puts or removes them. */
  addRecords(write: () => void): Promise<void> {
    const batch = this.#open();
    batch.others.push(write);
    return batch.flushed;
  }

  /** Resolves when everything that was added so far is on the disk; rejects like `add`. */
  async settled(): Promise<void> {
    await (this.#next ?? this.#current)?.flushed;
  }

  #open(): Batch {
    if (this.#next !== undefined) return this.#next;
    this.#next = new Batch();
    // Not at once, so that writes of one turn of the event loop are one batch.
    if (this.#current === undefined) queueMicrotask(() => void this.#run());
    return this.#next;
  }

  async #run(): Promise<void> {
    while (this.#next !== undefined) {
      const batch = this.#next;
      this.#current = batch;
      this.#next = undefined;
      await this.#flush(batch);
    }
    this.#current = undefined;
  }

  async #flush(batch: Batch): Promise<void> {
    try {
      await this.#database.commit(() => this.#write(batch));
    } catch (cause) {
      this.#fail(batch, cause);
      return;
    }
    this.#space.written();
    this.#head.flushed(batch.changes);
    this.#onFlushed(batch.changes);
    batch.resolve();
  }

  #write(batch: Batch): void {
    let space = Database.space(batch.changes.map((change) => change.version));
    for (const { version, previous } of batch.changes) {
      space = this.#database.putVersion(version, previous, space);
    }
    for (const write of batch.others) write();
  }

  /** Later writes may build on the failed batch, and so fail with it. */
  #fail(batch: Batch, cause: unknown): void {
    this.#broken = this.#head.failed();
    const error = this.#space.failed(cause);
    batch.reject(this.#broken ?? error);
    this.#next?.reject(error);
    this.#next = undefined;
  }
}
