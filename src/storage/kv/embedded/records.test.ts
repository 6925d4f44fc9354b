import { expect, test } from 'vitest';
import { integerText, versionKey } from './layout.ts';
import {
  attachmentRecord,
  damagedRecord,
  type Form,
  integerRecord,
  isAttachment,
  leaseRecord,
  logRecord,
  readIntegerRecord,
  readLeaseRecord,
  readLogEntry,
  readVersion,
  type Version,
  versionDamage,
  versionSize,
  writeVersion,
} from './records.ts';

const written: Version = {
  key: '/a',
  revision: 9,
  deleted: false,
  createRevision: 7,
  lease: 5,
  value: Buffer.from('some value'),
};
const deleted: Version = { ...written, deleted: true, createRevision: 0, lease: 0, value: Buffer.alloc(0) };
const keyOfVersion = (version: Version): string => versionKey(version.key, version.revision, version.deleted);

function recordOf(version: Version): Buffer {
  const record = Buffer.alloc(versionSize(version));
  writeVersion(keyOfVersion(version), version, record);
  return record;
}

/** All texts with one bit turned. */
function flipped(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const copy = Buffer.from(bytes);
    copy[bit >> 3]! ^= 1 << (bit & 7);
    return copy;
  });
}

const flippedText = (text: string): string[] =>
  flipped(Buffer.from(text, 'latin1')).map((bytes) => bytes.toString('latin1'));

test('records of the embedded store come back as they were written', () => {
  for (const version of [written, deleted]) {
    expect(readVersion(keyOfVersion(version), recordOf(version), 'checked')).toEqual(version);
    expect(versionDamage(keyOfVersion(version), recordOf(version), 'checked')).toBeUndefined();
  }
  const entry = { revision: 9, key: '/a', deleted: true, previousRevision: 7 };
  expect(readLogEntry(integerText(9), logRecord(entry), 'checked')).toEqual(entry);
  const lease = { ttlSeconds: 10, endsAt: 1e12 };
  expect(readLeaseRecord('lease1', leaseRecord('lease1', lease), 'checked')).toEqual(lease);
  expect(readIntegerRecord('compacted', integerRecord('compacted', 8), 'checked')).toBe(8);
  expect(isAttachment('lease1/a', attachmentRecord('lease1/a'), 'checked')).toBe(true);
});

test('a bit that is turned in the record of a version leaves its key known, and its value unreadable', () => {
  const key = keyOfVersion(written);
  for (const record of flipped(recordOf(written))) {
    expect(versionDamage(key, record, 'checked')).toBe('value');
    expect(readVersion(key, record, 'checked')).toMatchObject({
      key: '/a',
      revision: 9,
      deleted: false,
      value: Buffer.alloc(0),
      damage: 'its record in the data file, of revision 9, is damaged',
    });
  }
});

test('a bit that is turned in the key of a version leaves it unknown to whom it belongs', () => {
  for (const version of [written, deleted]) {
    for (const key of flippedText(keyOfVersion(version))) {
      expect(versionDamage(key, recordOf(version), 'checked')).toBe('key');
    }
  }
});

test('a bit that is turned in the record of a deletion changes nothing', () => {
  const key = keyOfVersion(deleted);
  for (const record of flipped(recordOf(deleted))) {
    expect(versionDamage(key, record, 'checked')).toBeUndefined();
    expect(readVersion(key, record, 'checked')).toEqual(deleted);
  }
});

test('a version that could not be decompressed, was cut off or was damaged before it got a CRC has its key', () => {
  const key = keyOfVersion(written);
  for (const record of [undefined, damagedRecord(key)]) {
    expect(versionDamage(key, record, 'checked')).toBe('value');
    expect(readVersion(key, record, 'checked').damage).toBeDefined();
  }
  expect(readVersion(key, Buffer.alloc(3), 'checked').damage).toBeDefined();
});

test('a bit that is turned in any other record, or in its key, is seen', () => {
  const tables: Record<string, [string, Buffer, (key: string, record: Buffer) => unknown]> = {
    log: [
      integerText(9),
      logRecord({ revision: 9, key: '/a', deleted: true, previousRevision: 7 }),
      (key, record) => readLogEntry(key, record, 'checked'),
    ],
    leases: [
      'lease1',
      leaseRecord('lease1', { ttlSeconds: 10, endsAt: 1e12 }),
      (key, record) => readLeaseRecord(key, record, 'checked'),
    ],
    meta: [
      'compacted',
      integerRecord('compacted', 8),
      (key, record) => readIntegerRecord(key, record, 'checked'),
    ],
    attachments: [
      'lease1/a',
      attachmentRecord('lease1/a'),
      (key, record) => {
        if (!isAttachment(key, record, 'checked')) throw Object.assign(new Error(), { code: 'Corrupt' });
      },
    ],
  };
  const corrupt = expect.objectContaining({ code: 'Corrupt' });
  for (const [key, record, read] of Object.values(tables)) {
    for (const other of flipped(record)) expect(() => read(key, other)).toThrow(corrupt);
    for (const other of flippedText(key)) expect(() => read(other, record)).toThrow(corrupt);
  }
});

test('records of earlier builds, which have no CRC, are read', () => {
  const form: Form = 'plain';
  const bytes = Buffer.concat([Buffer.from(integerText(7) + integerText(5), 'latin1'), written.value]);
  expect(readVersion(keyOfVersion(written), bytes, form)).toEqual(written);
  expect(readVersion(keyOfVersion(written), Buffer.alloc(40), form).damage).toBeDefined();
  expect(readVersion(keyOfVersion(deleted), Buffer.from([1]), form)).toEqual(deleted);
  expect(versionDamage(keyOfVersion(deleted), Buffer.from([1]), form)).toBeUndefined();
  const entry = { revision: 9, key: '/a', deleted: true, previousRevision: 7 };
  const log = Buffer.from(`\x01${integerText(7)}/a`, 'latin1');
  expect(readLogEntry(integerText(9), log, form)).toEqual(entry);
  expect(() => readLogEntry(integerText(9), Buffer.alloc(2), form)).toThrow();
  const lease = Buffer.from(integerText(10) + integerText(1e12), 'latin1');
  expect(readLeaseRecord('lease1', lease, form)).toEqual({ ttlSeconds: 10, endsAt: 1e12 });
  expect(readIntegerRecord('compacted', Buffer.from(integerText(8), 'latin1'), form)).toBe(8);
  expect(isAttachment('lease1/a', Buffer.from([1]), form)).toBe(true);
});
