import { expect, it } from 'vitest';
import {
  embedding,
  list,
  mapOf,
  names,
  object,
  preserving,
  text,
} from '../../../test/support/unit/structural-schemas.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { isPruned } from './is-pruned.ts';

it.each<[string, unknown, JsonSchema | undefined, boolean]>([
  ['a scalar', 1, object({}), true],
  ['null', null, object({}), true],
  ['an object with what is specified', { a: 1 }, object({ a: text }), true],
  ['an object with something else', { a: 1, b: 1 }, object({ a: text }), false],
  ['a field of a field', { a: { b: 1 } }, object({ a: object({}) }), false],
  ['an object without a schema', { a: 1 }, undefined, false],
  ['an empty object without a schema', {}, undefined, true],
  ['a scalar without a schema', 'a', undefined, true],
  ['a list without a schema', [1, {}], undefined, true],
  ['a list without a schema, of objects', [{ a: 1 }], undefined, false],
  ['items', [{ a: 1 }, { b: 1 }], list(object({ a: text })), false],
  ['items as specified', [{ a: 1 }, {}], list(object({ a: text })), true],
  // Maps.
  ['any key', { a: 1, b: {} }, mapOf(true), true],
  ['a field below any key', { a: { b: 1 } }, mapOf(true), false],
  ['a field below a key with a schema', { x: { a: 1 } }, mapOf(object({ a: text })), true],
  ['another field below a key with a schema', { x: { b: 1 } }, mapOf(object({ a: text })), false],
  // Type and metadata.
  ['type and metadata', { kind: 'K', metadata: { a: 1 } }, object({}), false],
  ['type and metadata of an embedded object', { kind: 'K', metadata: { a: 1 } }, embedding, true],
  ['another field of an embedded object', { kind: 'K', a: 1 }, embedding, false],
  // Under preserve-unknown-fields.
  ['anything that is preserved', { a: { b: [{ c: 1 }] } }, object({}, preserving), true],
  [
    'a specified field beside what is preserved',
    { a: { b: 1 }, x: 1 },
    object({ a: object({}) }, preserving),
    false,
  ],
  ['anything in a list that preserves', [{ a: 1 }], { type: 'array', ...preserving }, true],
  ['items in a list that preserves', [{ x: 1 }], list(object({}), preserving), true],
  [
    'a specified field of items in a list that preserves',
    [{ a: { b: 1 } }],
    list(object({ a: object({}) }), preserving),
    false,
  ],
])('%s is as it would be pruned, or not', (_, value, schema, expected) => {
  expect(isPruned(value, schema, names)).toBe(expected);
});
