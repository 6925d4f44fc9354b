import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Database as LmdbDatabase, open, type RootDatabase } from 'lmdb';
import { KvError } from '../../kv.ts';
import { checkDataFile } from './data-file.ts';
import {
  FORMAT,
  integerText,
  type LogEntry,
  leaseRecord,
  logRecord,
  parseInteger,
  readLeaseRecord,
  readLogEntry,
  readVersion,
  type Version,
  versionKey,
  versionSize,
  versionsEnd,
  versionsFrom,
  writeVersion,
} from './layout.ts';

type Table = LmdbDatabase<Buffer, string>;

export interface DatabaseOptions {
  directory: string;
  /** Address space to reserve for the file, in bytes. It grows by itself when the file does. */
  mapSize: number;
}

/** Keys are strings of single-byte characters, as `layout.ts` makes them; they go in and out without a copy. */
const KEY_ENCODER = {
  writeKey: (key: string, target: Buffer, at: number): number => at + target.write(key, at, 'latin1'),
  readKey: (source: Buffer, start: number, end: number): string => source.toString('latin1', start, end),
};

/**
 * With 8 KiB a compressed object of usual size lies within a leaf page; with 4 KiB it took an overflow page of
 * its own (measured, 60,000 objects of 4.9 KB: 132 MB against 220 MB; 481 MB without compression).
 */
const PAGE_SIZE = 8192;

/**
 * LZ4, on the library's own threads, from 1 KB on: 15 µs of CPU a write for a file, and so a share of the
 * process's resident memory, of a third the size. The library's default dictionary is left out: loading it
 * costs as much again for every value. Whoever changes the dictionary makes all existing files unreadable.
 */
const COMPRESSION = { threshold: 1024, dictionary: Buffer.alloc(8) };

/** LMDB wants a value; the key says it all. */
const PRESENT = Buffer.from([1]);

const EVERYTHING = { start: '\x00', end: '\xff\xff' };

/** The file: reads and writes of single records, in the layout that `layout.ts` describes. */
export class Database {
  readonly #path: string;
  readonly #root: RootDatabase<Buffer, Buffer | string>;
  readonly #versions: Table;
  readonly #log: Table;
  readonly #leases: Table;
  readonly #attachments: Table;
  readonly #meta: Table;

