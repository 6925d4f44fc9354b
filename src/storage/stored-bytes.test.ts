import { describe, expect, it } from 'vitest';
import {
  asLine,
  isServedAs,
  itemStart,
  replaceResourceVersion,
  withResourceVersion,
} from './stored-bytes.ts';

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const read = (buffer: Buffer): any => JSON.parse(buffer.toString());

describe('the resourceVersion is spliced into the stored bytes', () => {
  const cases: [what: string, object: object][] = [
    [
      'after the uid',
      { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a', uid: 'u', creationTimestamp: null }, spec: {} },
    ],
    ['without a uid', { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } }],
    ['into empty metadata', { kind: 'Pod', apiVersion: 'v1', metadata: {} }],
    ['uid last in metadata', { kind: 'Pod', apiVersion: 'v1', metadata: { uid: 'u' }, spec: { uid: 'x' } }],
    [
      'names that look like keys',
      { kind: 'Pod', apiVersion: 'v1', metadata: { generateName: '","uid":"x', uid: 'u', labels: {} } },
    ],
    [
      'only an owner has a uid',
      {
        kind: 'Pod',
        apiVersion: 'v1',
        metadata: { name: 'a', ownerReferences: [{ kind: 'A', name: 'b', uid: 'u' }] },
      },
    ],
  ];
  it.each(cases)('%s', (_, object: any) => {
    const served = withResourceVersion(bytes(object), 12);
    expect(read(served)).toEqual({ ...object, metadata: { ...object.metadata, resourceVersion: '12' } });
    expect(read(replaceResourceVersion(served, 1234)).metadata.resourceVersion).toBe('1234');
    const { kind: _kind, apiVersion: _version, ...item } = read(served);
    expect(JSON.parse(`{${served.subarray(itemStart(served))}`)).toEqual(item);
  });

  it.each(cases)('%s, which is what is served and nothing else', (_, object: any) => {
    const stored = bytes(object);
    const served = withResourceVersion(stored, 12);
    expect(isServedAs(served, stored, 12)).toBe(true);
    expect(isServedAs(served, stored, 13)).toBe(false);
    expect(isServedAs(served, stored, 123)).toBe(false);
    for (let at = 0; at < served.length; at++) {
      const other = Buffer.from(served);
      other[at]! ^= 1;
      expect(isServedAs(other, stored, 12)).toBe(false);
    }
  });
});

it('bytes to serve have their line feed behind them; others get one', () => {
  const served = withResourceVersion(
    Buffer.from('{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"}}'),
    7,
  );
  const line = asLine(served);
  expect(line.toString()).toBe(`${served.toString()}\n`);
  expect(line.buffer).toBe(served.buffer);
  expect(asLine(Buffer.from('{}')).toString()).toBe('{}\n');
  expect(asLine(Buffer.from('{}\n')).toString()).toBe('{}\n');
});
