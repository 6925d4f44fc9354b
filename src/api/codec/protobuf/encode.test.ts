import { describe, expect, test } from 'vitest';
import { definitions, hex, struct } from '../../../../test/support/unit/protobuf-structs.ts';
import type { Schema, StructSchema } from '../../schema/schema.ts';
import { ProtobufEncoder } from './encode.ts';

const encode = (object: object, schema: StructSchema): string =>
  new ProtobufEncoder().encode(object, schema).toString('hex');
const bytes = (text: string): string => hex(text).toString('hex');
const one = (schema: Schema): StructSchema => struct({ a: schema });

describe('encoding to Protobuf', () => {
  test('fields are written in the order of their numbers', () => {
    const schema = struct({
      b: { number: 16, schema: { type: 'string' } },
      a: { number: 2, schema: { type: 'int32' } },
    });
    // Tag of field 16: 16 * 8 + 2 = 130, two bytes.
    expect(encode({ b: 'x', a: 5 }, schema)).toBe(bytes('10 05 (a)  82 01 01 78 (b)'));
  });

  test('a field that is not nullable is written even when it is empty', () => {
    const inner = struct({ s: { type: 'string' }, i: { type: 'int64' } });
    const schema = struct({ b: { type: 'boolean' }, d: { type: 'double' }, m: inner });
    expect(encode({}, schema)).toBe(
      bytes('08 00 (b)  11 00 00 00 00 00 00 00 00 (d)  1a 04 0a 00 10 00 (m)'),
    );
  });

  test('a nullable field is written when it is set', () => {
    const schema = struct({
      a: { nullable: true, schema: { type: 'int32' } },
      b: { nullable: true, schema: struct({}) },
    });
    expect(encode({}, schema)).toBe('');
    expect(encode({ a: null, b: null }, schema)).toBe('');
    expect(encode({ a: 0, b: {} }, schema)).toBe(bytes('08 00  12 00'));
  });

  test('empty lists, empty maps and absent bytes are not written', () => {
    const schema = struct({
      l: { type: 'list', element: { type: 'string' } },
      m: { type: 'map', value: { type: 'string' } },
      b: { type: 'bytes' },
    });
    expect(encode({ l: [], m: {} }, schema)).toBe('');
    expect(encode({ l: null, m: null, b: null }, schema)).toBe('');
    expect(encode({ b: '' }, schema)).toBe(bytes('1a 00'));
  });

  test('lists are written item by item, never packed', () => {
    const schema = one({ type: 'list', element: { type: 'int32' } });
    expect(encode({ a: [1, 300] }, schema)).toBe(bytes('08 01  08 ac 02'));
  });

  test('entries of maps are sorted by the bytes of their keys', () => {
    const schema = one({ type: 'map', value: { type: 'int32' } });
    // JavaScript sorts "9" before "10", and the surrogates of U+1F600 before U+FF5E.
    expect(encode({ a: { 9: 1, 10: 2 } }, schema)).toBe(
      bytes('0a 06 0a 02 31 30 10 02   0a 05 0a 01 39 10 01'),
    );
    expect(encode({ a: { '\u{1f600}': 1, '\uff5e': 2 } }, schema)).toBe(
      bytes('0a 07 0a 03 ef bd 9e 10 02   0a 08 0a 04 f0 9f 98 80 10 01'),
    );
  });

  test('an inlined message is a message in Protobuf, written even when it is empty', () => {
    const inlined = { inlinedFrom: [2], nullable: true, schema: { type: 'string' } as Schema };
    const schema = struct({
      name: { type: 'string' },
      x: { ...inlined, number: 1 },
      y: { ...inlined, number: 5 },
    });
    expect(encode({ name: 'a' }, schema)).toBe(bytes('0a 01 61  12 00'));
    expect(encode({ name: 'a', x: 'b', y: 'c' }, schema)).toBe(bytes('0a 01 61  12 06 0a 01 62 2a 01 63'));
  });

  test('an inlined message may contain another one', () => {
    const schema = struct({ x: { number: 3, inlinedFrom: [1, 2], schema: { type: 'string' } } });
    expect(encode({ x: 'b' }, schema)).toBe(bytes('0a 05  12 03  1a 01 62'));
  });

  test('a list as the value of a map is a message with items', () => {
    const schema = one({ type: 'map', value: { type: 'list', element: { type: 'string' } } });
    expect(encode({ a: { k: ['x', 'y'] } }, schema)).toBe(bytes('0a 0b  0a 01 6b  12 06 0a 01 78 0a 01 79'));
  });
});

