import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Damage } from './damage.ts';
import { dataFile } from './data-file.ts';
import { type Environment, type EnvironmentOptions, markCleanEnd, openEnvironment } from './environment.ts';
import { integerText, parseInteger, versionKey, versionsEnd, versionsFrom } from './layout.ts';
import {
  attachmentRecord,
  damagedVersion,
  integerRecord,
  type LeaseRecord,
  type LogEntry,
  leaseRecord,
  logRecord,
  readIntegerRecord,
  readLeaseRecord,
  readLogEntry,
  readVersion,
  type Version,
  versionSize,
  writeVersion,
} from './records.ts';
import { allKeys, asBuffer } from './tables.ts';

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

/** Reads and writes of single records, in the layout that `layout.ts` describes. */
export class Database {
  readonly #environment: Environment;
  readonly #directory: string;
  readonly #isReadOnly: boolean;
  /** The library is not asked for what is known to be damaged. */
  readonly #damage: Damage;

  constructor(directory: string, environment: Environment, isReadOnly: boolean) {
    this.#environment = environment;
    this.#directory = directory;
    this.#isReadOnly = isReadOnly;
    this.#damage = new Damage(join(directory, dataFile), environment.findings);
  }

  /** See `openEnvironment`. */
  static async open(directory: string, options: EnvironmentOptions): Promise<Database> {
    return new Database(directory, await openEnvironment(directory, options), options.isReadOnly ?? false);
  }

  /** The damage of the file, for people; undefined when none is known. */
  get damage(): string | undefined {
    return this.#damage.text;
  }

  // --- versions

  /** The version of a key right after a revision, a deletion included; undefined when it was never written. */
  versionAt(key: string, revision: number): Version | undefined {
    const { versions } = this.#environment;
    const range = { start: versionsFrom(key, revision), end: versionsEnd(key), limit: 1 };
    if (this.#damage.isLasting) {
      for (const at of versions.getKeys(range)) return this.read(at);
      return undefined;
    }
    for (const { key: at, value } of versions.getRange(range)) return this.#checked(at, asBuffer(value));
    return undefined;
  }

  /** The version that one revision wrote. */
  version(key: string, revision: number, deleted: boolean): Version {
    return this.read(versionKey(key, revision, deleted));
  }

  /** The version at an LMDB key that `versionKeys` gave. That there is none is damage: callers ask for what must be there. */
  read(key: string): Version {
    return this.#damage.has(key) ? damagedVersion(key) : this.#checked(key, this.#record(key));
  }

  #checked(key: string, record: Buffer | undefined): Version {
    const version = readVersion(key, record, this.#environment.form);
    if (version.damage !== undefined) this.#damage.add(key);
    return version;
  }

  #record(key: string): Buffer | undefined {
    try {
      const record = this.#environment.versions.getBinary(key);
      return record && asBuffer(record);
    } catch {
      // It claims to be of a size for which there is no memory.
      return undefined;
    }
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
    const at = versionKey(key, revision, deleted);
    writeVersion(at, version, record);
    this.#environment.versions.put(at, record);
    const previousRevision = previous === undefined || previous.deleted ? 0 : previous.revision;
    this.#environment.log.put(integerText(revision), logRecord({ revision, key, deleted, previousRevision }));
    this.#moveKey(key, previous?.lease ?? 0, version.lease);
    return space.subarray(record.length);
  }

  #moveKey(key: string, fromLease: number, toLease: number): void {
    if (fromLease === toLease) return;
    if (fromLease !== 0) this.#environment.attachments.remove(integerText(fromLease) + key);
    const attachment = integerText(toLease) + key;
    if (toLease !== 0) this.#environment.attachments.put(attachment, attachmentRecord(attachment));
  }

  removeVersion(key: string, revision: number, deleted: boolean): void {
    this.#environment.versions.remove(versionKey(key, revision, deleted));
  }

  // --- log

  /** The log from one revision to another, both included. */
  *log(from: number, to: number): Generator<LogEntry> {
    const range = { start: integerText(from), end: integerText(to + 1) };
    for (const { key, value } of this.#environment.log.getRange(range))
      yield readLogEntry(key, asBuffer(value), this.#environment.form);
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
    const key = integerText(lease);
    this.#environment.leases.put(key, leaseRecord(key, { ttlSeconds, endsAt }));
  }

  removeLease(lease: number): void {
    this.#environment.leases.remove(integerText(lease));
  }

  *leases(): Generator<LeaseRecord & { lease: number }> {
    for (const { key, value } of this.#environment.leases.getRange(allKeys())) {
      const record = readLeaseRecord(key, asBuffer(value), this.#environment.form);
      yield { lease: parseInteger(key, 0), ...record };
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
    return record === undefined
      ? otherwise
      : readIntegerRecord(name, asBuffer(record), this.#environment.form);
  }

  putInteger(name: 'compacted' | 'last-lease', value: number): void {
    this.#environment.meta.put(name, integerRecord(name, value));
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
    return statSync(join(this.#directory, dataFile)).size;
  }

  async close(): Promise<void> {
    await this.#environment.root.close();
    // The next start finds damage again when it has to read everything.
    if (!this.#isReadOnly && !this.#damage.isLasting) markCleanEnd(this.#directory);
  }
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
