import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FoldedRequirements } from './folded-requirements.ts';
import { type LabelOperator, LabelRequirement, parseLabelSelector } from './label-selector.ts';

const key = fc.constantFrom('a', 'b', 'constructor', '__proto__');
const value = fc.constantFrom('', 'x', 'y', '1', '2', '10', '-3');
const values: Record<LabelOperator, fc.Arbitrary<string[]>> = {
  '=': fc.array(value, { minLength: 1, maxLength: 1 }),
  '==': fc.array(value, { minLength: 1, maxLength: 1 }),
  '!=': fc.array(value, { minLength: 1, maxLength: 1 }),
  in: fc.array(value, { minLength: 1, maxLength: 4 }),
  notin: fc.array(value, { minLength: 1, maxLength: 4 }),
  exists: fc.constant([]),
  '!': fc.constant([]),
  gt: fc.array(fc.constantFrom('1', '2', '-3', 'x'), { minLength: 1, maxLength: 1 }),
  lt: fc.array(fc.constantFrom('1', '2', '10', 'x'), { minLength: 1, maxLength: 1 }),
};
const requirement = fc
  .constantFrom(...(Object.keys(values) as LabelOperator[]))
  .chain((operator) =>
    fc.tuple(key, values[operator]).map(([on, of]) => new LabelRequirement(on, operator, of)),
  );
const labels = fc
  .array(fc.tuple(key, value), { maxLength: 3 })
  .map((pairs) =>
    JSON.parse(`{${pairs.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join(',')}}`),
  );

test('folded requirements match the same labels as the single requirements', () => {
  const property = fc.property(fc.array(requirement, { maxLength: 6 }), labels, (requirements, object) => {
    const expected = requirements.every((one) => one.matches(object));
    expect(new FoldedRequirements(requirements).matches(object)).toBe(expected);
  });
  fc.assert(property, { numRuns: 5_000 });
});

describe('10,000 label requirements', () => {
  const many = (make: (index: number) => string): string =>
    Array.from({ length: 10_000 }, (_, index) => make(index)).join(',');
  const objects = Array.from({ length: 2_000 }, (_, index) => ({
    app: 'web',
    [`k${index}`]: 'v',
    n: `${index}`,
  }));
  const cases: [what: string, text: string, matching: number][] = [
    ['that keys are not there', many((index) => `!other${index}`), 2_000],
    ['that keys are there', many((index) => `k${index}`), 0],
    ['that keys have no value', many((index) => `k${index}!=v`), 0],
    ['of one key', many((index) => `n!=${index + 1}`), 1],
    ['of pairs', many((index) => `k${index}=v`), 0],
    ['of ranges', many((index) => `n<${index + 1_000}`), 1_000],
  ];
  test.each(cases)('%s', (_, text, matching) => {
    const selector = parseLabelSelector(text);
    const start = performance.now();
    expect(objects.filter((object) => selector.matches(object))).toHaveLength(matching);
    expect(performance.now() - start).toBeLessThan(500);
    expect(selector.exactPairs().length).toBeLessThanOrEqual(4);
  });
});
