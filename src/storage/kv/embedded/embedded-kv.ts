import {
  type Kv,
  KvError,
  type KvStatus,
  type LeaseId,
  type RangeOptions,
  type RangeResult,
  type Watch,
  type WatchHandler,
  type WatchOptions,
  type WriteOptions,
  type WriteResult,
} from '../../kv.ts';
import { Compaction } from './compaction.ts';
import type { Database } from './database.ts';
import type { DirectoryLock } from './directory-lock.ts';
import { asKvError } from './errors.ts';
import { Head } from './head.ts';
import { type LeaseClocks, Leases } from './leases.ts';
import { ensureNotCompacted, Reader, toKeyValue } from './reader.ts';
import type { Version } from './records.ts';
import { Space } from './space.ts';
import { Watches } from './watches.ts';
import { WriteQueue } from './write-queue.ts';

/** Milliseconds between two looks for room. */
const recoveryInterval = 1000;

/** The limit of etcd: what fits in one store fits in the other. */
const maxValueBytes = 1.5 * 1024 * 1024;
/** LMDB's limit, less the bytes that the keys of versions and attachments add. */
const maxKeyBytes = 1900;

const emptyBytes = Buffer.alloc(0);

/** A store in one data directory. Takes over what it is given, and lets go of it when it is closed. */
export class EmbeddedKv implements Kv {
  readonly #directory: string;
  readonly #lock: DirectoryLock;
  readonly #database: Database;
  readonly #head: Head;
  readonly #reader: Reader;
  readonly #queue: WriteQueue;
  readonly #watches: Watches;
  readonly #leases: Leases;
  readonly #compaction: Compaction;
  readonly #space: Space;
  readonly #recovery: NodeJS.Timeout;
  #closing: Promise<void> | undefined;
  /**
   * The file that was opened is the one that is served, whatever is put in its place: a directory is restored while no
   * process runs on it.
   */
  readonly replacements = 0;

