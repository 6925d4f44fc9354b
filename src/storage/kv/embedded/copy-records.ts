import type { Findings } from './check/file-check.ts';
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

/** Tables and what is known of their records. */
export interface CopySource extends Tables {
  readonly form: Form;
  readonly findings: Pick<Findings, 'versions'>;
}

/**
 * Copies all records of a store into one that is empty; those without CRCs get theirs. Versions that are damaged are so in
 * the copy.
 */
export function copyRecords(from: CopySource, to: Tables): void {
  const { form, findings } = from;
  const copy = (source: Table, target: Table, convert: Convert): void =>
    copyTable(to, { source, target, convert: form === 'checked' ? inOneForm : convert });
  const convertOld = form === 'checked' ? inOneForm : convertVersion;
  const convert: Convert = (key, record) =>
    findings.versions.has(key) ? damagedRecord(key) : convertOld(key, record);
  copyTable(to, { source: from.versions, target: to.versions, convert });
  copy(from.log, to.log, (key, record) => logRecord(readLogEntry(key, record, form)));
  copy(from.leases, to.leases, (key, record) => leaseRecord(key, readLeaseRecord(key, record, form)));
  copy(from.attachments, to.attachments, attachmentRecord);
  for (const name of ['compacted', 'last-lease']) {
    const record = from.meta.getBinary(name);
    if (record === undefined) continue;
    to.meta.putSync(name, integerRecord(name, readIntegerRecord(name, asBuffer(record), form)));
  }
}

const inOneForm: Convert = (_, record) => record;

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
