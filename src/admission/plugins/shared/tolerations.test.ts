import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CoreV1Toleration } from '../../../api/schema/types.gen.ts';
import { covers, isSameToleration, mergeTolerations, TolerationIndex } from './tolerations.ts';

const exists = (key: string, effect?: string) => ({ key, operator: 'Exists', ...(effect && { effect }) });
const equal = (key: string, value: string, effect?: string) => ({
  key,
  operator: 'Equal',
  value,
  ...(effect && { effect }),
});

describe('a toleration covers another', () => {
  it.each([
    ['that is the same', equal('a', 'b'), equal('a', 'b'), true],
    ['that has empty fields where it has none', exists('a'), { ...exists('a'), value: '', effect: '' }, true],
    ['of one value, when it is for all', exists('a'), equal('a', 'b'), true],
    ['not of all values, when it is for one', equal('a', 'b'), exists('a'), false],
    ['not of another value', equal('a', 'b'), equal('a', 'c'), false],
    ['of one effect, when it is for all', exists('a'), exists('a', 'NoSchedule'), true],
    ['not of all effects, when it is for one', exists('a', 'NoSchedule'), exists('a'), false],
    ['of any key, when it is for all', { operator: 'Exists' }, equal('a', 'b', 'NoExecute'), true],
    ['not of another key', exists('a'), exists('b'), false],
    ['of a value, without saying that it compares', { key: 'a', value: 'b' }, equal('a', 'b'), true],
    [
      'for less long',
      { ...exists('a', 'NoExecute'), tolerationSeconds: 60 },
      { ...exists('a', 'NoExecute'), tolerationSeconds: 59 },
      true,
    ],
    [
      'not for longer',
      { ...exists('a', 'NoExecute'), tolerationSeconds: 60 },
      { ...exists('a', 'NoExecute'), tolerationSeconds: 61 },
      false,
    ],
    ['not for ever', { ...exists('a', 'NoExecute'), tolerationSeconds: 60 }, exists('a', 'NoExecute'), false],
    ['not when nobody knows how it compares', { key: 'a', operator: 'Above' }, equal('a', 'b'), false],
  ])('%s', (_, wide, narrow, expected) => {
    expect(covers(wide, narrow)).toBe(expected);
  });
});

describe('merged tolerations', () => {
  it.each([
    ['are all of them', [exists('a')], [exists('b')], [exists('a'), exists('b')]],
    ['have each once', [exists('a')], [exists('a')], [exists('a')]],
    ['have no narrow one before a wide one', [equal('a', 'b')], [exists('a')], [exists('a')]],
    ['nor after one', [exists('a')], [equal('a', 'b')], [exists('a')]],
    ['are none of none', [], [], []],
  ])('%s', (_, first, second, expected) => {
    expect(mergeTolerations(first, second)).toEqual(expected);
  });
});

const anyToleration: fc.Arbitrary<CoreV1Toleration> = fc.record(
  {
    key: fc.constantFrom('', 'a', 'b'),
    operator: fc.constantFrom('', 'Exists', 'Equal'),
    value: fc.constantFrom('', 'x', 'y'),
    effect: fc.constantFrom('', 'NoSchedule', 'NoExecute'),
    tolerationSeconds: fc.constantFrom(1, 2),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<CoreV1Toleration>;
const anyList = fc.array(anyToleration, { maxLength: 5 });

describe('many tolerations', () => {
  it('by key cover what one of all of them covers', () => {
    const property = fc.property(anyList, anyToleration, (wide, narrow) => {
      expect(new TolerationIndex(wide).covers(narrow)).toBe(wide.some((one) => covers(one, narrow)));
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  it('of two lists are those that no other covers', () => {
    const property = fc.property(anyList, anyList, (first, second) => {
      const all = [...first, ...second];
      const expected: CoreV1Toleration[] = [];
      for (const [index, one] of all.entries()) {
        if (expected.some((kept) => covers(kept, one))) continue;
        const later = all.slice(index + 1);
        if (later.some((other) => covers(other, one) && !isSameToleration(other, one))) continue;
        expected.push(one);
      }
      expect(mergeTolerations(first, second)).toEqual(expected);
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  it('are merged however many there are, or refused', () => {
    const many = (make: (index: number) => CoreV1Toleration) =>
      Array.from({ length: 8_000 }, (_, index) => make(index));
    const start = performance.now();
    const keys = many((index) => ({ key: `k${index}`, operator: 'Exists' }));
    expect(mergeTolerations(keys, keys)).toEqual(keys);
    const values = many((index) => ({ key: 'a', operator: 'Equal', value: `${index}` }));
    expect(() => mergeTolerations(values, values)).toThrow(
      'Request entity too large: too many tolerations of one key',
    );
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
