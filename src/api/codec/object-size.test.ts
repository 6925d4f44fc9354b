import { expect, test } from 'vitest';
import { checkDefaultedSize, checkObjectSize } from './object-size.ts';

const mebibyte = 1024 * 1024;
const limit = 'Request entity too large: limit is 1572864';

test.each([
  ['as much as the store takes', { a: 'x'.repeat(1.4 * mebibyte) }, undefined],
  ['a long text', { a: 'x'.repeat(1.5 * mebibyte) }, limit],
  ['many texts', { a: Array(600_000).fill('') }, limit],
  ['many fields', { a: Array(100_000).fill({ resources: {}, n: 1n }) }, limit],
])('the size of an object is checked: %s', (_, object, message) => {
  expect(messageOf(() => checkObjectSize(object, 3 * mebibyte))).toBe(message);
});

test('how deep values lie in each other does not matter', () => {
  let deep: object = {};
  for (let depth = 0; depth < 10_000; depth++) deep = depth % 2 === 0 ? [deep] : { a: deep };
  expect(messageOf(() => checkObjectSize(deep))).toBeUndefined();
  expect(messageOf(() => checkObjectSize([deep, 'x'.repeat(2 * mebibyte)]))).toBe(limit);
});

test('an object of a small request is not measured', () => {
  expect(messageOf(() => checkObjectSize({ a: 'x'.repeat(2 * mebibyte) }, 1000))).toBeUndefined();
  expect(messageOf(() => checkDefaultedSize({ a: 'x'.repeat(2 * mebibyte) }, 1000))).toBeUndefined();
  expect(messageOf(() => checkDefaultedSize({ a: 'x'.repeat(2 * mebibyte) }, 20_000))).toBe(limit);
});

function messageOf(work: () => void): string | undefined {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
}
