import { describe, expect, test } from 'vitest';
import { sameValue } from './same-value.ts';

describe('values say the same', () => {
  test.each([
    ['whatever the order of keys', { a: 1, b: [2] }, { b: [2], a: 1 }, true],
    ['when a key is undefined or absent', { a: 1, b: undefined }, { a: 1 }, true],
    ['not when a key is missing', { a: 1 }, { a: 1, b: 2 }, false],
    ['not when keys differ in name alone', { a: 1, b: 2 }, { a: 1, c: 2 }, false],
    ['not when items change places', [1, 2], [2, 1], false],
    ['not when a list becomes an object', [], {}, false],
    ['not when null becomes an object', null, {}, false],
    ['not when a number becomes a text', 1, '1', false],
    ['not when a key is inherited only', { constructor: 1 }, { other: 1 }, false],
  ])('%s', (_, a, b, same) => {
    expect(sameValue(a, b)).toBe(same);
    expect(sameValue(b, a)).toBe(same);
  });
});
