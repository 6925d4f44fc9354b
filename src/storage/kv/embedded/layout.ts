/**
 * How the embedded store lies in LMDB. Every LMDB key is a string of single-byte characters, so that the order
 * of strings is the order of bytes. Integers are six bytes, big-endian.
 *
 *     versions     key NUL inverted-revision kind   -> create-revision lease value    (kind 0, written)
 *                                                   -> one byte                       (kind 1, deleted)
 *     log          revision                         -> kind previous-revision key
 *     leases       lease                            -> seconds-to-live ends-at
 *     attachments  lease key                        -> one byte
 *     meta         name                             -> text or an integer
 *
 * The revision of a version is inverted so that the newest comes first: a seek to (key, inverted 7) lands on
 * what stood there at revision 7, and a walk over the keys alone, without touching a value, tells what exists.
 *
 * Worked example: create('/a', 'x') at 2, update to 'y' at 3, delete at 4.
 *
 *     versions  /a~4 deleted, /a~3 (created 2) y, /a~2 (created 2) x
 *     log       2 written previous 0 /a, 3 written previous 2 /a, 4 deleted previous 3 /a
 *
 * After compact(3) the log begins at 3, and nothing else has gone: an event at 3 still tells what it replaced.
 * After compact(5), when 5 has happened elsewhere, all of the above is gone.
 */

import { KvError } from '../../kv.ts';

export const storeFormat = '1';

const integerBytes = 6;
const halfInteger = 2 ** 24;
const maxInteger = 2 ** 48 - 1;
const writtenFlag = '\x00';
const deletedFlag = '\x01';
/** create-revision and lease, before the value. */
const versionHeader = 2 * integerBytes;
/** Bytes that a version's LMDB key has behind the store's key: NUL, revision, kind. */
const versionSuffix = 1 + integerBytes + 1;

/** The version that one revision wrote at a key. */
export interface Version {
  key: string;
  revision: number;
  deleted: boolean;
  createRevision: number;
  /** 0 when the key hangs on no lease. */
  lease: number;
  /** Empty when deleted. */
  value: Buffer;
}

export interface LogEntry {
  revision: number;
  key: string;
  deleted: boolean;
  /** The revision that wrote what this one replaced or deleted; 0 when there was nothing. */
  previousRevision: number;
}

export function integerText(value: number): string {
  const high = Math.floor(value / halfInteger);
  const low = value % halfInteger;
  return String.fromCharCode(
    high >>> 16,
    (high >>> 8) & 255,
    high & 255,
    low >>> 16,
    (low >>> 8) & 255,
    low & 255,
  );
}

export function parseInteger(text: string, at: number): number {
  const high = (text.charCodeAt(at) << 16) | (text.charCodeAt(at + 1) << 8) | text.charCodeAt(at + 2);
  const low = (text.charCodeAt(at + 3) << 16) | (text.charCodeAt(at + 4) << 8) | text.charCodeAt(at + 5);
  return high * halfInteger + low;
}

export function versionKey(key: string, revision: number, deleted: boolean): string {
  return `${key}\x00${integerText(maxInteger - revision)}${deleted ? deletedFlag : writtenFlag}`;
}

/** Where a walk over a key's versions that are not newer than a revision begins. */
export function versionsFrom(key: string, revision: number): string {
  return `${key}\x00${integerText(maxInteger - revision)}`;
}

/** Behind the last version of a key and before the first one of the next key. */
export function versionsEnd(key: string): string {
  return `${key}\x01`;
}

/** Where a range that starts at a key begins. 'a' begins with a; 'a' NUL, the next possible key, after it. */
export function rangeStart(startKey: string): string {
  return startKey.endsWith('\x00') ? versionsEnd(startKey.slice(0, -1)) : startKey;
}

/** Where the keys below a prefix, which ends with '/', end: '0' is the character after '/'. */
export function rangeEnd(prefix: string): string {
  return `${prefix.slice(0, -1)}0`;
}

/** The part of a version's LMDB key that all versions of the key share: the key and the NUL. */
export function keyPart(versionKey: string): string {
  return versionKey.slice(0, versionKey.length - versionSuffix + 1);
}

export function keyOf(versionKey: string): string {
  return versionKey.slice(0, versionKey.length - versionSuffix);
}

export function revisionOf(versionKey: string): number {
  return maxInteger - parseInteger(versionKey, versionKey.length - versionSuffix + 1);
}

export function isDeletion(versionKey: string): boolean {
  return versionKey.endsWith(deletedFlag);
}

export function versionSize(version: Version): number {
  return version.deleted ? 1 : versionHeader + version.value.length;
}

/** Writes a version's record to the target, which is of `versionSize`. */
export function writeVersion(version: Version, target: Buffer): void {
  if (version.deleted) {
    target[0] = 1;
    return;
  }
  target.writeUIntBE(version.createRevision, 0, integerBytes);
  target.writeUIntBE(version.lease, integerBytes, integerBytes);
  target.set(version.value, versionHeader);
}

export function readVersion(versionKey: string, record: Buffer): Version {
  const key = keyOf(versionKey);
  const revision = revisionOf(versionKey);
  if (isDeletion(versionKey)) {
    return { key, revision, deleted: true, createRevision: 0, lease: 0, value: Buffer.alloc(0) };
  }
  const createRevision = record.length < versionHeader ? 0 : record.readUIntBE(0, integerBytes);
  if (createRevision === 0 || createRevision > revision) {
    throw new KvError('Corrupt', `the record of ${JSON.stringify(key)} at revision ${revision} is damaged`);
  }
  const lease = record.readUIntBE(integerBytes, integerBytes);
  return { key, revision, deleted: false, createRevision, lease, value: record.subarray(versionHeader) };
}

export function logRecord(entry: LogEntry): Buffer {
  const kind = entry.deleted ? deletedFlag : writtenFlag;
  return Buffer.from(`${kind}${integerText(entry.previousRevision)}${entry.key}`, 'latin1');
}

export function readLogEntry(logKey: string, record: Buffer): LogEntry {
  const text = record.toString('latin1');
  if (logKey.length !== integerBytes || text.length <= 1 + integerBytes) {
    throw new KvError('Corrupt', 'a record of the log is damaged');
  }
  return {
    revision: parseInteger(logKey, 0),
    deleted: text.startsWith(deletedFlag),
    previousRevision: parseInteger(text, 1),
    key: text.slice(1 + integerBytes),
  };
}

export function leaseRecord(ttlSeconds: number, endsAt: number): Buffer {
  return Buffer.from(integerText(ttlSeconds) + integerText(endsAt), 'latin1');
}

export function readLeaseRecord(record: Buffer): { ttlSeconds: number; endsAt: number } {
  if (record.length !== 2 * integerBytes) throw new KvError('Corrupt', 'the record of a lease is damaged');
  return {
    ttlSeconds: record.readUIntBE(0, integerBytes),
    endsAt: record.readUIntBE(integerBytes, integerBytes),
  };
}
