import { describe, expect, it } from 'vitest';
import { definitions, hex } from '../../../../test/support/unit/protobuf-structs.ts';
import { Normalizer } from '../normalizer.ts';
import { decodeMessage } from './decode.ts';
import { ProtobufEncoder } from './encode.ts';

const schema = definitions().structs.get('apiextensions.v1.JSONSchemaProps')!;
const encoder = new ProtobufEncoder();
const type = (name: string) => ({ type: name });

/** Fields after those that are always written; `x` has the type "x": 2a 01 78. */
const empty = encoder.encode({}, schema);
const x = encoder.encode(type('x'), schema);
const length = Buffer.of(x.length);

/** A field with this schema. */
function bytesOf(object: object): Buffer {
  const bytes = encoder.encode(object, schema);
  let start = 0;
  while (start < empty.length && bytes[start] === empty[start]) start++;
  return bytes.subarray(start, bytes.length - (empty.length - start));
}

describe('a choice is encoded in the Protobuf field of its type', () => {
  it.each<[string, object, Buffer]>([
    ['true', { additionalProperties: true }, hex('f2 01 02 (allows) 08 01')],
    ['false', { additionalProperties: false }, hex('f2 01 02 (allows) 08 00')],
    [
      'a schema, which allows',
      { additionalProperties: type('x') },
      Buffer.concat([
        Buffer.of(0xf2, 1, x.length + 4 + (x.length > 127 ? 1 : 0)),
        hex('08 01 12'),
        length,
        x,
      ]),
    ],
    [
      'a schema where a list may stand',
      { items: type('x') },
      Buffer.concat([Buffer.of(0xc2, 1, x.length + 2), hex('0a'), length, x]),
    ],
    [
      'a list',
      { items: [type('x')] },
      Buffer.concat([Buffer.of(0xc2, 1, x.length + 2), hex('12'), length, x]),
    ],
    ['names', { dependencies: { a: ['b'] } }, hex('82 02 08 0a 01 (a) 61 12 03 (property) 12 01 (b) 62')],
    ['any JSON', { default: 5 }, hex('42 03 0a 01 35')],
  ])('%s', (_, object, bytes) => {
    expect(encoder.encode(object, schema).includes(bytes)).toBe(true);
    expect(decodeMessage(encoder.encode(object, schema), schema)).toMatchObject(object);
    expect(bytesOf(object).length).toBe(bytes.length);
  });
});

describe('a choice in JSON', () => {
  const normalize = (value: object) => new Normalizer().normalize(value, schema);

  it('nested schemas are normalized: unknown fields are dropped', () => {
    const given = { type: 'x', none: 1 };
    expect(
      normalize({ items: given, additionalProperties: given, dependencies: { a: given, b: ['c'] } }),
    ).toEqual({
      items: { type: 'x' },
      additionalProperties: { type: 'x' },
      dependencies: { a: { type: 'x' }, b: ['c'] },
    });
    expect(normalize({ items: [given, given] })).toEqual({ items: [{ type: 'x' }, { type: 'x' }] });
  });

  it.each(['', 'x', 5, true])('%j as items, neither a schema nor a list, becomes an empty value', (items) => {
    expect(normalize({ items })).toEqual({ items: null });
  });

  it('unknown fields are reported beside nested schemas, and not inside', () => {
    const unknown: string[] = [];
    const value = { items: [{}, { properties: { a: { none: 1 } } }], properties: { a: { none: 1 } } };
    new Normalizer(unknown).normalize(value, schema);
    expect(unknown).toEqual(['properties.a.none']);
  });

  it.each([
    [{ items: { type: 5 } }, /JSONSchemaProps.items.type of type string/],
    [{ additionalProperties: 'x' }, /^boolean or JSON schema expected$/],
    [{ dependencies: { a: [5] } }, /cannot unmarshal number into/],
  ])('%j as a choice is rejected', (value, message) => {
    expect(() => normalize(value)).toThrow(message);
  });
});
