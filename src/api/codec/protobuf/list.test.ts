import { expect, test } from 'vitest';
import { listSchema } from '../../../../test/support/protobuf-messages.ts';
import { definitions, hex } from '../../../../test/support/unit/protobuf-structs.ts';
import { decodeMessage } from './decode.ts';
import { ProtobufEncoder } from './encode.ts';
import { decodeEnvelope, envelopeTail } from './envelope.ts';
import { delimitedField } from './field.ts';
import { itemTag, listHead } from './list.ts';

const { kinds, structs } = definitions();
const listMeta = structs.get('meta.v1.ListMeta')!;
const schema = listSchema(listMeta, kinds.find(({ kind }) => kind === 'ConfigMap')!.schema);
const encoder = new ProtobufEncoder();

test('a list made of encoded items has the bytes of the list encoded at once', () => {
  const metadata = { resourceVersion: '7', continue: 'c', remainingItemCount: 2 };
  const items = ['a', 'b'].map((name) => ({ metadata: { name }, data: { k: 'x'.repeat(300) } }));
  const item = kinds.find(({ kind }) => kind === 'ConfigMap')!.schema;
  const fields = items.map((object) => delimitedField(itemTag, encoder.encode(object, item)));
  const size = fields.reduce((sum, { length }) => sum + length, 0);
  const body = Buffer.concat([listHead('v1', 'ConfigMapList', metadata, size), ...fields, envelopeTail]);
  const { apiVersion, kind, raw } = decodeEnvelope(body);
  expect([apiVersion, kind]).toEqual(['v1', 'ConfigMapList']);
  expect(Buffer.from(raw).equals(encoder.encode({ metadata, items }, schema))).toBe(true);
  expect(decodeMessage(raw, schema)).toMatchObject({ metadata, items });
});

test('an empty list is encoded as its metadata', () => {
  // selfLink 0a 00, resourceVersion 12 01 "7", continue 1a 00.
  expect(encoder.encode({ metadata: { resourceVersion: '7' }, items: [] }, schema)).toEqual(
    hex('0a 07  0a 00 12 01 37 1a 00'),
  );
});

test('PartialObjectMetadata is encoded as the definitions say', () => {
  const partial = structs.get('meta.v1.PartialObjectMetadataList')!;
  const list = { metadata: { resourceVersion: '7' }, items: [{ metadata: { name: 'a' } }] };
  expect(decodeMessage(encoder.encode(list, partial), partial)).toMatchObject(list);
});
