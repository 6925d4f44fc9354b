import { describe, expect, it } from 'vitest';
import {
  embedding,
  integer,
  list,
  mapOf,
  names,
  object,
  preserving,
  text,
} from '../../../test/support/unit/structural-schemas.ts';
import type { JsonMap } from '../json/json-values.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { prune } from './prune.ts';
import { schemaNode } from './schema-node.ts';

/** The pruned object, and the paths that were dropped. */
function pruned(schema: JsonSchema, value: JsonMap): [JsonMap, string[]] {
  const paths: string[] = [];
  const before = structuredClone(value);
  const result = prune(value, schemaNode(schema, names), (path) => paths.push(path));
  expect(value).toEqual(before);
  // The paths make no difference to the result.
  expect(prune(value, schemaNode(schema, names))).toEqual(result);
  return [result, paths];
}

describe('pruning', () => {
  it.each<[string, JsonSchema, JsonMap, JsonMap, string[]]>([
    ['keeps what is specified', object({ a: text }), { a: 'x' }, { a: 'x' }, []],
    ['keeps values of another type', object({ a: text }), { a: 1, b: 2 }, { a: 1 }, ['b']],
    [
      'drops fields of fields',
      object({ a: object({ b: text }) }),
      { a: { b: 'x', c: 1 } },
      { a: { b: 'x' } },
      ['a.c'],
    ],
    [
      'drops all of an object without fields',
      object({ a: { type: 'object' } }),
      { a: { b: 1 } },
      { a: {} },
      ['a.b'],
    ],
    [
      'drops fields of items',
      object({ l: list(object({ a: text })) }),
      { l: [{ a: 'x' }, { a: 'y', b: 1 }] },
      { l: [{ a: 'x' }, { a: 'y' }] },
      ['l[1].b'],
    ],
    [
      'goes through lists of lists',
      object({ l: list(list(object({ a: text }))) }),
      { l: [[], [{ b: 1 }]] },
      { l: [[], [{}]] },
      ['l[1][0].b'],
    ],
    [
      'empties objects of a list without a schema of items',
      object({ l: { type: 'array' } }),
      { l: [1, { a: 1 }, [{ b: 1 }]] },
      { l: [1, {}, [{}]] },
      ['l[1].a', 'l[2][0].b'],
    ],
    [
      'keeps type and metadata of the whole object',
      object({ a: text }),
      { a: 'x', apiVersion: 'v1', kind: 'K', metadata: { any: 1 } },
      { a: 'x', apiVersion: 'v1', kind: 'K', metadata: { any: 1 } },
      [],
    ],
    [
      'drops these fields below, which are nothing special there',
      object({ a: object({}) }),
      { a: { kind: 'K', metadata: {} } },
      { a: {} },
      ['a.kind', 'a.metadata'],
    ],
    [
      'keeps those of an embedded object',
      object({ a: { ...embedding, properties: { spec: object({}) } } }),
      { a: { kind: 'K', metadata: { x: 1 }, other: 1, spec: { x: 1 } } },
      { a: { kind: 'K', metadata: { x: 1 }, spec: {} } },
      ['a.other', 'a.spec.x'],
    ],
  ])('%s', (_, schema, value, expected, paths) => {
    expect(pruned(schema, value)).toEqual([expected, paths]);
  });

  it.each<[string, JsonSchema, JsonMap, JsonMap]>([
    ['any key with a schema', mapOf(object({ a: text })), { x: { a: 'x', b: 1 } }, { x: { a: 'x' } }],
    ['any key without one, whose objects it empties', mapOf(true), { x: { a: 1 }, y: 1 }, { x: {}, y: 1 }],
    [
      'any key where none is allowed: that is for validation to say',
      mapOf(false),
      { x: { a: 1 }, y: 1 },
      { x: {}, y: 1 },
    ],
    ['scalars and lists of maps without a schema', mapOf(true), { l: [1, { a: 1 }] }, { l: [1, {}] }],
  ])('of a map keeps %s', (_, schema, value, expected) => {
    expect(pruned(object({ m: schema }), { m: value })[0]).toEqual({ m: expected });
  });

  it.each<[string, JsonSchema, JsonMap, JsonMap, string[]]>([
    ['keeps all', object({}, preserving), { a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 1 }] } }, []],
    [
      'still prunes what is specified',
      object({ a: object({ b: text }) }, preserving),
      { a: { b: 'x', c: 1 }, d: { e: 1 } },
      { a: { b: 'x' }, d: { e: 1 } },
      ['a.c'],
    ],
    [
      'prunes beside',
      object({ a: object({}, preserving), b: object({}) }),
      { a: { x: 1 }, b: { x: 1 } },
      { a: { x: 1 }, b: {} },
      ['b.x'],
    ],
    [
      'of a list keeps all of its items',
      object({ l: { type: 'array', ...preserving } }),
      { l: [{ a: 1 }] },
      { l: [{ a: 1 }] },
      [],
    ],
    [
      'of a list keeps what the schema of its items does not specify',
      object({ l: list(object({ a: object({}) }), preserving) }),
      { l: [{ a: { x: 1 }, b: { y: 1 } }] },
      { l: [{ a: {}, b: { y: 1 } }] },
      ['l[0].a.x'],
    ],
  ])('under preserve-unknown-fields %s', (_, schema, value, expected, paths) => {
    expect(pruned(schema, value)).toEqual([expected, paths]);
  });

  it.each<[string, JsonSchema, boolean]>([
    ['neither', text, false],
    ['may be null', { ...text, nullable: true }, true],
    ['has a default, which defaulting puts there', { ...text, default: 'x' }, true],
    ['is not specified, in a map', integer, false],
  ])('keeps a null of a field only where it may be one: %s', (_, schema, isKept) => {
    expect(pruned(object({ a: schema }), { a: null })).toEqual([isKept ? { a: null } : {}, []]);
    expect(pruned(object({ m: mapOf(schema) }), { m: { x: null } })[0]).toEqual({
      m: isKept ? { x: null } : {},
    });
  });

  it('keeps nulls of items, and those that no schema speaks of', () => {
    expect(pruned(object({ l: list(text) }), { l: [null] })[0]).toEqual({ l: [null] });
    expect(pruned(object({ m: mapOf(true) }), { m: { a: null } })[0]).toEqual({ m: { a: null } });
    expect(pruned(object({}, preserving), { a: null })[0]).toEqual({ a: null });
  });
});

