import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { definitions, hex, struct } from '../../../../test/support/unit/protobuf-structs.ts';
import type { Schema, StructSchema } from '../../schema/schema.ts';
import { DecodeError } from '../json.ts';
import { Normalizer } from '../normalizer.ts';
import { decodeMessage } from './decode.ts';
import { ProtobufEncoder } from './encode.ts';
import { maxMessageDepth } from './reader.ts';

const one = (schema: Schema): StructSchema => struct({ a: schema });
const decode = (text: string, schema: StructSchema): unknown => decodeMessage(hex(text), schema);

describe('decoding a Protobuf message', () => {
  test('fields with unknown numbers are skipped, groups too', () => {
    const schema = one({ type: 'string' });
    const unknown = '10 05  19 0000000000000000  22 02 ff ff  2d 00000000  (group 6) 33 08 01 33 34 34';
    expect(decode(`${unknown} 0a 01 78`, schema)).toEqual({ a: 'x' });
  });

  test('of a repeated scalar the last one counts, a repeated message is merged, a list is continued', () => {
    const inner = struct({ x: { type: 'string' }, y: { type: 'string' } });
    const schema = struct({
      s: { type: 'string' },
      m: inner,
      l: { type: 'list', element: { type: 'string' } },
    });
    const text = '0a 01 61 12 03 0a 01 61 1a 01 61   0a 01 62 12 03 12 01 62 1a 01 62';
    expect(decode(text, schema)).toEqual({ s: 'b', m: { x: 'a', y: 'b' }, l: ['a', 'b'] });
  });

  test('as many entries of a map as an object may have are read, and no more', () => {
    const schema = one({ type: 'map', value: { type: 'string' } });
    const bytes = (count: number) =>
      Buffer.concat(
        Array.from({ length: count }, (_, at) => {
          const key = Buffer.from(at.toString(36).padStart(4, '0'));
          return Buffer.concat([hex('0a 08 0a 04'), key, hex('12 00')]);
        }),
      );
    expect(Object.keys((decodeMessage(bytes(65_000), schema) as { a: object }).a)).toHaveLength(65_000);
    expect(() => decodeMessage(bytes(70_000), schema)).toThrow('Request entity too large: limit is 1572864');
  });

  test('fields that nobody knows count as well', () => {
    const unknown = (count: number) => Buffer.alloc(count * 2, hex('10 05'));
    expect(decodeMessage(unknown(200_000), one({ type: 'string' }))).toEqual({});
    expect(() => decodeMessage(unknown(250_000), one({ type: 'string' }))).toThrow('limit is 1572864');
  });

  test.each<[string, Schema, number, string]>([
    ['structs', struct({}), 120_000, '0a 00'],
    ['texts', { type: 'string' }, 350_000, '0a 00'],
  ])('as many %s as an object may have are read, and no more', (_, element, count, item) => {
    const schema = one({ type: 'list', element });
    const bytes = (times: number) => Buffer.alloc(times * 2, hex(item));
    expect((decodeMessage(bytes(count), schema) as { a: unknown[] }).a).toHaveLength(count);
    expect(() => decodeMessage(bytes(count * 1.2), schema)).toThrow(
      'Request entity too large: limit is 1572864',
    );
  });

  test('numbers of a list may be packed or not', () => {
    const schema = struct({
      i: { type: 'list', element: { type: 'int32' } },
      d: { type: 'list', element: { type: 'double' } },
    });
    const doubles = '12 08 000000000000f03f  11 0000000000000040';
    expect(decode(`08 01  0a 03 02 ac 02  08 03 ${doubles}`, schema)).toEqual({
      i: [1, 2, 300, 3],
      d: [1, 2],
    });
  });

  test('an absent key or value of a map entry is empty', () => {
    const schema = struct({
      s: { type: 'map', value: { type: 'string' } },
      m: { type: 'map', value: struct({}) },
    });
    expect(decode('0a 00  0a 03 0a 01 61  12 03 0a 01 61', schema)).toEqual({
      s: { '': '', a: '' },
      m: { a: {} },
    });
  });

  test('keys such as __proto__ are data', () => {
    const schema = one({ type: 'map', value: { type: 'string' } });
    const key = Buffer.from('__proto__').toString('hex');
    const decoded = decode(`0a 0e 0a 09 ${key} 12 01 78`, schema) as { a: object };
    expect(Object.entries(decoded.a)).toEqual([['__proto__', 'x']]);
    expect(Object.getPrototypeOf(decoded.a)).toBe(Object.prototype);
  });

  test('fields of an inlined message become fields of the object around it', () => {
    const schema = struct({
      n: { type: 'string' },
      x: { number: 3, inlinedFrom: [2, 2], schema: { type: 'string' } },
    });
    expect(decode('0a 01 61  12 05 12 03 1a 01 62', schema)).toEqual({ n: 'a', x: 'b' });
  });
});

