import { statSync } from 'node:fs';
import { join } from 'node:path';
import { KvError } from '../../kv.ts';
import { dataFile } from './data-file.ts';
import { allKeys, type Environment, openEnvironment } from './environment.ts';
import {
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

/** Pages of a table, and, of any table, those of the whole file. The library's types leave them out. */
interface TableStats {
  treeBranchPageCount: number;
  treeLeafPageCount: number;
  overflowPages: number;
}
interface Stats extends TableStats {
  root: TableStats;
  free: TableStats;
  lastPageNumber: number;
  pageSize: number;
}

const metaPages = 2;
const pagesOf = (stats: TableStats): number =>
  stats.treeBranchPageCount + stats.treeLeafPageCount + stats.overflowPages;

/** LMDB wants a value; the key says it all. */
const presentMarker = Buffer.from([1]);

/** Reads and writes of single records, in the layout that `layout.ts` describes. */
export class Database {
  readonly #environment: Environment;
  readonly #path: string;

  constructor(directory: string, environment: Environment) {
    this.#environment = environment;
    this.#path = join(directory, dataFile);
  }

  /** See `openEnvironment`. */
  static async open(directory: string, mapSize: number): Promise<Database> {
    return new Database(directory, await openEnvironment(directory, mapSize));
  }

  // --- versions

  /** The version of a key right after a revision, a deletion included; undefined when it was never written. */
  versionAt(key: string, revision: number): Version | undefined {
    const range = { start: versionsFrom(key, revision), end: versionsEnd(key), limit: 1 };
    for (const entry of this.#environment.versions.getRange(range))
      return readVersion(entry.key, entry.value);
    return undefined;
  }

  /** The version that one revision wrote. Its being gone is damage: callers ask for what must be there. */
  version(key: string, revision: number, deleted: boolean): Version {
    return this.read(versionKey(key, revision, deleted));
  }

  /** The version at an LMDB key that `versionKeys` gave. */
  read(key: string): Version {
    const record = this.#environment.versions.getBinary(key);
    if (record === undefined)
      throw new KvError('Corrupt', `the version at ${JSON.stringify(key)} is missing`);
    return readVersion(key, asBuffer(record));
  }

  /** The LMDB keys of all versions in a range: key by key, the newest version first. */
  versionKeys(start: string, end: string): Iterable<string> {
    return this.#environment.versions.getKeys({ start, end });
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
    this.#environment.versions.put(versionKey(key, revision, deleted), record);
    const previousRevision = previous === undefined || previous.deleted ? 0 : previous.revision;
    this.#environment.log.put(integerText(revision), logRecord({ revision, key, deleted, previousRevision }));
    this.#moveKey(key, previous?.lease ?? 0, version.lease);
    return space.subarray(record.length);
  }

  #moveKey(key: string, fromLease: number, toLease: number): void {
    if (fromLease === toLease) return;
    if (fromLease !== 0) this.#environment.attachments.remove(integerText(fromLease) + key);
    if (toLease !== 0) this.#environment.attachments.put(integerText(toLease) + key, presentMarker);
  }

  removeVersion(key: string, revision: number, deleted: boolean): void {
    this.#environment.versions.remove(versionKey(key, revision, deleted));
  }

  // --- log

  /** The log from one revision to another, both included. */
  *log(from: number, to: number): Generator<LogEntry> {
    const range = { start: integerText(from), end: integerText(to + 1) };
    for (const { key, value } of this.#environment.log.getRange(range))
      yield readLogEntry(key, asBuffer(value));
  }

  /** The revision of the last write, undefined when there was none yet. */
  lastRevision(): number | undefined {
    const range = { start: integerText(2 ** 48 - 1), end: '\x00', reverse: true, limit: 1 };
    for (const key of this.#environment.log.getKeys(range)) return parseInteger(key, 0);
    return undefined;
  }

  removeLogEntry(revision: number): void {
    this.#environment.log.remove(integerText(revision));
  }

  // --- leases

  putLease(lease: number, ttlSeconds: number, endsAt: number): void {
    this.#environment.leases.put(integerText(lease), leaseRecord(ttlSeconds, endsAt));
  }

  removeLease(lease: number): void {
    this.#environment.leases.remove(integerText(lease));
  }

  *leases(): Generator<{ lease: number; ttlSeconds: number; endsAt: number }> {
    for (const { key, value } of this.#environment.leases.getRange(allKeys)) {
      yield { lease: parseInteger(key, 0), ...readLeaseRecord(asBuffer(value)) };
    }
  }

  attachedKeys(lease: number): string[] {
    const start = integerText(lease);
    const keys = this.#environment.attachments.getKeys({ start, end: integerText(lease + 1) });
    return Array.from(keys, (key) => key.slice(start.length));
  }

  // --- single numbers

  integer(name: 'compacted' | 'last-lease', otherwise: number): number {
    const record = this.#environment.meta.getBinary(name);
    return record === undefined ? otherwise : parseInteger(asBuffer(record).toString('latin1'), 0);
  }

  putInteger(name: 'compacted' | 'last-lease', value: number): void {
    this.#environment.meta.put(name, Buffer.from(integerText(value), 'latin1'));
  }

  // --- the whole

  /**
   * One transaction of all writes that the function makes, which must not wait in between. Resolves when they
   * are on the disk.
   */
  async commit(writes: () => void): Promise<void> {
    try {
      await this.#environment.root.batch(writes);
    } catch (error) {
      throw await commitCause(error);
    }
  }

  /** Bytes of pages that hold nothing: the file need not grow for as much. */
  freeBytes(): number {
    const { root, versions, log, leases, attachments, meta } = this.#environment;
    const whole = root.getStats() as Stats;
    const tables = [versions, log, leases, attachments, meta].map((table) => table.getStats() as Stats);
    const used = [whole.root, whole.free, ...tables].reduce(
      (pages, stats) => pages + pagesOf(stats),
      metaPages,
    );
    return (whole.lastPageNumber + 1 - used) * whole.pageSize;
  }

  sizeBytes(): number {
    return statSync(this.#path).size;
  }

  async close(): Promise<void> {
    await this.#environment.root.close();
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
