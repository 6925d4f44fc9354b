import { describe, expect, it } from 'vitest';
import { KvError } from '../kv.ts';
import {
  type CacheEntry,
  CorruptObjectError,
  type DecodedEntry,
  EntryReader,
  entryAt,
  isStale,
  type StoredItem,
  servedBytes,
} from './entry.ts';

const stored = Buffer.from('{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"n"}}');
const other = Buffer.from(
  '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"n","uid":"1"}}',
);

function reading() {
  let looks = 0;
  const reader = new EntryReader('/pods/', (bytes) => {
    looks++;
    return { stored: bytes, labels: undefined, fields: {} };
  });
  const read = (value: Buffer) => reader.read({ key: '/pods/n/a', value, modRevision: 7 });
  return { reader, read, looks: () => looks };
}

const own: DecodedEntry = { stored, labels: { app: 'web' }, fields: { 'spec.nodeName': 'n1' } };

describe('what the server expects to come back from the store', () => {
  it('is not looked at again when it comes as it was written', () => {
    const { reader, read, looks } = reading();
    reader.expect('n/a', own);
    expect(read(Buffer.from(stored))).toMatchObject({
      labels: { app: 'web' },
      fields: own.fields,
      revision: 7,
    });
    expect(looks()).toBe(0);
  });

  it('is known whichever of several writers was the one that succeeded', () => {
    const { reader, read, looks } = reading();
    reader.expect('n/a', own);
    reader.expect('n/a', { stored: other, labels: undefined, fields: {} });
    reader.expectNoMore('n/a', { ...own });
    expect(read(Buffer.from(stored))).toMatchObject({ labels: { app: 'web' } });
    expect(read(Buffer.from(other)).json.includes('"uid":"1"')).toBe(true);
    expect(looks()).toBe(0);
    expect(read(Buffer.from(other)).revision).toBe(7);
    expect(looks()).toBe(1);
  });

  it('is looked at when something else comes: another was faster', () => {
    const { reader, read, looks } = reading();
    reader.expect('n/a', own);
    expect(read(other).labels).toBeUndefined();
    reader.expectNoMore('n/a', own);
    expect(read(stored).labels).toBeUndefined();
    expect(looks()).toBe(2);
  });

  it('is looked at when the write did not come about', () => {
    const { reader, read, looks } = reading();
    reader.expect('n/a', own);
    reader.expectNoMore('n/a', own);
    read(stored);
    expect(looks()).toBe(1);
  });
});

