import { expect, test } from 'vitest';
import { definitions, struct } from '../../../test/support/unit/protobuf-structs.ts';
import type { StructSchema } from '../schema/schema.ts';
import { DecodeBudget } from './decode-budget.ts';
import { maxValues } from './object-size.ts';
import { decodeMessage } from './protobuf/decode.ts';
import { ProtobufEncoder } from './protobuf/encode.ts';
import { decodeEnvelope } from './protobuf/envelope.ts';

const inner = struct({ s: { type: 'string' } });
const schema = struct({
  s: { type: 'string' },
  inner,
  list: { type: 'list', element: { type: 'string' } },
  numbers: { type: 'list', element: { type: 'int32' } },
  map: { type: 'map', value: { type: 'string' } },
  quantities: { type: 'map', value: { type: 'quantity' } },
  time: { type: 'time' },
  raw: { type: 'raw' },
  rest: { schema: { type: 'string' }, number: 99, inlinedFrom: [10] },
});

const maxBodyBytes = 3 * 1024 * 1024;
const decode = (bytes: Uint8Array, as: StructSchema = schema) => decodeMessage(bytes, as, new DecodeBudget());
const tooLarge = `Request entity too large: limit is ${maxValues} values`;

/** As many copies of a field as fit into a body. */
const repeated = (...unit: number[]): Buffer =>
  Buffer.alloc(maxBodyBytes - (maxBodyBytes % unit.length), Buffer.from(unit));

/** Field 8 with JSON. */
function raw(text: string): Buffer {
  const json = Buffer.from(text);
  const size = json.length + 4;
  const length = (count: number): number[] => [(count & 127) | 128, ((count >> 7) & 127) | 128, count >> 14];
  return Buffer.concat([Buffer.from([0x42, ...length(size), 0x0a, ...length(json.length)]), json]);
}

test.each([
  ['unknown numbers', repeated(0x70, 1)],
  ['unknown numbers of ten bytes', repeated(0x70, ...Array(9).fill(0xff), 1)],
  ['groups', repeated(0x73, 0x74)],
  ['the same text again and again', repeated(0x0a, 0)],
  ['the same message again and again', repeated(0x12, 0)],
  ['items', repeated(0x1a, 0)],
  [
    'packed numbers',
    Buffer.concat([Buffer.from([0x22, 0x80, 0x80, 0xc0, 0x01]), Buffer.alloc(maxBodyBytes)]),
  ],
  ['entries of a map', repeated(0x2a, 0)],
  ['times', repeated(0x3a, 2, 8, 1)],
  ['small texts of JSON', repeated(0x42, 4, 0x0a, 2, 0x7b, 0x7d)],
  ['a large text of JSON', raw(`[${'0,'.repeat(700_000)}0]`)],
  ['inlined messages', repeated(0x52, 0)],
])('%s are rejected long before all of them are decoded', (_, bytes) => {
  const started = performance.now();
  expect(() => decode(bytes)).toThrow(tooLarge);
  expect(performance.now() - started).toBeLessThan(500);
});

test('an envelope with many unknown fields is rejected', () => {
  const bytes = Buffer.concat([Buffer.from([0x6b, 0x38, 0x73, 0]), repeated(0x70, 1)]);
  expect(() => decodeEnvelope(bytes, new DecodeBudget())).toThrow(tooLarge);
});

const entries = (count: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]));

const definedKinds = definitions().kinds;
const kind = (name: string): StructSchema => definedKinds.find((one) => one.kind === name)!.schema;
const many = <T>(count: number, item: T): T[] => Array(count).fill(item);

test.each<[string, object]>([
  ['ConfigMap', { data: entries(14_000, 'x') }],
  ['Role', { rules: many(450, { verbs: many(20, 'get'), resources: many(60, 'pods') }) }],
  ['Endpoints', { subsets: many(90, { addresses: many(110, { ip: '10.0.0.1', nodeName: 'n' }) }) }],
  ['Pod', { spec: { volumes: many(5_000, { name: 'v', secret: { secretName: 's' } }) } }],
  ['Pod', { spec: { containers: many(20, { name: 'c', env: many(700, { name: 'n', value: 'v' }) }) } }],
  ['Pod', { spec: { tolerations: many(10_000, { operator: 'Exists' }) } }],
  ['Node', { status: { images: many(900, { names: many(10, 'n'), sizeBytes: 1 }) } }],
  ['ResourceQuota', { spec: { hard: entries(14_000, '1') } }],
])('a %s of the maximum size is decoded', (name, value) => {
  const bytes = new ProtobufEncoder().encode(value, kind(name));
  expect(decode(bytes, kind(name))).toMatchObject(value);
});

test('JSON within a message may have as many values as managedFields', () => {
  expect(decode(raw(`[${'0,'.repeat(60_000)}0]`))).toHaveProperty('raw');
});
