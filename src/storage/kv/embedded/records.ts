import { crc32 } from 'node:zlib';
import { KvError } from '../../kv.ts';
import { integerBytes, integerText, isDeletion, keyOf, parseInteger, revisionOf } from './layout.ts';

/**
 * Records with their CRC-32. A version has two, of its LMDB key and of the rest, since they tell apart what is damaged: an
 * object whose key is known and whose value cannot be read, or one whose key is not known. A deletion has the one of
 * its key twice, for the same reason.
 *
 *     versions     create-revision:6 lease:6 key-crc:4 crc:4 value       (written)
 *                  1:1 key-crc:4 key-crc:4                               (deleted)
 *     log          kind:1 previous-revision:6 crc:4 key
 *     leases       seconds-to-live:6 ends-at:6 crc:4
 *     attachments  crc:4
 *     meta         integer:6 crc:4
 *
 * The CRC of a record in any other table than versions includes its LMDB key. The form without any CRC is that of earlier
 * builds: `plain`.
 */
export type Form = 'plain' | 'checked';

const checkBytes = 4;
/** create-revision and lease. */
const plainHead = 2 * integerBytes;
/** … and the CRC of the key, which the other CRC includes. */
const checkedHead = plainHead + checkBytes;
const writtenFlag = '\x00';
const deletedFlag = '\x01';

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
  /** In place of the value: why it cannot be read. Its lease is not known then, and its creation may not be. */
  damage?: string;
}

export interface LogEntry {
  revision: number;
  key: string;
  deleted: boolean;
  /** The revision that wrote what this one replaced or deleted; 0 when there was nothing. */
  previousRevision: number;
}

const nothing = Buffer.alloc(0);

/** CRC of an LMDB key, or of what stands before it and the key. */
const checkOf = (text: string): number => crc32(Buffer.from(text, 'latin1'));

const checkText = (text: string): string => {
  const bytes = Buffer.allocUnsafe(checkBytes);
  bytes.writeUInt32BE(checkOf(text));
  return bytes.toString('latin1');
};

const corrupt = (what: string): KvError => new KvError('Corrupt', `${what} is damaged`);

// --- versions

export function versionSize(version: Version): number {
  return version.deleted ? 1 + 2 * checkBytes : checkedHead + checkBytes + version.value.length;
}

/** Writes a version's record to the target, which is of `versionSize`. */
export function writeVersion(versionKey: string, version: Version, target: Buffer): void {
  const keyCheck = checkOf(versionKey);
  if (version.deleted) {
    target[0] = 1;
    target.writeUInt32BE(keyCheck, 1);
    target.writeUInt32BE(keyCheck, 1 + checkBytes);
    return;
  }
  target.writeUIntBE(version.createRevision, 0, integerBytes);
  target.writeUIntBE(version.lease, integerBytes, integerBytes);
  target.writeUInt32BE(keyCheck, plainHead);
  target.writeUInt32BE(crc32(version.value, crc32(target.subarray(0, checkedHead))), checkedHead);
  target.set(version.value, checkedHead + checkBytes);
}

/** Reads a version; a damaged one comes with the damage and without a value. */
export function readVersion(versionKey: string, record: Buffer | undefined, form: Form): Version {
  const deleted = isDeletion(versionKey);
  const version = { key: keyOf(versionKey), revision: revisionOf(versionKey), deleted };
  if (deleted) return { ...version, createRevision: 0, lease: 0, value: nothing };
  if (record === undefined || !isIntact(versionKey, record, form)) return damagedVersion(versionKey);
  const createRevision = record.readUIntBE(0, integerBytes);
  const lease = record.readUIntBE(integerBytes, integerBytes);
  const value = record.subarray(form === 'plain' ? plainHead : checkedHead + checkBytes);
  return { ...version, createRevision, lease, value };
}

/** A version whose record cannot be used. For want of a better one, its revision is said to be that of its creation. */
export function damagedVersion(versionKey: string): Version {
  const [key, revision] = [keyOf(versionKey), revisionOf(versionKey)];
  const damage = `its record in the data file, of revision ${revision}, is damaged`;
  return { key, revision, deleted: false, createRevision: revision, lease: 0, value: nothing, damage };
}

/** A record that says of a version that it is damaged. */
export function damagedRecord(versionKey: string): Buffer {
  const record = Buffer.alloc(checkedHead + checkBytes);
  record.writeUInt32BE(checkOf(versionKey), plainHead);
  return record;
}

