import { expect, it } from 'vitest';
import { definitions } from '../../../test/support/unit/versions.ts';
import { ProtobufEncoder } from '../../api/codec/protobuf/encode.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { encodeExamined, servedAt } from '../../registry/conversion/object-codec.ts';
import { VersionCodec } from '../../registry/conversion/version-codec.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { EntryReader } from '../../storage/watch-cache/entry.ts';
import { ProtobufEntries } from './protobuf-codec.ts';

const definition = definitions.find(({ kind }) => kind === 'ConfigMap')!;
const resource = {
  definition,
  rules: {},
  kind: { group: '', kind: 'ConfigMap' },
} as object as StoredResource;
const entriesOf = () =>
  new ProtobufEntries(new ProtobufEncoder(), definition, new VersionCodec(definition, resource));

const examinedOf = (data: object) =>
  encodeExamined(
    { metadata: { name: 'a', namespace: 'b' }, data } as object as ApiObject,
    resource,
    undefined,
  );

it.each([
  ['text', { 'a.txt': 'one', b: 'zwei ü' }],
  ['nothing', {}],
  ['keys out of order', { b: '1', 10: '2', 9: '3', a: '4' }],
])('an object that was just written has the bytes that are read of its JSON: %s', async (_, data) => {
  const { json, object } = servedAt(await examinedOf(data), 7);
  expect(object).toBeDefined();
  expect(entriesOf().field({ json, object }).toString('hex')).toBe(
    entriesOf().field({ json }).toString('hex'),
  );
});

it('the answer to a write and its event are encoded once', async () => {
  const examined = await examinedOf({ a: '1' });
  const reader = new EntryReader('/registry/configmaps/', () => {
    throw new Error('the writer has examined it');
  });
  reader.expect('b/a', examined);
  const entries = entriesOf();
  const answered = entries.field(servedAt(examined, 7));
  const entry = reader.read({
    key: '/registry/configmaps/b/a',
    value: examined.written ?? examined.stored,
    modRevision: 7,
  });
  expect(entries.field(entry)).toBe(answered);
});
