import { describe, expect, it } from 'vitest';
import { isNormalized } from '../codec/is-normalized.ts';
import { parseJson } from '../codec/json.ts';
import { Normalizer } from '../codec/normalizer.ts';
import type { StructSchema } from '../schema/schema.ts';
import { isDeeperThan, maxDepth } from './depth.ts';

const lists = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
const maps = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);

describe('isDeeperThan', () => {
  it.each([
    ['a scalar lies in nothing', 'x', 0, false],
    ['null too', null, 0, false],
    ['an empty list is one', [], 0, true],
    ['a list alone', [1, 2], 1, false],
    ['a list in a map', { a: [] }, 1, true],
    ['the deepest branch counts', [1, {}, { a: { b: 1 } }], 2, true],
    ['9,999 lists', lists(9_999), maxDepth, true],
    ['9,999 maps', maps(9_999), maxDepth, true],
    ['exactly as deep', maps(maxDepth), maxDepth, false],
  ])('%s', (_, value, limit, expected) => {
    expect(isDeeperThan(limit, value)).toBe(expected);
  });
});

const field = (name: string, schema: unknown) => ({ name, schema, always: false, nullable: false });
const raw = { type: 'struct', name: 'x.v1.X', fields: [field('data', { type: 'raw' })] };
const nested = { type: 'struct', name: 'x.v1.Y', fields: [] as unknown[] };
nested.fields.push(field('in', nested));

describe('deeply nested values', () => {
  const normalize = (value: unknown, schema: unknown) =>
    new Normalizer().normalize(value, schema as StructSchema);

  it('are accepted in raw fields up to the maximum depth', () => {
    const value = { data: lists(maxDepth - 1) };
    expect(normalize(value, raw)).toEqual(value);
  });

  it.each([
    ['raw', { data: lists(maxDepth) }, raw],
    ['raw, by far', { data: maps(9_000) }, raw],
    ['of a type that lies in itself', nestedValue(9_000), nested],
  ])('are rejected: %s', (_, value, schema) => {
    expect(() => normalize(value, schema)).toThrow('exceeded max depth');
  });

  it('deeply nested values are not normalized', () => {
    expect(isNormalized({ data: lists(9_000) }, raw as unknown as StructSchema)).toBe(false);
  });

  it('with large integers are rejected too', () => {
    expect(() => parseJson(`${'['.repeat(9_000)}12345678901234567890${']'.repeat(9_000)}`)).toThrow(
      'exceeded max depth',
    );
  });
});

function nestedValue(depth: number): unknown {
  let value = {};
  for (let level = 0; level < depth; level++) value = { in: value };
  return value;
}
