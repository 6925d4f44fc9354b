import { describe, expect, it } from 'vitest';
import { bytesOfName, maxObjectBytes } from '../codec/object-size.ts';
import { dialects } from '../meta/dialect.ts';
import { extensionNames, type JsonSchema } from '../schema/json-schema.ts';
import { withDefaults } from './apply-defaults.ts';
import { DefaultSpace } from './default-space.ts';
import { schemaNode } from './schema-node.ts';

const names = extensionNames(dialects[0]!);
const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'array', items, ...more });
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties });
const full = (): never => {
  throw new Error('full');
};

it.each<[string, object, JsonSchema]>([
  [
    'a megabyte in each item',
    { l: Array.from({ length: 10_000 }, () => ({})) },
    object({ l: list(object({ s: { type: 'string', default: 'x'.repeat(1_000_000) } })) }),
  ],
  [
    'short values under short names',
    { l: Array.from({ length: 300 }, () => ({})) },
    object({
      l: list(
        object(
          Object.fromEntries(
            Array.from({ length: 1_000 }, (_, at) => [`f${at}`, { type: 'integer', default: 0 }]),
          ),
        ),
      ),
    }),
  ],
  [
    'one short value in each of many items',
    { l: Array.from({ length: 60_000 }, () => ({})) },
    object({ l: list(object({ a: { type: 'integer', default: 0 } })) }),
  ],
  [
    'a default of many objects that say nothing',
    {},
    object({ l: list(object({}), { default: Array.from({ length: 200_000 }, () => ({})) }) }),
  ],
  [
    'lists in items of lists',
    {},
    object({
      l: Array.from({ length: 6 }).reduce<JsonSchema>(
        (below) => list(object({ l: below }), { default: Array.from({ length: 100 }, () => ({})) }),
        { type: 'array', default: [] },
      ),
    }),
  ],
])('%s: no more is filled in than an object may have', (_, value, schema) => {
  const node = schemaNode(schema, names);
  const text = JSON.stringify(withDefaults(value, node));
  expect(text.length).toBeLessThan(2_500_000);
  expect(text.split(':').length).toBeLessThan(maxObjectBytes / bytesOfName + 3);
  expect(() => withDefaults(value, node, new DefaultSpace(full))).toThrow('full');
});

it('what fits is filled in', () => {
  const node = schemaNode(object({ l: list(object({ s: { type: 'string', default: 'x' } })) }), names);
  expect(withDefaults({ l: [{}, { s: 'y' }] }, node, new DefaultSpace(full))).toEqual({
    l: [{ s: 'x' }, { s: 'y' }],
  });
});

describe('defaults', () => {
  const number = (value: unknown): JsonSchema => ({ type: 'integer', default: value });
  const nullable: JsonSchema = { type: 'integer', nullable: true, default: 1 };
  const map = (additionalProperties: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties });
  const nested = object({ b: number(1) });

  it.each<[string, JsonSchema, unknown, unknown]>([
    ['are put where nothing is', object({ a: number(1) }), {}, { a: 1 }],
    ['leave what is there', object({ a: number(1) }), { a: 2 }, { a: 2 }],
    [
      'leave what is false, zero or empty',
      object({ a: number(1), b: { default: 'x' } }),
      { a: 0, b: '' },
      { a: 0, b: '' },
    ],
    ['may be false, zero or empty', object({ a: number(0), b: { default: false } }), {}, { a: 0, b: false }],
    ['that are null are none', object({ a: number(null) }), {}, {}],
    ['replace a null that is not allowed', object({ a: number(1) }), { a: null }, { a: 1 }],
    ['leave a null that is allowed', object({ a: nullable }), { a: null }, { a: null }],
    ['are put where a nullable field is absent', object({ a: nullable }), {}, { a: 1 }],
    ['of fields need their parent', object({ a: nested }), {}, {}],
    ['of fields of a parent that is there', object({ a: nested }), { a: {} }, { a: { b: 1 } }],
    ['of fields of a parent that is null', object({ a: nested }), { a: null }, { a: null }],
    ['of a parent get those of its fields', object({ a: { ...nested, default: {} } }), {}, { a: { b: 1 } }],
    [
      'of a parent stand before those of its fields',
      object({ a: { ...nested, default: { b: 2 } } }),
      {},
      { a: { b: 2 } },
    ],
    ['of a parent replace its null', object({ a: { ...nested, default: {} } }), { a: null }, { a: { b: 1 } }],
    [
      'of items',
      object({ l: list(nested) }),
      { l: [{}, { b: 2 }, null, 3] },
      { l: [{ b: 1 }, { b: 2 }, null, 3] },
    ],
    ['replace items that are null', object({ l: list(number(1)) }), { l: [null, 2] }, { l: [1, 2] }],
    ['leave items that may be null', object({ l: list(nullable) }), { l: [null] }, { l: [null] }],
    ['of values of a map', object({ m: map(nested) }), { m: { x: {} } }, { m: { x: { b: 1 } } }],
    [
      'replace values of a map that are null',
      object({ m: map(number(1)) }),
      { m: { x: null } },
      { m: { x: 1 } },
    ],
    ['of a list of lists', object({ l: list(list(nested)) }), { l: [[{}]] }, { l: [[{ b: 1 }]] }],
    ['do not turn a value of another type into an object', object({ a: nested }), { a: 1 }, { a: 1 }],
    ['of a value that is no object', number(1), 2, 2],
    ['below a field without a schema', object({ a: number(1) }), { z: { a: {} } }, { z: { a: {} }, a: 1 }],
  ])('%s', (_, schema, value, expected) => {
    const before = structuredClone(value);
    expect(withDefaults(value, schemaNode(schema, names))).toEqual(expected);
    expect(value).toEqual(before);
  });

  it('come in the order of their names, and are copies', () => {
    const schema = object({ b: { default: { x: [1] } }, a: number(1) });
    const result = withDefaults({}, schemaNode(schema, names)) as { b: object };
    expect(Object.keys(result)).toEqual(['a', 'b']);
    expect(result.b).not.toBe(schema.properties!['b']!.default);
  });

  it('give back the very value where nothing is missing', () => {
    const node = schemaNode(object({ a: nested, l: list(nested) }), names);
    const value = { a: { b: 2 }, l: [{ b: 3 }] };
    expect(withDefaults(value, node)).toBe(value);
  });
});

it('a space is full to the byte', () => {
  const space = new DefaultSpace();
  expect(space.take(maxObjectBytes - 2)).toBe(true);
  expect(space.take(3)).toBe(false);
  expect(space.take(2)).toBe(true);
  expect(space.take(0)).toBe(true);
  expect(space.take(1)).toBe(false);
});
