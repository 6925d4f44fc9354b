import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { KvError } from '../../kv.ts';

/** Bytes that are kept aside, for deletions when there is nothing left. */
const reserveSize = 4 * 1024 * 1024;

/** Error codes of a full disk; LMDB reports EIO when only a part of a write fitted. */
const noRoom = /ENOSPC|EDQUOT|EFBIG|MDB_MAP_FULL|No space left|Disk quota|File too large/;

/**
 * Whether there is room for writes. As long as there is, a file holds some of it back. When a write has found none,
 * the file goes, and what it held is for deletions, for what makes room by forgetting history, and for nothing else,
 * until there is room again: on the disk, or among the pages of the data file that deletions have left free.
 */
export class Space {
  readonly #directory: string;
  readonly #path: string;
  readonly #freeInFile: () => number;
  /** There is no room. */
  #lack: string | undefined;
  /** The last write has failed for another reason; the next one may not. */
  #failure: string | undefined;

  /** `freeInFile`: bytes of the data file that can be written to without its growing. */
  constructor(directory: string, freeInFile: () => number) {
    this.#directory = directory;
    this.#path = join(directory, 'reserve');
    this.#freeInFile = freeInFile;
    this.check();
  }

  /** Reason why writes are refused, for people; undefined when they are not. */
  get writeError(): string | undefined {
    return this.#lack ?? this.#failure;
  }

  get isFull(): boolean {
    return this.#lack !== undefined;
  }

  /** Throws Full unless there is room. To be asked before a write has any effect. */
  ensure(): void {
    if (this.#lack !== undefined) throw this.#full();
  }

  /** A write is on the disk. */
  written(): void {
    this.#failure = undefined;
  }

  /**
   * A write has failed for this reason, and is certainly not on the disk. Returns the error for the writers that wait.
   */
  failed(cause: unknown): KvError {
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (!noRoom.test(reason) && this.#freeOnDisk() > reserveSize / 4) {
      this.#failure = `the data file in ${this.#directory} cannot be written: ${reason}`;
      return new KvError('Unavailable', this.#failure, { cause });
    }
    this.#release();
    return this.#full(cause);
  }

  /** Looks whether there is room again. Cheap while there is. */
  check(): void {
    if (this.#isHeld() || this.#hold()) this.#lack = undefined;
    else if (this.#lack === undefined) {
      if (this.#freeInFile() + this.#freeOnDisk() < reserveSize) this.#release();
    } else if (this.#freeInFile() >= 2 * reserveSize) this.#lack = undefined;
  }

  #full(cause?: unknown): KvError {
    return new KvError('Full', this.#lack!, { cause });
  }

  #release(): void {
    this.#lack =
      `the store is full: there is no room left for ${this.#directory}. ` +
      'Writes are refused until there is; objects can be deleted';
    rmSync(this.#path, { force: true });
  }

  /** Twice what it holds has to be there: a disk that is all but full would be full again with the next write. */
  #hold(): boolean {
    if (this.#freeOnDisk() < 2 * reserveSize) return false;
    try {
      const file = openSync(this.#path, 'w', 0o600);
      try {
        // Not zeros: some file systems keep no blocks for them.
        const block = randomBytes(65_536);
        for (let written = 0; written < reserveSize; ) written += writeSync(file, block);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      return true;
    } catch {
      rmSync(this.#path, { force: true });
      return false;
    }
  }

  #isHeld(): boolean {
    return (statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) >= reserveSize;
  }

  #freeOnDisk(): number {
    const { bavail, bsize } = statfsSync(this.#directory);
    return bavail * bsize;
  }
}