describe('encoding of a value to Protobuf', () => {
  test.each<[string, Schema['type'], unknown, string]>([
    ['a negative int32 takes ten bytes', 'int32', -1, '08 ff ff ff ff ff ff ff ff ff 01'],
    ['an int64 that a number holds', 'int64', 2 ** 40, '08 80 80 80 80 80 20'],
    ['an int64 that takes a bigint', 'int64', 2n ** 63n - 1n, '08 ff ff ff ff ff ff ff ff 7f'],
    ['text beyond ASCII', 'string', 'hé', '0a 03 68 c3 a9'],
    ['half a surrogate pair', 'string', 'a\ud800', '0a 04 61 ef bf bd'],
    ['bytes', 'bytes', 'AP8=', '0a 02 00 ff'],
    // 2021-03-04T05:06:07Z is 1614834367, in groups of seven bits from the end: bf d5 81 82 06.
    ['a time', 'time', '2021-03-04T05:06:07Z', '0a 08  08 bf d5 81 82 06  10 00'],
    ['no time', 'time', null, '0a 00'],
    ['the zero time', 'time', '0001-01-01T00:00:00Z', '0a 00'],
    ['1970', 'time', '1970-01-01T00:00:00Z', '0a 04 08 00 10 00'],
    // 1 microsecond is 1000 nanoseconds: e8 07.
    ['a micro-time', 'micro-time', '1970-01-01T00:00:02.000001Z', '0a 05  08 02  10 e8 07'],
    [
      'a micro-time before 1970',
      'micro-time',
      '1969-12-31T23:59:59.000001Z',
      '0a 0e  08 ff ff ff ff ff ff ff ff ff 01  10 e8 07',
    ],
    ['a quantity', 'quantity', '100m', '0a 06  0a 04 31 30 30 6d'],
    ['a quantity that is not there', 'quantity', undefined, '0a 03  0a 01 30'],
    ['a number', 'int-or-string', 80, '0a 06  08 00  10 50  1a 00'],
    ['a string', 'int-or-string', 'a', '0a 07  08 01  10 00  1a 01 61'],
    ['neither', 'int-or-string', undefined, '0a 06  08 00  10 00  1a 00'],
    ['a raw object', 'raw', { a: 1 }, '0a 09  0a 07 7b 22 61 22 3a 31 7d'],
    ['no raw object', 'raw', undefined, '0a 00'],
    // "\u0026", as Go writes "&": its controllers compare the bytes.
    ['a raw sign of markup', 'raw', '&', '0a 0a  0a 08 22 5c 75 30 30 32 36 22'],
    ['a deduced sign of markup', 'deduced', '&', '0a 0a  0a 08 22 5c 75 30 30 32 36 22'],
    ['a sign of markup in fields', 'fields', '&', '0a 05  0a 03 22 26 22'],
    ['fields', 'fields', {}, '0a 04  0a 02 7b 7d'],
    ['a duration', 'duration', '1s', '0a 06  08 80 94 eb dc 03'],
  ])('%s', (_, type, value, expected) => {
    expect(encode({ a: value }, one({ type } as Schema))).toBe(bytes(expected));
  });
});

test('an object with only a name is encoded as Go clients encode it', () => {
  const kind = definitions().kinds.find(({ kind }) => kind === 'Namespace')!;
  const metadata =
    '(name) 0a 01 61 12 00 1a 00 22 00 2a 00 32 00 38 00 (creationTimestamp) 42 00 (clusterName) 7a 00';
  expect(encode({ metadata: { name: 'a' } }, kind.schema)).toBe(
    bytes(`0a 13 ${metadata} (spec) 12 00 (status) 1a 02 0a 00`),
  );
});

test('long strings and objects larger than the buffer are encoded whole', () => {
  const schema = one({ type: 'list', element: { type: 'string' } });
  const encoder = new ProtobufEncoder();
  const text = 'é'.repeat(50_000);
  const encoded = encoder.encode({ a: ['x', text, 'y'] }, schema);
  expect(encoded.length).toBe(3 + (4 + 100_000) + 3);
  expect(encoded.subarray(-3).toString('hex')).toBe('0a0179');
  expect(encoder.encode({ a: ['z'] }, schema).toString('hex')).toBe('0a017a');
});
