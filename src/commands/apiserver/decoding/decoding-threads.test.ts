import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { splitRelativeKey } from '../../../storage/keys.ts';
import { decodersOf } from './decoders.ts';
import { DecodingThreads } from './decoding-threads.ts';

const settings = {
  dialect: 'kubernetes',
  release: '1.23',
  known: '1.23',
  storedFor: '1.23',
  gates: [],
  allowsPrivileged: true,
  storesProtobuf: false,
  definitions: fileURLToPath(new URL('../../../../api-definitions', import.meta.url)),
  prefix: '/registry',
};
const prefix = '/registry/configmaps/';
const decode = decodersOf(settings).get(prefix)!;

const stored = (name: string, value: Buffer | string) => ({
  key: `${prefix}default/${name}`,
  prefix,
  value: Buffer.from(value),
});
const asWritten = (name: string, data: object) =>
  stored(
    name,
    `${JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name, namespace: 'default' }, data })}\n`,
  );

it('decodes what is stored in any form as the caller would, and leaves the rest to it', async () => {
  const objects = [
    asWritten('a', { k: 'v' }),
    // Its fields are in another order: the bytes to keep are others.
    stored(
      'b',
      '{"apiVersion":"v1","kind":"ConfigMap","data":{},"metadata":{"namespace":"default","name":"b"}}',
    ),
    stored('c', 'not an object'),
    asWritten('labelled', { text: 'ü'.repeat(1_000) }),
    stored('other', asWritten('name', {}).value),
  ];
  const threads = new DecodingThreads(settings, 1);
  const decoded = await threads.decode(objects);
  threads[Symbol.dispose]();
  const expected = objects.map(({ key, value }) => {
    try {
      return decode(value, splitRelativeKey(key.slice(prefix.length)));
    } catch {
      return undefined;
    }
  });
  expect(decoded).toEqual(expected);
  expect(decoded!.map((one) => one !== undefined)).toEqual([true, true, false, true, false]);
});

it('takes as many pages as its threads can have waiting', async () => {
  const threads = new DecodingThreads(settings, 1);
  const page = [asWritten('a', {})];
  const taken = [1, 2, 3].map(() => threads.decode(page));
  expect(taken.map((one) => one !== undefined)).toEqual([true, true, false]);
  await Promise.all(taken);
  const again = threads.decode(page);
  expect((await again)![0]!.stored.toString()).toContain('"name":"a"');
  threads[Symbol.dispose]();
});

it('gives back what it has when it is closed', async () => {
  const threads = new DecodingThreads(settings, 1);
  const decoded = threads.decode([asWritten('a', {})]);
  threads[Symbol.dispose]();
  expect(await decoded).toEqual([]);
  expect(threads.decode([asWritten('b', {})])).toBeUndefined();
});
