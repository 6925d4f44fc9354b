import { describe, expect, test } from 'vitest';
import { joinTruncated, maxValueLength, truncate, truncatedJson } from './truncate.ts';

describe('truncatedJson shows a value', () => {
  test.each([
    [{ a: [1, 'x', null, true, { b: '"' }], c: undefined }],
    [['é', '\n', [], {}, 1.5]],
    ['text'],
    [null],
    [Array(500).fill('abc')],
  ])('as JSON: %j', (value) => expect(truncatedJson(value)).toBe(JSON.stringify(value)));

  test('with all digits of a bigint', () =>
    expect(truncatedJson([12345678901234567890n])).toBe('[12345678901234567890]'));

  test.each([
    ['a long list', Array(1_000_000).fill('abc')],
    ['long lists in a list', Array(1_000).fill(Array(1_000).fill('abc'))],
    ['a long text in a map', { a: 'x'.repeat(1_000_000) }],
    ['a map with a long key', { ['x'.repeat(1_000_000)]: 1 }],
    [
      'a large map',
      Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key-${index}`, index])),
    ],
  ])('by its beginning: %s', (_, value) => {
    const whole = JSON.stringify(value).slice(0, maxValueLength);
    const shown = truncatedJson(value);
    expect(shown.slice(0, maxValueLength)).toBe(whole);
    expect(shown.length).toBeLessThan(3 * maxValueLength);
  });
});

test('joinTruncated does not make text of items that are not shown', () => {
  let made = 0;
  joinTruncated(Array(100_000).fill('x'.repeat(10)), ', ', (text) => {
    made++;
    return text;
  });
  expect(made).toBeLessThan(2_000);
});

test('a text is not truncated within a surrogate pair', () => {
  expect(truncate('abc', 3)).toBe('abc');
  expect(truncate('abcd', 3)).toBe('abc...');
  expect(truncate('ab😀d', 3)).toBe('ab...');
});