describe('the pruned object', () => {
  const order = (value: unknown): string => JSON.stringify(value);

  it('is the same when nothing is to be done, and shares what stays', () => {
    const schema = object({ a: object({ x: text }), b: list(object({ x: text })), c: object({}) });
    const value = { a: { x: 'x' }, b: [{ x: 'y' }], c: {} };
    expect(prune(value, schemaNode(schema, names))).toBe(value);
    const changed = { ...value, c: { y: 1 } };
    const result = prune(changed, schemaNode(schema, names));
    expect(result['a']).toBe(value.a);
    expect(result['b']).toBe(value.b);
    const item = { x: 'x' };
    const [first, second] = prune({ b: [item, { y: 1 }] }, schemaNode(schema, names))['b'] as object[];
    expect(first).toBe(item);
    expect(second).toEqual({});
  });

  it.each<[string, JsonSchema, JsonMap, string]>([
    ['of specified fields', object({ a: text, b: text }), { b: '1', a: '2' }, '{"a":"2","b":"1"}'],
    ['with a field dropped', object({ a: text, c: text }), { c: '1', b: 1, a: '2' }, '{"a":"2","c":"1"}'],
    [
      'of three, of which the last two are out of order',
      object({ a: text, b: text, c: text }),
      { a: '1', c: '2', b: '3' },
      '{"a":"1","b":"3","c":"2"}',
    ],
    [
      'of fields that are preserved',
      object({}, preserving),
      { x: { b: 1, a: [{ d: 1, c: 1 }] } },
      '{"x":{"a":[{"c":1,"d":1}],"b":1}}',
    ],
    [
      'of fields in items',
      object({ l: list(object({ a: text, b: text })) }),
      { l: [{ b: '1', a: '2' }] },
      '{"l":[{"a":"2","b":"1"}]}',
    ],
  ])('has its keys in order: %s', (_, schema, value, expected) => {
    expect(order(prune(value, schemaNode(schema, names)))).toBe(expected);
  });

  it('has a key `__proto__` as any other', () => {
    const value = JSON.parse('{"m":{"z":{"y":1},"__proto__":{"x":1},"a":1}}') as JsonMap;
    const result = prune(value, schemaNode(object({ m: mapOf(true) }), names));
    expect(order(result)).toBe('{"m":{"__proto__":{},"a":1,"z":{}}}');
  });
});
