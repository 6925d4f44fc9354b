import { expect, it } from 'vitest';
import { bytesOfName, maxObjectBytes } from '../codec/object-size.ts';
import { dialects } from '../meta/dialect.ts';
import { extensionNames, type JsonSchema } from '../schema/json-schema.ts';
import { DefaultSpace } from './default-space.ts';
import { withDefaults } from './default-values.ts';
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