function isIntact(versionKey: string, record: Buffer, form: Form): boolean {
  if (record.length < (form === 'plain' ? plainHead : checkedHead + checkBytes)) return false;
  const createRevision = record.readUIntBE(0, integerBytes);
  if (createRevision === 0 || createRevision > revisionOf(versionKey)) return false;
  return form === 'plain' || (hasKeyCheck(versionKey, record) && hasCheck(record));
}

const hasKeyCheck = (versionKey: string, record: Buffer): boolean =>
  record.readUInt32BE(plainHead) === checkOf(versionKey);

const hasCheck = (record: Buffer): boolean =>
  record.readUInt32BE(checkedHead) ===
  crc32(record.subarray(checkedHead + checkBytes), crc32(record.subarray(0, checkedHead)));

/**
 * Tells what of a version is damaged. `key`: the object that it belongs to is not known. `value`: it is, and cannot be read.
 * `record`: undefined when it could not be decompressed.
 */
export function versionDamage(
  versionKey: string,
  record: Buffer | undefined,
  form: Form,
): 'key' | 'value' | undefined {
  if (isDeletion(versionKey)) {
    if (form === 'plain') return undefined;
    const isKnown =
      record?.length === 1 + 2 * checkBytes &&
      [1, 1 + checkBytes].some((at) => record.readUInt32BE(at) === checkOf(versionKey));
    return isKnown ? undefined : 'key';
  }
  if (record === undefined) return 'value';
  if (isIntact(versionKey, record, form)) return undefined;
  if (form === 'plain') return 'value';
  // As short as a deletion: its kind, which is a part of the key, may be what is damaged.
  if (record.length < checkedHead + checkBytes) return 'key';
  if (hasKeyCheck(versionKey, record)) return 'value';
  // Damage to the CRC of the key shows in the other one: with the right one in its place that one fits.
  const mended = Buffer.from(record);
  mended.writeUInt32BE(checkOf(versionKey), plainHead);
  return hasCheck(mended) ? 'value' : 'key';
}

// --- log

export function logRecord(entry: LogEntry): Buffer {
  const head = `${entry.deleted ? deletedFlag : writtenFlag}${integerText(entry.previousRevision)}`;
  const check = checkText(integerText(entry.revision) + head + entry.key);
  return Buffer.from(head + check + entry.key, 'latin1');
}

export function readLogEntry(logKey: string, record: Buffer, form: Form): LogEntry {
  const text = record.toString('latin1');
  const head = 1 + integerBytes;
  const keyAt = form === 'plain' ? head : head + checkBytes;
  const key = text.slice(keyAt);
  const isWhole = logKey.length === integerBytes && key !== '';
  const isRight =
    form === 'plain' || text.slice(head, keyAt) === checkText(logKey + text.slice(0, head) + key);
  if (!isWhole || !isRight) throw corrupt('a record of the log');
  return {
    revision: parseInteger(logKey, 0),
    deleted: text.startsWith(deletedFlag),
    previousRevision: parseInteger(text, 1),
    key,
  };
}

// --- leases

export interface LeaseRecord {
  ttlSeconds: number;
  endsAt: number;
}

export function leaseRecord(leaseKey: string, { ttlSeconds, endsAt }: LeaseRecord): Buffer {
  const text = integerText(ttlSeconds) + integerText(endsAt);
  return Buffer.from(text + checkText(leaseKey + text), 'latin1');
}

export function readLeaseRecord(leaseKey: string, record: Buffer, form: Form): LeaseRecord {
  const ttlSeconds = readChecked(leaseKey, record, 2 * integerBytes, form);
  if (ttlSeconds === undefined) throw corrupt('the record of a lease');
  return { ttlSeconds: parseInteger(ttlSeconds, 0), endsAt: parseInteger(ttlSeconds, integerBytes) };
}

export const attachmentRecord = (attachmentKey: string): Buffer =>
  Buffer.from(checkText(attachmentKey), 'latin1');

export const isAttachment = (attachmentKey: string, record: Buffer, form: Form): boolean =>
  form === 'plain' || readChecked(attachmentKey, record, 0, form) !== undefined;

// --- single numbers

export function integerRecord(name: string, value: number): Buffer {
  const text = integerText(value);
  return Buffer.from(text + checkText(name + text), 'latin1');
}

export function readIntegerRecord(name: string, record: Buffer, form: Form): number {
  const text = readChecked(name, record, integerBytes, form);
  if (text === undefined) throw corrupt(`the number ${name}`);
  return parseInteger(text, 0);
}

/** A record of so many bytes and its CRC, as characters without it. */
function readChecked(key: string, record: Buffer, size: number, form: Form): string | undefined {
  const text = record.toString('latin1');
  const content = text.slice(0, size);
  return text === (form === 'plain' ? content : content + checkText(key + content)) && content.length === size
    ? content
    : undefined;
}
