import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../schema/json-schema.ts';
import { FieldPath, fieldErrorText } from '../validation/field-errors.ts';
import { StepBudget } from './step-budget.ts';
import { validateLargeValue, validateValue } from './validate-value.ts';

const path = FieldPath.of('spec');
const problems = (value: unknown, schema: JsonSchema, steps = 8_000_000): string[] =>
  validateValue(value, schema, { path, budget: new StepBudget(steps) }).map(fieldErrorText);
const many = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => of(i));

describe('multipleOf counts in decimals', () => {
  it.each([
    [0.3, 0.1],
    [0.7, 0.1],
    [1.1, 0.1],
    [0.29, 0.01],
    [4.35, 0.01],
    [1.5, 0.5],
    [1e-7, 1e-8],
    [-0.3, 0.1],
    [123456.789, 0.001],
    [1e21 + 0.5, 1e20],
  ])('%d is a multiple of %d', (value, multipleOf) => {
    expect(problems(value, { type: 'number', multipleOf })).toEqual([]);
  });

  it.each([
    [0.35, 0.1],
    [0.30000000000000004, 0.1],
    [1.05, 0.1],
    [1.5, 1],
  ])('%d is no multiple of %d', (value, multipleOf) => {
    expect(problems(value, { type: 'number', multipleOf })).toEqual([
      `spec: Invalid value: ${value}:  in body should be a multiple of ${multipleOf}`,
    ]);
  });
});

describe('what can be large', () => {
  it('many values are looked for among many', () => {
    const schema = { type: 'array', items: { type: 'string', enum: many(50_000, (index) => `v${index}`) } };
    expect(
      problems(
        many(50_000, (index) => `v${49_999 - index}`),
        schema,
      ),
    ).toEqual([]);
    const [problem, ...more] = problems(['x'], schema);
    expect(problem).toContain('Unsupported value: "x": supported values: "v0", "v1"');
    expect(problem!.length).toBeLessThan(20_000);
    expect(more).toEqual([]);
  });

  it('a number is compared as the listed one', () => {
    const listed = { enum: [5, 1.5, 2n ** 60n, { a: 1 }] };
    for (const value of [5, 5.5, 1.5, 2 ** 60, { a: 1 }]) expect(problems(value, listed)).toEqual([]);
    for (const value of [6, 2.5, '5', { a: 2 }, null]) expect(problems(value, listed)).toHaveLength(1);
  });

  it.each<[string, unknown, JsonSchema]>([
    ['a pattern with many states', 'ab'.repeat(300_000), { type: 'string', pattern: '^(a|b)*a(a|b){500}c' }],
    ['a pattern that is long when written out', 'a', { type: 'string', pattern: '(\\pL{900}){1}'.repeat(2) }],
    [
      'alternatives of patterns',
      many(10_000, () => 'ab'.repeat(50)),
      { type: 'array', items: { anyOf: many(100, (i) => ({ pattern: `^(a|b)*a(a|b){${i + 50}}c` })) } },
    ],
    [
      'lists of fields that are required',
      many(50_000, () => ({})),
      { type: 'array', items: { type: 'object', required: many(5_000, (index) => `r${index}`) } },
    ],
    ['a span of many parts', '1h'.repeat(600_000), { type: 'string', format: 'duration' }],
  ])('%s: given up', (_, value, schema) => {
    expect(problems(value, schema)).toEqual([
      'spec: Invalid value: "": takes too many steps to be validated',
    ]);
  });

  it('ordinary long texts are checked', () => {
    expect(problems('ab'.repeat(400_000), { type: 'string', pattern: '^[ab]+$', format: 'byte' })).toEqual(
      [],
    );
  });

  it('others have their turn in between', () => {
    const work = validateLargeValue(
      many(20_000, (a) => ({ a })),
      { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } },
      { path, budget: new StepBudget(1_000_000) },
    );
    let stops = 0;
    while (!work.next().done) stops++;
    expect(stops).toBeGreaterThan(50);
  });
});