describe('decoding a value from Protobuf', () => {
  test.each<[string, Schema['type'], string, unknown]>([
    ['an int32 is the low half', 'int32', '08 ff ff ff ff ff ff ff ff ff 01', -1],
    ['a small int64 is a number', 'int64', '08 ff ff ff ff ff ff ff 0f', 2 ** 53 - 1],
    ['a great int64 is a bigint', 'int64', '08 80 80 80 80 80 80 80 10', 2n ** 53n],
    ['the least int64', 'int64', '08 80 80 80 80 80 80 80 80 80 01', -(2n ** 63n)],
    ['-2^53 + 1', 'int64', '08 81 80 80 80 80 80 80 f0 ff 01', -(2 ** 53) + 1],
    ['no UTF-8 becomes U+FFFD', 'string', '0a 03 61 ff 62', 'a\ufffdb'],
    ['a time without anything is null', 'time', '0a 00', null],
    ['a time without nanoseconds', 'time', '0a 02 08 01', '1970-01-01T00:00:01Z'],
    ['nanoseconds of a time are dropped', 'time', '0a 08 08 01 10 ff ff ff ff 07', '1970-01-01T00:00:01Z'],
    [
      '-1 nanosecond carries',
      'micro-time',
      '0a 0d 08 01 10 ff ff ff ff ff ff ff ff ff 01',
      '1970-01-01T00:00:00.999999Z',
    ],
    ['an empty quantity', 'quantity', '0a 00', '0'],
    ['an int', 'int-or-string', '0a 06 08 00 10 50 1a 00', 80],
    ['an empty string', 'int-or-string', '0a 02 08 01', ''],
    ['raw JSON', 'raw', '0a 0f 0a 0d 7b 22 61 22 3a 31 2c 22 62 22 3a 31 7d', { a: 1, b: 1 }],
    ['an empty raw object', 'raw', '0a 00', null],
    ['a duration', 'duration', '0a 06 08 80 94 eb dc 03', '1s'],
  ])('%s', (_, type, text, expected) => {
    expect(decode(text, one({ type } as Schema))).toEqual({ a: expected });
  });
});

describe('malformed Protobuf', () => {
  test.each<[string, Schema['type'], string]>([
    ['a tag that ends in the middle', 'string', '80'],
    ['a value that is missing', 'string', '0a'],
    ['a length that is more than there is', 'string', '0a 05 61'],
    ['a length of 2^63', 'string', '0a ff ff ff ff ff ff ff ff 7f'],
    ['a varint of eleven bytes', 'int32', '08 80 80 80 80 80 80 80 80 80 80 01'],
    ['field number 0', 'string', '02 00'],
    ['a negative field number', 'string', 'fa ff ff ff 7f 00'],
    ['the wrong wire type', 'string', '08 01'],
    ['an end of no group', 'string', '0c'],
    ['a group without an end', 'string', '13 08 01'],
    ['a wire type that there is not', 'string', '17'],
    ['a field that is longer than its message', 'quantity', '0a 03 0a 05 61 61 61 61 61'],
    ['a time that is no date', 'time', '0a 0b 08 ff ff ff ff ff ff ff ff 7f'],
    ['a double that JSON has not', 'double', '09 000000000000f07f'],
    ['neither int nor string', 'int-or-string', '0a 02 08 02'],
    ['raw bytes that are no JSON', 'raw', '0a 03 0a 01 7b'],
  ])('%s is rejected', (_, type, text) => {
    expect(() => decode(text, one({ type } as Schema))).toThrow(DecodeError);
  });

  test('deeply nested groups do not overflow the stack', () => {
    const nested = Buffer.concat([Buffer.alloc(300_000, 0x13), Buffer.alloc(300_000, 0x14)]);
    expect(decodeMessage(nested, one({ type: 'string' }))).toEqual({});
  });

  test('a message with more fields than any object that can be stored is rejected', () => {
    const empties = Buffer.alloc(2_000_000, Buffer.from([0x12, 0]));
    expect(() => decodeMessage(empties, one({ type: 'string' }))).toThrow('limit is 1572864');
  });

  test('messages may be nested up to the maximum depth', () => {
    const schema = one({ type: 'string' }) as StructSchema & { fields: { schema: Schema }[] };
    schema.fields[0]!.schema = schema;
    const nested = (depth: number): Buffer => {
      let bytes: Buffer = Buffer.alloc(0);
      const encoder = new ProtobufEncoder();
      const outer = one({ type: 'bytes' });
      for (let level = 0; level < depth; level++)
        bytes = encoder.encode({ a: bytes.toString('base64') }, outer);
      return bytes;
    };
    expect(decodeMessage(nested(maxMessageDepth), schema)).toHaveProperty('a.a.a.a');
    expect(() => decodeMessage(nested(maxMessageDepth + 1), schema)).toThrow(
      new DecodeError('exceeded max depth'),
    );
  });

  test('an object with truncated or changed bytes is decoded or rejected', () => {
    const kind = definitions().kinds.find((candidate) => candidate.kind === 'Pod')!;
    const spec = {
      volumes: [{ name: 'v', emptyDir: {} }],
      containers: [{ name: 'a', ports: [{ containerPort: 1 }] }],
    };
    const metadata = { name: 'a', labels: { a: 'b' }, creationTimestamp: '2021-03-04T05:06:07Z' };
    const bytes = new ProtobufEncoder().encode({ metadata, spec }, kind.schema);
    const read = (hostile: Uint8Array): void => {
      try {
        new Normalizer().normalize(decodeMessage(hostile, kind.schema), kind.schema);
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error;
      }
    };
    for (let at = 0; at < bytes.length; at++) {
      read(bytes.subarray(0, at));
      for (const byte of [0, 1, 0x0a, 0x7f, 0x80, 0xff]) {
        const changed = Buffer.from(bytes);
        changed[at] = byte;
        read(changed);
      }
    }
    for (let round = 0; round < 2000; round++) read(randomBytes(64));
  });
});
