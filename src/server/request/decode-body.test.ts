import { expect, test } from 'vitest';
import { definitions } from '../../../test/support/unit/protobuf-structs.ts';
import { ProtobufEncoder } from '../../api/codec/protobuf/encode.ts';
import { encodeEnvelope } from '../../api/codec/protobuf/envelope.ts';
import { dialects, protobufMediaTypes } from '../../api/meta/dialect.ts';
import type { StatusError } from '../../api/meta/status.ts';
import { KnownKinds } from '../known-kinds.ts';
import { decodeBody } from './decode-body.ts';
import { Body } from './read-body.ts';

const kind = definitions().kinds.find((candidate) => candidate.kind === 'ConfigMap')!;
const known = new KnownKinds(dialects[0]!, definitions().kinds);
const message = new ProtobufEncoder().encode({ metadata: { name: 'a' }, data: { k: 'v' } }, kind.schema);

const refusal = async (body: Buffer, contentType: string): Promise<StatusError> => {
  try {
    await decodeBody(new Body(body), contentType, kind, 'Strict', known);
  } catch (error) {
    return error as StatusError;
  }
  throw new Error('it was taken');
};

test.each(protobufMediaTypes)('a body of %s is taken, whatever the dialect', async (contentType) => {
  const { object, problems } = await decodeBody(
    new Body(encodeEnvelope('v1', 'ConfigMap', message)),
    contentType,
    kind,
    'Strict',
    known,
  );
  expect(object).toEqual({
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name: 'a', creationTimestamp: null },
    data: { k: 'v' },
  });
  // Lists drop the two by their place.
  expect(Object.keys(object).slice(0, 2)).toEqual(['kind', 'apiVersion']);
  expect(problems).toEqual([]);
});

test('the envelope need not say what is in it', async () => {
  const { object } = await decodeBody(
    new Body(encodeEnvelope('', '', message)),
    protobufMediaTypes[0],
    kind,
    'Strict',
    known,
  );
  expect(object).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', data: { k: 'v' } });
});

test('what is no object of the kind is a bad request', async () => {
  const type = protobufMediaTypes[0]!;
  expect((await refusal(Buffer.from('{}'), type)).message).toBe(
    'the object provided is unrecognized (must be of type ConfigMap): ' +
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0] ({})',
  );
  expect((await refusal(encodeEnvelope('v1', 'ConfigMap', message.subarray(1)), type)).message).toMatch(
    /^ConfigMap in version "v1" cannot be handled as a ConfigMap: /,
  );
  expect((await refusal(encodeEnvelope('v1', 'Secret', message), type)).message).toMatch(
    /^Secret in version "v1" cannot be handled/,
  );
  expect((await refusal(encodeEnvelope('v2', 'ConfigMap', message), type)).message).toMatch(
    /^ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered/,
  );
});

test('an unknown media type is refused', async () => {
  expect((await refusal(Buffer.from('{}'), 'application/x')).message).toMatch(
    `application/json, application/yaml, ${dialects[0]!.protobuf}`,
  );
  expect((await refusal(Buffer.from('{}'), 'x')).message).toContain('unknown format');
});

test.each([
  ['application/json;charset', true],
  ['application/json; charset=utf-8 x', true],
  ['application/json; charset=', true],
  ['application/json; charset="utf-8', true],
  ['application/json; charset=utf-8;', false],
  ['application/json ; charset="utf-8"; a=b', false],
])('parameters of a media type that cannot be read make it unknown: %s', async (type, isUnknown) => {
  const message = await decodeBody(new Body(Buffer.from('{}')), type, kind, 'Strict', known).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(message.includes('unknown format')).toBe(isUnknown);
});

test('of unknown fields no more are told than anybody reads', async () => {
  const body = Buffer.from(
    JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`x${n}`, 1]))),
  );
  expect((await decodeBody(new Body(body), 'application/json', kind, 'Warn', known)).problems).toHaveLength(
    100,
  );
});

test.each(['application/json', 'application/yaml'])(
  'an object of 60,000 values in %s is decoded',
  async (type) => {
    const data = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, '']));
    const body = new Body(Buffer.from(JSON.stringify({ data })));
    expect(
      Object.keys((await decodeBody(body, type, kind, 'Strict', known)).object['data'] as object),
    ).toHaveLength(60_000);
  },
);

test.each(['application/json', 'application/yaml'])(
  'an object in %s that is too large for the store is rejected before it is normalized',
  async (type) => {
    const data = Object.fromEntries(
      Array.from({ length: 60_000 }, (_, n) => [`a-key-of-medium-size-${n}`, '']),
    );
    const error = await refusal(Buffer.from(JSON.stringify({ data })), type);
    expect(error.message).toBe('Request entity too large: limit is 1572864');
  },
);

test('of several values of YAML that are of a wrong type, the first by its key is told of', async () => {
  const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: true}\ndata: {a: 1}\n';
  const { message: text } = await refusal(Buffer.from(yaml), 'application/yaml');
  expect(text).toContain('json: cannot unmarshal number into Go struct field ConfigMap.data of type string');
});

test('what is wrong with a line of YAML is told in known words', async () => {
  const { message: text } = await refusal(Buffer.from('a: b: c'), 'application/yaml');
  expect(text).toContain('yaml: mapping values are not allowed in this context (613a20623a2063)');
});

test('a Scale of an unknown version is refused by the type that it is read as', async () => {
  const body = new Body(Buffer.from('{"kind":"ConfigMap","apiVersion":"v7"}'));
  const decoding = decodeBody(body, 'application/json', { ...kind, readAs: 'v1.Scale' }, 'Strict', known);
  await expect(decoding).rejects.toThrow(/^no kind is registered for the type v1\.Scale in scheme /);
});
