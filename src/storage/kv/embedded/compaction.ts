import { Pacer } from '../../../util/pacer.ts';
import type { Database } from './database.ts';
import type { WriteQueue } from './write-queue.ts';

/** Log entries that one batch takes away. */
const portion = 1000;
/** … and one after a failure: on a full disk, forgetting takes some room before it makes some. */
const smallPortion = 16;

/**
 * Forgets old revisions. First the mark is set, from when on older revisions are Expired; then what only they
 * need is swept away, a portion at a time. A sweep that was cut off goes on at the next start: it is due
 * whenever the log begins before the mark.
 */
export class Compaction {
  readonly #database: Database;
  readonly #queue: WriteQueue;
  #mark: number;
  #sweep: Promise<void>;
  #closed = false;
  /** The last sweep has come to its end. */
  #isSwept = true;

  constructor(database: Database, queue: WriteQueue) {
    this.#database = database;
    this.#queue = queue;
    this.#mark = database.integer('compacted', 0);
    this.#sweep = this.#sweepTo(this.#mark);
    // The next compaction starts it anew.
    this.#sweep.catch(() => {});
  }

  /** The oldest revision that can be read and watched from. */
  get mark(): number {
    return this.#mark;
  }

  async compact(revision: number): Promise<void> {
    if (revision > this.#mark) {
      await this.#queue.addRecords(() => this.#database.putInteger('compacted', revision));
      this.#mark = Math.max(this.#mark, revision);
    } else if (this.#isSwept) return;
    this.#sweep = this.#sweep.catch(() => {}).then(() => this.#sweepTo(this.#mark));
    await this.#sweep;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#sweep.catch(() => {});
  }

  /**
   * An entry before the mark makes what it replaced unreadable, and a deletion before it says no more than that
   * there is nothing. The entry at the mark itself is left alone: a watch from there still tells what it
   * replaced.
   */
  async #sweepTo(mark: number): Promise<void> {
    const size = this.#isSwept ? portion : smallPortion;
    this.#isSwept = false;
    const pacer = new Pacer();
    for (;;) {
      if (this.#closed) return;
      const portion = this.#database
        .log(0, mark - 1)
        .take(size)
        .toArray();
      if (portion.length === 0) {
        this.#isSwept = true;
        return;
      }
      await this.#queue.addRecords(() => {
        for (const { key, revision, deleted, previousRevision } of portion) {
          if (previousRevision !== 0) this.#database.removeVersion(key, previousRevision, false);
          if (deleted) this.#database.removeVersion(key, revision, true);
          this.#database.removeLogEntry(revision);
        }
      });
      await pacer.turn();
    }
  }
}
