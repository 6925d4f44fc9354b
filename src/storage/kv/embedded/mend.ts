import type { Findings } from './check/file-check.ts';
import { integerBytes, integerText, isDeletion, keyOf, keyPart, parseInteger, revisionOf } from './layout.ts';
import {
  attachmentRecord,
  integerRecord,
  isAttachment,
  leaseRecord,
  logRecord,
  readIntegerRecord,
  readLeaseRecord,
  readVersion,
} from './records.ts';
import { allKeys, asBuffer, type Tables } from './tables.ts';

/** Seconds that a lease goes on whose record is lost: as long as Events live. */
const unknownLeaseSeconds = 3600;

/** Leases that may have been granted since the last one that is known. */
const unknownLeases = 2 ** 20;

interface StoredVersion {
  versionKey: string;
  revision: number;
  deleted: boolean;
}

/**
 * Writes tables anew that have damaged records, in one transaction, from the versions: these hold all that the others do, but for
 * when leases end and what is compacted. A mark of a compaction that is lost becomes the newest revision: what
 * was before is Expired.
 */
export function mend(tables: Tables, { tables: damaged, versions }: Findings, now: number): void {
  if (damaged.size === 0) return;
  tables.root.transactionSync(() => {
    if (damaged.has('leases')) dropDamagedLeases(tables);
    if (damaged.has('meta')) mendNumbers(tables);
    if (damaged.has('meta') || damaged.has('log')) mendLog(tables);
    if (damaged.has('attachments') || damaged.has('leases')) mendAttachments(tables, versions, now);
  });
}

function dropDamagedLeases({ leases }: Tables): void {
  for (const { key, value } of [...leases.getRange(allKeys())]) {
    try {
      readLeaseRecord(key, asBuffer(value), 'checked');
    } catch {
      leases.removeSync(key);
    }
  }
}

function mendNumbers(tables: Tables): void {
  const { meta } = tables;
  const known = (name: string): number | undefined => {
    const record = meta.getBinary(name);
    try {
      return record === undefined ? undefined : readIntegerRecord(name, asBuffer(record), 'checked');
    } catch {
      return undefined;
    }
  };
  const numbers = {
    compacted: known('compacted') ?? newestRevision(tables),
    'last-lease': known('last-lease') ?? newestLease(tables) + unknownLeases,
  };
  for (const name of [...meta.getKeys(allKeys())]) if (name !== 'format') meta.removeSync(name);
  for (const [name, value] of Object.entries(numbers)) meta.putSync(name, integerRecord(name, value));
}

const newestRevision = ({ versions }: Tables): number =>
  [...versions.getKeys(allKeys())].map(revisionOf).reduce((a, b) => Math.max(a, b), 1);

const newestLease = ({ leases, attachments }: Tables): number =>
  [...leases.getKeys(allKeys()), ...attachments.getKeys(allKeys())]
    .map((key) => parseInteger(key, 0))
    .reduce((a, b) => Math.max(a, b), 0);

/**
 * Makes the log of the versions, and sweeps what is older than the mark of the last compaction: the entries that said
 * what that would be are gone.
 */
function mendLog({ meta, log, versions }: Tables): void {
  const mark = readIntegerRecord(
    'compacted',
    asBuffer(meta.getBinary('compacted') ?? integerRecord('compacted', 0)),
    'checked',
  );
  log.clearSync();
  for (const [newer, version, older] of versionsOfKeys(versions.getKeys(allKeys()))) {
    const { versionKey, revision, deleted } = version;
    const isSuperseded = newer !== undefined && newer.revision < mark;
    if (isSuperseded || (deleted && revision < mark)) versions.removeSync(versionKey);
    if (revision < mark) continue;
    const previousRevision = older === undefined || older.deleted ? 0 : older.revision;
    log.putSync(
      integerText(revision),
      logRecord({ revision, key: keyOf(versionKey), deleted, previousRevision }),
    );
  }
}

/** Each version with the next newer and the next older one of its key. */
function versionsOfKeys(
  versionKeys: Iterable<string>,
): [StoredVersion | undefined, StoredVersion, StoredVersion | undefined][] {
  const all = Array.from(versionKeys, (versionKey): StoredVersion => {
    return { versionKey, revision: revisionOf(versionKey), deleted: isDeletion(versionKey) };
  });
  const sameKey = (version: StoredVersion | undefined, key: string) =>
    version !== undefined && keyPart(version.versionKey) === key ? version : undefined;
  return all.map((version, at) => {
    const key = keyPart(version.versionKey);
    return [sameKey(all[at - 1], key), version, sameKey(all[at + 1], key)];
  });
}

/** A version that is damaged does not say its lease. */
function mendAttachments(
  { attachments, leases, versions }: Tables,
  damaged: ReadonlySet<string>,
  now: number,
): void {
  for (const { key, value } of [...attachments.getRange(allKeys())]) {
    if (!isAttachment(key, asBuffer(value), 'checked')) attachments.removeSync(key);
  }
  for (const [newer, { versionKey }] of versionsOfKeys(versions.getKeys(allKeys()))) {
    if (newer !== undefined || damaged.has(versionKey)) continue;
    const { key, lease } = readVersion(versionKey, asBuffer(versions.getBinary(versionKey)!), 'checked');
    if (lease === 0) continue;
    const attachment = integerText(lease) + key;
    attachments.putSync(attachment, attachmentRecord(attachment));
  }
  for (const attachment of [...attachments.getKeys(allKeys())]) {
    const leaseKey = attachment.slice(0, integerBytes);
    if (leases.getBinary(leaseKey) !== undefined) continue;
    const end = { ttlSeconds: unknownLeaseSeconds, endsAt: now + unknownLeaseSeconds * 1000 };
    leases.putSync(leaseKey, leaseRecord(leaseKey, end));
  }
}