  constructor(directory: string, lock: DirectoryLock, database: Database, clocks: LeaseClocks) {
    this.#directory = directory;
    this.#lock = lock;
    this.#database = database;
    this.#head = new Head(database);
    this.#reader = new Reader(database);
    this.#space = new Space(directory, () => database.freeBytes());
    this.#queue = new WriteQueue(database, this.#head, this.#space, (changes) =>
      this.#watches.publish(changes),
    );
    this.#compaction = new Compaction(database, this.#queue);
    this.#leases = new Leases(database, this.#head, this.#queue, clocks);
    this.#watches = new Watches(database, this.#position());
    this.#recovery = setInterval(() => void this.#recover().catch(() => {}), recoveryInterval);
    this.#recovery.unref();
  }

  get writeError(): string | undefined {
    return this.#queue.broken?.message ?? this.#space.writeError;
  }

  /** In need of room, history goes first: what was deleted is no room before that. */
  async #recover(): Promise<void> {
    if (this.#space.isFull) await this.#compaction.compact(this.#head.durable).catch(() => {});
    this.#space.check();
  }

  async currentRevision(): Promise<number> {
    return this.#run(() => this.#head.durable);
  }

  async get(key: string, options: { revision?: number } = {}) {
    return this.#run(() => {
      const revision = this.#readable(options.revision);
      const version = this.#database.versionAt(key, revision);
      const item = version === undefined || version.deleted ? undefined : toKeyValue(version);
      return { item, revision };
    });
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<RangeResult> {
    return this.#run(() => this.#reader.range(prefix, this.#readable(options.revision), options));
  }

  async count(prefix: string): Promise<number> {
    return this.#run(() => this.#reader.count(prefix, this.#head.durable));
  }

  async create(key: string, value: Buffer, options: WriteOptions = {}): Promise<WriteResult> {
    return this.#run(() => {
      const lease = this.#admit(key, value, options);
      const current = this.#head.latest(key);
      if (current !== undefined && !current.deleted) return this.#refuse(current);
      return this.#write({ key, deleted: false, createRevision: 0, lease, value }, current);
    });
  }

  async update(
    key: string,
    value: Buffer,
    modRevision: number,
    options: WriteOptions = {},
  ): Promise<WriteResult> {
    return this.#run(() => {
      const lease = this.#admit(key, value, options);
      const current = this.#head.latest(key);
      if (!isAt(current, modRevision)) return this.#refuse(current);
      const { createRevision } = current;
      return this.#write({ key, deleted: false, createRevision, lease, value }, current);
    });
  }

  async delete(key: string, modRevision: number): Promise<WriteResult> {
    return this.#run(() => {
      this.#admit(key, emptyBytes, { essential: true });
      const current = this.#head.latest(key);
      if (!isAt(current, modRevision)) return this.#refuse(current);
      return this.#write({ key, deleted: true, createRevision: 0, lease: 0, value: emptyBytes }, current);
    });
  }

  async grantLease(ttlSeconds: number): Promise<LeaseId> {
    return this.#run(() => {
      this.#queue.ensureUsable();
      return this.#leases.grant(ttlSeconds);
    });
  }

  async keepLeaseAlive(lease: LeaseId): Promise<void> {
    return this.#run(() => this.#leases.keepAlive(lease));
  }

  async revokeLease(lease: LeaseId): Promise<void> {
    return this.#run(() => this.#leases.revoke(lease));
  }

  async compact(revision: number): Promise<void> {
    return this.#run(() => {
      this.#ensureHappened(revision);
      return this.#compaction.compact(revision);
    });
  }

  watch(fromRevision: number, handler: WatchHandler, options: WatchOptions = {}): Watch {
    this.#ensureOpen();
    return this.#watches.open(fromRevision, handler, options);
  }

  async status(): Promise<KvStatus> {
    return this.#run(() => {
      const { damage } = this.#database;
      return {
        version: 'embedded',
        sizeBytes: this.#database.sizeBytes(),
        members: [{ endpoint: this.#directory }],
        ...(damage !== undefined && { warning: damage }),
      };
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    clearInterval(this.#recovery);
    await this.#leases.close();
    await this.#compaction.close();
    // Writes in progress are acknowledged and reach the watches; failed ones have rejected.
    await this.#queue.settled().catch(() => {});
    this.#watches.endAll(new KvError('Closed', 'the store is closed'));
    try {
      await this.#database.close();
    } finally {
      this.#lock.release();
    }
  }

  #position() {
    const head = this.#head;
    const compaction = this.#compaction;
    return {
      get durable() {
        return head.durable;
      },
      get compacted() {
        return compaction.mark;
      },
    };
  }

  /** Every method but `watch` goes through here. */
  async #run<T>(work: () => T | Promise<T>): Promise<T> {
    this.#ensureOpen();
    try {
      return await work();
    } catch (error) {
      throw asKvError(error);
    }
  }

  #ensureOpen(): void {
    if (this.#closing !== undefined) throw new KvError('Closed', 'the store is closed');
  }

  #ensureHappened(revision: number): void {
    if (revision <= this.#head.durable) return;
    throw new KvError('FutureRevision', `revision ${revision} has not happened, ${this.#head.durable} has`);
  }

  #readable(revision: number | undefined): number {
    if (revision === undefined) return this.#head.durable;
    this.#ensureHappened(revision);
    ensureNotCompacted(revision, this.#compaction.mark);
    return revision;
  }

  /** Checks a write before it may have any effect; gives the number of its lease. */
  #admit(key: string, value: Buffer, options: WriteOptions): number {
    this.#queue.ensureUsable(options.essential);
    if (key.length > maxKeyBytes) throw new KvError('TooLarge', `the key has ${key.length} bytes`);
    if (value.length > maxValueBytes) throw new KvError('TooLarge', `the value has ${value.length} bytes`);
    return options.lease === undefined ? 0 : this.#leases.find(options.lease);
  }

  async #write(write: Omit<Version, 'revision'>, previous: Version | undefined): Promise<WriteResult> {
    const change = this.#head.decide(write, previous);
    await this.#queue.add(change);
    return { done: true, revision: change.version.revision };
  }

  /** Tells what stands there, once that is on the disk. */
  async #refuse(current: Version | undefined): Promise<WriteResult> {
    if (current !== undefined && this.#head.isPending(current)) await this.#queue.settled();
    const item = current === undefined || current.deleted ? undefined : toKeyValue(current);
    return { done: false, current: item, revision: this.#head.durable };
  }
}

function isAt(version: Version | undefined, revision: number): version is Version {
  return version !== undefined && !version.deleted && version.revision === revision;
}
