import { ReleasingMap } from '../../../util/releasing-map.ts';
import { KvError } from '../../kv.ts';
import type { Database } from './database.ts';
import type { Version } from './records.ts';

/** A write that has its revision, on its way to the disk. */
export interface Change {
  version: Version;
  /** The version that it replaces or deletes; undefined or a deletion when there was none. */
  previous: Version | undefined;
}

/**
 * The newest state of the store, of which there are two: what is on the disk (`durable`), which is all that
 * reads and watches may see, and what is decided but not yet on the disk, which the next compare must see.
 *
 * Worked example: create('/a') is decided at 2 and waits. A get answers "no such key at revision 1"; another
 * create('/a') finds the pending version and is refused, but the refusal is sent only when 2 is on the disk: were the
 * answer given before and the write then lost, it would have named a state that never was.
 */
export class Head {
  readonly #database: Database;
  readonly #pending = new ReleasingMap<string, Version>();
  #durable: number;
  #assigned: number;

  constructor(database: Database) {
    this.#database = database;
    this.#durable = this.#assigned = database.lastRevision() ?? 1;
  }

  /** The newest revision that is on the disk. */
  get durable(): number {
    return this.#durable;
  }

  /** The newest version of a key, pending ones included. */
  latest(key: string): Version | undefined {
    return this.#pending.get(key) ?? this.#database.versionAt(key, this.#assigned);
  }

  isPending(version: Version): boolean {
    return this.#pending.get(version.key) === version;
  }

  /** Gives a write its revision. From now on compares see it. */
  decide(write: Omit<Version, 'revision'>, previous: Version | undefined): Change {
    const revision = ++this.#assigned;
    // A key that is created is created by this very revision.
    const createRevision = write.deleted ? 0 : write.createRevision || revision;
    const version = { ...write, revision, createRevision };
    this.#pending.set(version.key, version);
    return { version, previous };
  }

  /** These, the oldest that were pending, are on the disk. */
  flushed(changes: readonly Change[]): void {
    for (const { version } of changes) {
      this.#durable = version.revision;
      if (this.isPending(version)) this.#pending.delete(version.key);
    }
  }

  /**
   * The pending writes failed. Returns whether that is certain: if the disk holds more than the last known commit,
   * a crash may leave any part of it, and no later write may depend on it.
   */
  failed(): KvError | undefined {
    this.#pending.clear();
    this.#assigned = this.#durable;
    if ((this.#database.lastRevision() ?? 1) === this.#durable) return undefined;
    return new KvError(
      'Unknown',
      'a write reached the data file but could not be flushed; restart is needed',
    );
  }
}
