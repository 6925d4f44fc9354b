import { describe, expect, it } from 'vitest';
import { type DecodedEntry, EntryReader } from './entry.ts';

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
