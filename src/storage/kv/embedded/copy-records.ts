import {
  attachmentRecord,
  damagedRecord,
  type Form,
  integerRecord,
  leaseRecord,
  logRecord,
  readIntegerRecord,
  readLeaseRecord,
  readLogEntry,
  readVersion,
  versionSize,
  writeVersion,
} from './records.ts';
import { allKeys, asBuffer, type Table, type Tables } from './tables.ts';

/** Records of one transaction. */
const portion = 2000;

interface Entry {
  key: string;
  value: Buffer;
}

type Convert = (key: string, record: Buffer) => Buffer;

/** Copies all records of a store into one that is empty; those without CRCs get theirs. */
export function copyRecords(from: Tables, form: Form, to: Tables): void {
  const inOneForm: Convert = (_, record) => record;
  const copy = (source: Table, target: Table, convert: Convert): void =>
    copyTable(to, { source, target, convert: form === 'checked' ? inOneForm : convert });
  copy(from.versions, to.versions, convertVersion);
  copy(from.log, to.log, (key, record) => logRecord(readLogEntry(key, record, form)));
  copy(from.leases, to.leases, (key, record) => leaseRecord(key, readLeaseRecord(key, record, form)));
  copy(from.attachments, to.attachments, attachmentRecord);
  for (const name of ['compacted', 'last-lease']) {
    const record = from.meta.getBinary(name);
    if (record !== undefined)
      to.meta.putSync(name, integerRecord(name, readIntegerRecord(name, asBuffer(record), form)));
  }
}

function copyTable(
  to: Tables,
  { source, target, convert }: { source: Table; target: Table; convert: Convert },
): void {
  let next: string | undefined = allKeys().start;
  while (next !== undefined) {
    const records: Entry[] = [...source.getRange({ start: next, end: allKeys().end, limit: portion + 1 })];
    to.root.transactionSync(() => {
      for (const { key, value } of records.slice(0, portion))
        target.putSync(key, convert(key, asBuffer(value)));
    });
    next = records[portion]?.key;
  }
}

const convertVersion: Convert = (key, record) => {
  const version = readVersion(key, record, 'plain');
  if (version.damage !== undefined) return damagedRecord(key);
  const target = Buffer.allocUnsafe(versionSize(version));
  writeVersion(key, version, target);
  return target;
};
