import { expect, test } from 'vitest';
import { checkObjectSize, checkSeparators, checkValueCount } from './object-size.ts';

const mebibyte = 1024 * 1024;
const limit = 'Request entity too large: limit is 1572864';

test.each([
  ['as much as the store takes', { a: 'x'.repeat(1.4 * mebibyte) }, undefined],
  ['a long text', { a: 'x'.repeat(1.5 * mebibyte) }, limit],
  ['many texts', { a: Array(600_000).fill('') }, limit],
  ['many fields', { a: Array(100_000).fill({ resources: {}, n: 1n }) }, limit],
])('an object of the size of %s', (_, object, message) => {
  expect(messageOf(() => checkObjectSize(object, 3 * mebibyte))).toBe(message);
});

test.each([
  ['199,000 items', Array(199_000).fill(0), undefined],
  ['200,000 items', Array(200_000).fill(0), 'Request entity too large: limit is 200000 values'],
  ['60,000 maps', Array(60_000).fill({ a: {}, b: [] }), undefined],
  ['70,000 maps', Array(70_000).fill({ a: {}, b: [] }), 'Request entity too large: limit is 200000 values'],
  ['a map of 49,000 keys', largeMap(49_000), undefined],
  ['a map of 50,000 keys', largeMap(50_000), 'Request entity too large: limit is 200000 values'],
])('a body of %s', (_, value, message) => {
  expect(messageOf(() => checkValueCount(value, 3 * mebibyte))).toBe(message);
});

test.each([
  ['120,000 separators', `[${'"text",'.repeat(120_000)}""]`, undefined],
  [
    '120,001 separators',
    `[${'"text",'.repeat(120_001)}""]`,
    'Request entity too large: limit is 120000 values',
  ],
  ['commas in a text', JSON.stringify(`${','.repeat(500_000)}\\",,`), undefined],
])('a text with %s', (_, text, message) => {
  expect(messageOf(() => checkSeparators(text))).toBe(message);
});

test('what came as little is not looked at', () => {
  expect(messageOf(() => checkObjectSize({ a: 'x'.repeat(2 * mebibyte) }, 1000))).toBeUndefined();
});

function largeMap(size: number): object {
  return Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, '']));
}

function messageOf(work: () => void): string | undefined {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
}
