import { describe, expect, test } from 'vitest';
import { equalValues } from './json-values.ts';

describe('equalValues compares JSON values', () => {
  test.each([
    ['equal with keys in another order', { a: 1, b: [2] }, { b: [2], a: 1 }, true],
    ['equal with a key that is undefined or absent', { a: 1, b: undefined }, { a: 1 }, true],
    ['different with a missing key', { a: 1 }, { a: 1, b: 2 }, false],
    ['different with a renamed key', { a: 1, b: 2 }, { a: 1, c: 2 }, false],
    ['different with items in another order', [1, 2], [2, 1], false],
    ['a list and an object', [], {}, false],
    ['null and an object', null, {}, false],
    ['a number and a string', 1, '1', false],
    ['equal as a number and as a bigint', 1e20, 100000000000000000000n, true],
    ['different with a key that the other only inherits', { constructor: 1 }, { other: 1 }, false],
  ])('%s', (_, a, b, same) => {
    expect(equalValues(a, b)).toBe(same);
    expect(equalValues(b, a)).toBe(same);
  });
});
