import { describe, expect, it } from 'vitest';
import { encodeEnvelope } from '../api/codec/protobuf/envelope.ts';
import { readValue } from './storage-format.ts';

const object = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: { key: '1' } };
const json = Buffer.from(`${JSON.stringify(object)}\n`);
const yaml = Buffer.from('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  key: "1"\n');
const message = Buffer.from([10, 1, 10, 0]);
const protobuf = encodeEnvelope('v1', 'ConfigMap', message);
const base64 = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('base64'));

describe('a stored value is read', () => {
  it.each([
    ['in JSON', json, { isForeign: false }],
    ['in YAML', yaml, { isForeign: true }],
    ['in base64 of JSON', base64(json), { isForeign: true }],
    ['in base64 of YAML', base64(yaml), { isForeign: true }],
  ])('%s', (_, bytes, form) => {
    expect(readValue(bytes)).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      isProtobuf: false,
      content: object,
      ...form,
    });
  });

  it.each([
    ['in Protobuf', protobuf, false],
    ['in base64 of Protobuf', base64(encodeEnvelope('v1', 'ConfigMap', Buffer.alloc(30, message))), true],
  ])('%s', (_, bytes, isForeign) => {
    expect(readValue(bytes)).toMatchObject({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      isProtobuf: true,
      isForeign,
    });
  });
});

it.each([
  ['a text', 'something else altogether', 'invalid character'],
  ['a list', '- a\n- b\n', 'not an object'],
  ['broken JSON', '{"kind":', 'unexpected end'],
  ['an object without a type', '{"metadata":{}}', 'it does not say of which type it is'],
  ['base64 of anything', 'q'.repeat(60), ''],
])('%s is not a stored value', (_, text, message) => {
  expect(() => readValue(Buffer.from(text))).toThrow(message);
});