  constructor(options: DatabaseOptions) {
    this.#path = join(options.directory, 'data.mdb');
    const found = checkDataFile(this.#path);
    this.#root = open<Buffer, Buffer | string>({
      path: options.directory,
      mapSize: options.mapSize,
      pageSize: PAGE_SIZE,
      // A commit is then one plain LMDB commit: its promise means that the data is on the disk. With the
      // overlapping kind it means only that readers see it, and a failure of the flush is told to no one.
      overlappingSync: false,
      encoding: 'binary',
      keyEncoding: 'binary',
    });
    this.#versions = this.#table('versions', COMPRESSION);
    this.#log = this.#table('log');
    this.#leases = this.#table('leases');
    this.#attachments = this.#table('attachments');
    this.#meta = this.#table('meta');
    if (found === 'absent') this.#initialize();
    else this.#check(found === 'short');
  }

  #table(name: string, compression?: object): Table {
    // Its types do not know that the library takes an encoder of keys.
    const options: object = { encoding: 'binary', keyEncoder: KEY_ENCODER, compression };
    return this.#root.openDB<Buffer, string>(name, options);
  }

  #initialize(): void {
    this.#root.transactionSync(() => {
      this.#meta.putSync('format', Buffer.from(FORMAT));
    });
    // A file is only safe when its name is.
    const directory = openSync(dirname(this.#path), 'r');
    fsyncSync(directory);
    closeSync(directory);
  }

  #check(readEverything: boolean): void {
    const format = this.#meta.getBinary('format')?.toString();
    if (format === undefined && this.#isEmpty()) {
      // Its first opener died before it wrote the format.
      this.#initialize();
    } else if (format !== FORMAT) {
      const what = format === undefined ? 'no format' : `format ${format}`;
      throw new KvError('Corrupt', `${this.#path} has ${what}; this program knows format ${FORMAT}`);
    }
    if (!readEverything) return;
    for (const { key, value } of this.#versions.getRange(EVERYTHING)) readVersion(key, value);
    for (const { key, value } of this.#log.getRange(EVERYTHING)) readLogEntry(key, value);
  }

  /** Whether nothing lies in the file but our own tables, and nothing in those. */
  #isEmpty(): boolean {
    const tables = [this.#versions, this.#log, this.#leases, this.#attachments, this.#meta];
    if (this.#root.getKeysCount({ start: Buffer.from([0]) }) > tables.length) return false;
    return tables.every((table) => table.getKeysCount({ ...EVERYTHING, limit: 1 }) === 0);
  }

  // --- versions

  /** What stood at a key right after a revision, a deletion included; undefined when it was never written. */
  versionAt(key: string, revision: number): Version | undefined {
    const range = { start: versionsFrom(key, revision), end: versionsEnd(key), limit: 1 };
    for (const entry of this.#versions.getRange(range)) return readVersion(entry.key, entry.value);
    return undefined;
  }

  /** The version that one revision wrote. Its being gone is damage: callers ask for what must be there. */
  version(key: string, revision: number, deleted: boolean): Version {
    return this.read(versionKey(key, revision, deleted));
  }

  /** The version at an LMDB key that `versionKeys` gave. */
  read(key: string): Version {
    const record = this.#versions.getBinary(key);
    if (record === undefined)
      throw new KvError('Corrupt', `the version at ${JSON.stringify(key)} is missing`);
    return readVersion(key, asBuffer(record));
  }

  /** The LMDB keys of all versions in a range: key by key, the newest version first. */
  versionKeys(start: string, end: string): Iterable<string> {
    return this.#versions.getKeys({ start, end });
  }

  /** Room for the records of so many versions: one allocation for all that a transaction writes. */
  static space(versions: readonly Version[]): Buffer {
    return Buffer.allocUnsafeSlow(versions.reduce((size, version) => size + versionSize(version), 0));
  }

  /**
   * Writes a version, its log entry and what it changes about leases. Its record is built at the beginning of
   * `space`, where it must stay until the commit; what is left of the space is returned.
   */
  putVersion(version: Version, previous: Version | undefined, space: Buffer): Buffer {
    const { key, revision, deleted } = version;
    const record = space.subarray(0, versionSize(version));
    writeVersion(version, record);
    this.#versions.put(versionKey(key, revision, deleted), record);
    const previousRevision = previous === undefined || previous.deleted ? 0 : previous.revision;
    this.#log.put(integerText(revision), logRecord({ revision, key, deleted, previousRevision }));
    this.#moveKey(key, previous?.lease ?? 0, version.lease);
    return space.subarray(record.length);
  }

  #moveKey(key: string, fromLease: number, toLease: number): void {
    if (fromLease === toLease) return;
    if (fromLease !== 0) this.#attachments.remove(integerText(fromLease) + key);
    if (toLease !== 0) this.#attachments.put(integerText(toLease) + key, PRESENT);
  }

  removeVersion(key: string, revision: number, deleted: boolean): void {
    this.#versions.remove(versionKey(key, revision, deleted));
  }

  // --- log

  /** The log from one revision to another, both included. */
  *log(from: number, to: number): Generator<LogEntry> {
    const range = { start: integerText(from), end: integerText(to + 1) };
    for (const { key, value } of this.#log.getRange(range)) yield readLogEntry(key, asBuffer(value));
  }

  /** The revision of the last write, undefined when there was none yet. */
  lastRevision(): number | undefined {
    const range = { start: integerText(2 ** 48 - 1), end: '\x00', reverse: true, limit: 1 };
    for (const key of this.#log.getKeys(range)) return parseInteger(key, 0);
    return undefined;
  }

  removeLogEntry(revision: number): void {
    this.#log.remove(integerText(revision));
  }

  // --- leases

  putLease(lease: number, ttlSeconds: number, endsAt: number): void {
    this.#leases.put(integerText(lease), leaseRecord(ttlSeconds, endsAt));
  }

  removeLease(lease: number): void {
    this.#leases.remove(integerText(lease));
  }

  *leases(): Generator<{ lease: number; ttlSeconds: number; endsAt: number }> {
    for (const { key, value } of this.#leases.getRange(EVERYTHING)) {
      yield { lease: parseInteger(key, 0), ...readLeaseRecord(asBuffer(value)) };
    }
  }

  attachedKeys(lease: number): string[] {
    const start = integerText(lease);
    const keys = this.#attachments.getKeys({ start, end: integerText(lease + 1) });
    return Array.from(keys, (key) => key.slice(start.length));
  }

  // --- single numbers

  integer(name: 'compacted' | 'last-lease', otherwise: number): number {
    const record = this.#meta.getBinary(name);
    return record === undefined ? otherwise : parseInteger(asBuffer(record).toString('latin1'), 0);
  }

  putInteger(name: 'compacted' | 'last-lease', value: number): void {
    this.#meta.put(name, Buffer.from(integerText(value), 'latin1'));
  }

  // --- the whole

  /**
   * One transaction of all writes that the function makes, which must not wait in between. Resolves when they
   * are on the disk.
   */
  async commit(writes: () => void): Promise<void> {
    try {
      await this.#root.batch(writes);
    } catch (error) {
      throw await commitCause(error);
    }
  }

  sizeBytes(): number {
    return statSync(this.#path).size;
  }

  async close(): Promise<void> {
    await this.#root.close();
  }
}

/** LMDB hands out plain byte arrays here and there. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The library's error of a failed commit holds a promise that rejects with the reason. */
async function commitCause(error: unknown): Promise<unknown> {
  try {
    await (error as { commitError?: Promise<never> }).commitError;
    return error;
  } catch (cause) {
    return cause;
  }
}
