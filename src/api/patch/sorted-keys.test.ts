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

test('an object that changes in nothing but the order is the live one', () => {
  const live = { data: { b: 1, a: 2 }, text: 'x' };
  expect(withSortedRawFields({ data: { a: 2, b: 1 }, text: 'x' }, schema, live)).toBe(live);
  const changed = withSortedRawFields({ ...live, text: 'y' }, schema, live);
  expect(JSON.stringify(changed)).toBe('{"data":{"a":2,"b":1},"text":"y"}');
});