describe('writes that are on their way', () => {
  const version = (at: number): DecodedEntry => ({
    stored: Buffer.from(JSON.stringify({ metadata: { name: 'a', uid: `${at}` } })),
    labels: { version: `${at}` },
    fields: {},
  });

  it('are known up to four of one object, the last ones', () => {
    const { reader } = reading();
    for (let at = 0; at < 5; at++) reader.expect('n/a', version(at));
    expect([0, 1, 2, 3, 4].map((at) => reader.isExpected('n/a', version(at).stored))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(reader.isExpected('n/b', version(4).stored)).toBe(false);
  });

  it('that were before the one that comes back do not come any more', () => {
    const { reader, read } = reading();
    for (let at = 0; at < 3; at++) reader.expect('n/a', version(at));
    read(version(1).stored);
    expect([0, 1, 2].map((at) => reader.isExpected('n/a', version(at).stored))).toEqual([false, false, true]);
  });

  it('are forgotten when everything is read anew', () => {
    const { reader, read, looks } = reading();
    reader.expect('n/a', own);
    reader.forgetExpected();
    read(stored);
    expect(looks()).toBe(1);
  });

  it('are known by the bytes in the store where these are others', () => {
    const { reader, read, looks } = reading();
    reader.expect('n/a', { ...own, written: Buffer.from('encoded otherwise') });
    expect(reader.isExpected('n/a', stored)).toBe(false);
    expect(read(Buffer.from('encoded otherwise')).labels).toEqual({ app: 'web' });
    expect(looks()).toBe(0);
  });
});

describe('the bytes to serve', () => {
  it('are made once a revision, and have it in them', () => {
    const examined: DecodedEntry = { stored, labels: undefined, fields: {} };
    const seven = servedBytes(examined, 7);
    expect(JSON.parse(seven.toString()).metadata.resourceVersion).toBe('7');
    expect(servedBytes(examined, 7)).toBe(seven);
    expect(JSON.parse(servedBytes(examined, 8).toString()).metadata.resourceVersion).toBe('8');
  });

  it('begin, in a list, behind the kind and version', () => {
    const { read } = reading();
    const { json, itemStart } = read(stored);
    expect(`{${json.subarray(itemStart)}`).toBe(
      '{"metadata":{"resourceVersion":"7","name":"a","namespace":"n"}}',
    );
  });

  it('of what is gone have the revision at which it went', () => {
    const { read } = reading();
    const entry = read(stored);
    const gone = entryAt(entry, 1_000);
    expect(gone).toMatchObject({ key: 'n/a', revision: 1_000 });
    expect(JSON.parse(gone.json.toString()).metadata.resourceVersion).toBe('1000');
    expect(`{${gone.json.subarray(gone.itemStart)}`).toContain('{"metadata":');
    expect(entry.revision).toBe(7);
  });
});

describe('an entry', () => {
  const encryption = { isCurrent: false };
  const entryOf = (more: Partial<DecodedEntry>, item: Partial<StoredItem> = {}): CacheEntry => {
    const reader = new EntryReader('/pods/', (bytes) => ({
      stored: bytes,
      labels: undefined,
      fields: {},
      ...more,
    }));
    return reader.read({ key: '/pods/n/a', value: stored, modRevision: 7, ...item });
  };

  it.each<[string, Partial<DecodedEntry>, Partial<StoredItem>, object, boolean]>([
    ['as it was written', {}, {}, {}, false],
    ['whose stored bytes would be others now', { isStale: true }, {}, { isStale: true }, true],
    ['that does not say where it stands', { isUnplaced: true }, {}, { isUnplaced: true }, false],
    ['that would be encrypted otherwise now', {}, { encryption }, { encryption }, true],
    [
      'that is encrypted as it would be now',
      {},
      { encryption: { isCurrent: true } },
      { encryption: { isCurrent: true } },
      false,
    ],
  ])('%s', (_, examined, item, more, stale) => {
    const { isStale: own, isUnplaced, encryption, ...entry } = entryOf(examined, item);
    expect(entry).toMatchObject({ key: 'n/a', namespace: 'n', name: 'a', revision: 7 });
    expect(JSON.parse(JSON.stringify({ isStale: own, isUnplaced, encryption }))).toEqual(more);
    expect(isStale(entryOf(examined, item))).toBe(stale);
  });

  it('is made of what was decoded elsewhere without another look', () => {
    const { reader, looks } = reading();
    const entry = reader.read({ key: '/pods/n/a', value: stored, modRevision: 7 }, own);
    expect([entry.labels, looks()]).toEqual([{ app: 'web' }, 0]);
  });
});

describe('what cannot be read', () => {
  const failing = (cause: Error) =>
    new EntryReader('/pods/', () => {
      throw cause;
    });
  const item = { key: '/pods/n/a', value: stored, modRevision: 7 };
  const caught = (reader: EntryReader, of: StoredItem): unknown => {
    try {
      return reader.read(of);
    } catch (error) {
      return error;
    }
  };

  it.each<[string, Error, string, boolean]>([
    ['is no JSON: the text is not quoted', new SyntaxError('secret'), 'it is not valid JSON', false],
    ['is another object', new Error('it has no uid'), 'it has no uid', false],
    ['is not decrypted', new KvError('Encryption', 'no such key'), 'no such key', true],
  ])('%s', (_, cause, message, isUndecryptable) => {
    const error = caught(failing(cause), item);
    expect(error).toBeInstanceOf(CorruptObjectError);
    expect(error).toMatchObject({ key: 'n/a', revision: 7, message, isUndecryptable, cause });
  });

  it.each([
    [true, KvError],
    [false, CorruptObjectError],
  ])('for want of a key: that may pass: %s', (mayPass, type) => {
    const error = caught(reading().reader, { ...item, unreadable: { reason: 'no key', mayPass } });
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ message: 'no key' });
    if (!mayPass) expect(error).toMatchObject({ key: 'n/a', isUndecryptable: true });
  });
});
