import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { definitions } from '../../../../test/support/unit/protobuf-structs.ts';
import { formatDuration } from '../../../util/duration.ts';
import { setOwn } from '../../json/json-values.ts';
import type { Choice, FieldSchema, ScalarType, Schema, StructSchema } from '../../schema/schema.ts';
import { microTimeNow, timeNow } from '../../values/time.ts';
import { writeJson } from '../json.ts';
import { Normalizer } from '../normalizer.ts';
import { decodeMessage } from './decode.ts';
import { ProtobufEncoder } from './encode.ts';

const text = fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 40 }));
const key = fc.oneof(
  { weight: 9, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', '10', '9') },
);
const int32 = fc.integer();
// The year 1000 to the end of 9999.
const ms = fc.integer({ min: -30_610_224_000_000, max: 253_402_300_799_999 });

const scalars: Record<Exclude<ScalarType, 'deduced'>, fc.Arbitrary<unknown>> = {
  string: text,
  boolean: fc.boolean(),
  int32,
  int64: fc.oneof(int32, fc.maxSafeInteger(), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(exact)),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
  bytes: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
  time: ms.map(timeNow),
  'micro-time': ms.map(microTimeNow),
  duration: fc.bigInt(-(2n ** 62n), 2n ** 62n).map(formatDuration),
  quantity: fc
    .tuple(fc.integer(), fc.constantFrom('', 'm', 'k', 'Mi', 'e3'))
    .map(([number, suffix]) => `${number}${suffix}`),
  'int-or-string': fc.oneof(int32, text),
  raw: fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }).map(plain),
  fields: fc.constant({ 'f:metadata': { 'f:labels': { '.': {} } } }),
};

/** Objects of a schema. Lists and maps have members: Protobuf does not distinguish empty ones from absent ones. */
class Objects {
  readonly #deepest: number;
  readonly #known = new Map<string, fc.Arbitrary<unknown>>();

  /** `deepest`: how deep structs may be nested; some are recursive. */
  constructor(deepest: number) {
    this.#deepest = deepest;
  }

  of(schema: Schema, depth = 1): fc.Arbitrary<unknown> {
    switch (schema.type) {
      case 'struct':
        return this.#struct(schema, depth);
      case 'list':
        return fc.array(this.of(schema.element, depth), { minLength: 1, maxLength: 2 });
      case 'map':
        return fc
          .array(fc.tuple(key, this.of(schema.value, depth)), { minLength: 1, maxLength: 2 })
          .map(mapOf);
      case 'deduced':
        throw new Error('of custom resources only, which have no Protobuf');
      default:
        return schema.choice === undefined ? scalars[schema.type] : this.#chosen(schema.choice, depth);
    }
  }

  #chosen({ boolean, object, list }: Choice, depth: number): fc.Arbitrary<unknown> {
    return fc.oneof(
      ...(boolean === undefined ? [] : [fc.boolean()]),
      ...(object === undefined ? [] : [this.of(object.schema, depth)]),
      ...(list === undefined ? [] : [this.of({ type: 'list', element: list.element }, depth)]),
    );
  }

  #struct(schema: StructSchema, depth: number): fc.Arbitrary<unknown> {
    const name = `${depth} ${schema.name}`;
    let known = this.#known.get(name);
    if (known === undefined) {
      const fields = schema.fields.filter((field) => depth < this.#deepest || !holdsStructs(field.schema));
      const rarity = rarityOf(fields, depth);
      known = fc.record(
        Object.fromEntries(fields.map((field) => [field.name, this.#perhaps(field, depth, rarity)])),
      );
      this.#known.set(name, known);
    }
    return known;
  }

  #perhaps({ schema }: FieldSchema, depth: number, rarity: number): fc.Arbitrary<unknown> {
    const arbitrary = this.of(schema, depth + 1);
    const weight = holdsStructs(schema) ? rarity : 1;
    return fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
  }
}

/**
 * Deeper fields are rarer, as a pod with all fields would have megabytes. From the sixth level on a struct contains
 * about one other, as the schemas of a CustomResourceDefinition, with a dozen in each, would never end.
 */
function rarityOf(fields: readonly FieldSchema[], depth: number): number {
  const structs = fields.filter((field) => holdsStructs(field.schema)).length;
  return depth < 6 ? Math.ceil(depth / 3) : Math.max(Math.ceil(depth / 3), structs);
}

function holdsStructs(schema: Schema): boolean {
  if (schema.type === 'list') return holdsStructs(schema.element);
  if (schema.type === 'map') return holdsStructs(schema.value);
  return schema.type === 'struct' || schema.choice !== undefined;
}

function mapOf(entries: [string, unknown][]): object {
  const map = {};
  for (const [name, value] of entries) setOwn(map, name, value);
  return map;
}

/** A bigint only if a number is not exact, as parseJson returns it. */
function exact(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** JSON has no -0. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

const { kinds, structs } = definitions();
const encoder = new ProtobufEncoder();

function checkRoundTrip(schema: StructSchema, objects: Objects, numRuns: number): void {
  fc.assert(
    fc.property(objects.of(schema), (generated) => {
      const object = new Normalizer().normalize(generated, schema);
      const bytes = encoder.encode(object, schema);
      const unknown: string[] = [];
      const decoded = new Normalizer(unknown).normalize(decodeMessage(bytes, schema), schema);
      expect(writeJson(decoded)).toBe(writeJson(object));
      expect(unknown).toEqual([]);
      expect(encoder.encode(decoded, schema).equals(bytes)).toBe(true);
    }),
    { numRuns },
  );
}

describe('an object is unchanged after encoding to Protobuf and decoding', () => {
  const whole = new Objects(10);
  test.each(kinds.map((kind) => [`${kind.group}/${kind.version} ${kind.kind}`, kind.schema] as const))(
    '%s',
    (_, schema) => {
      checkRoundTrip(schema, whole, 20);
    },
  );

  test('every message of the definitions is unchanged after encoding and decoding', () => {
    const shallow = new Objects(2);
    for (const schema of structs.values()) checkRoundTrip(schema, shallow, 10);
  });
});
