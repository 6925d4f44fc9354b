import { expect, test } from 'vitest';
import type { FieldSchema, StructSchema } from '../schema/schema.ts';
import { withSortedRawFields } from './sorted-keys.ts';

const field = (name: string, type: 'raw' | 'string'): FieldSchema =>
  ({ name, schema: { type } }) as unknown as FieldSchema;
const schema = { fields: [field('data', 'raw'), field('text', 'string')] } as unknown as StructSchema;

test('raw values come out with their keys in order, at any depth', () => {
  const object = { text: 'x', data: { b: [{ d: 1, c: 2 }], a: null } };
  const sorted = withSortedRawFields(object, schema);
  expect(JSON.stringify(sorted)).toBe('{"text":"x","data":{"a":null,"b":[{"c":2,"d":1}]}}');
  expect(Object.keys(object.data)).toEqual(['b', 'a']);
});

test('an object without them stays the same', () => {
  const object = { text: 'x', other: { b: 1, a: 2 } };
  expect(withSortedRawFields(object, schema)).toBe(object);
});
