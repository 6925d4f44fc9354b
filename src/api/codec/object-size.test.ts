import { describe, expect, test } from 'vitest';
import { checkObjectSize, checkPartValues, checkTextValues, checkValueCount } from './object-size.ts';

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

const tooMany = 'Request entity too large: limit is 45000 values';

/** A text may have three times as many, because of managedFields; a list of them has one value more. */
describe.each<[string, unknown, string | undefined]>([
  ['44,910 items in short lists', Array(45).fill(Array(998).fill('text')), undefined],
  ['44,955 items in short lists', Array(45).fill(Array(999).fill('text')), tooMany],
  ['a list of 22,498 items', Array(22_498).fill('text'), undefined],
  ['a list of 22,500 items', Array(22_500).fill('text'), tooMany],
  ['a list of 11,248 maps', Array(11_248).fill({ a: {}, b: [] }), undefined],
  ['a list of 11,250 maps', Array(11_250).fill({ a: {}, b: [] }), tooMany],
  ['a map of 14,998 keys', largeMap(14_998), undefined],
  ['a map of 15,000 keys', largeMap(15_000), tooMany],
  ['commas, brackets and quotes in texts', Array(5_000).fill(',[{"\\'.repeat(50)), undefined],
  ['texts that end with backslashes', Array(5_000).fill([',,\\', ',,\\\\']), undefined],
])('%s', (_, value, message) => {
  test.each([undefined, 2])('the number of values is checked in a JSON text indented by %s', (indent) => {
    const text = JSON.stringify(value, undefined, indent);
    const thrice = `[${text},${text},${text}]`;
    expect(messageOf(() => checkTextValues(thrice))).toBe(message);
    expect(messageOf(() => checkPartValues(text))).toBe(message);
  });

  test('the number of values is checked in a parsed value', () => {
    expect(messageOf(() => checkValueCount(value, 3 * mebibyte))).toBe(message);
  });
});

test.each([
  [21_000, 45_000, undefined],
  [22_500, 0, tooMany],
  [0, 45_001, tooMany],
])('the number of values is checked: %i items and %i more in managedFields', (items, owned, message) => {
  const list = (count: number): string[] => Array(count).fill('text');
  const value = { metadata: { managedFields: list(owned) }, spec: list(items) };
  expect(messageOf(() => checkValueCount(value, 3 * mebibyte))).toBe(message);
});

test('managedFields of the stored object are not checked again, however large they are', () => {
  const list = (count: number): any => Array(count).fill('text');
  const stored = { kind: 'A', apiVersion: 'v1', metadata: { managedFields: list(150_000) } };
  const check = (items: number) => () => checkValueCount({ ...stored, spec: list(items) }, undefined, stored);
  expect(messageOf(check(21_000))).toBeUndefined();
  expect(messageOf(check(22_500))).toBe(tooMany);
});

test('deeply nested values are counted without a stack overflow', () => {
  let deep: object = {};
  for (let depth = 0; depth < 10_000; depth++) deep = depth % 2 === 0 ? [deep] : { a: deep };
  expect(messageOf(() => checkValueCount(deep))).toBeUndefined();
  expect(messageOf(() => checkObjectSize(deep))).toBeUndefined();
  expect(messageOf(() => checkValueCount([deep, Array(30_000).fill(0)]))).toBe(tooMany);
  expect(messageOf(() => checkObjectSize([deep, 'x'.repeat(2 * mebibyte)]))).toBe(limit);
});

test('the check of values does not reject a text that is not JSON', () => {
  for (const text of [']}]}', '{"', '[[,,', '}'.repeat(500_000)]) {
    expect(messageOf(() => checkTextValues(text.padEnd(500_000)))).toBeUndefined();
  }
});

test('an object from a small body is not checked', () => {
  expect(messageOf(() => checkObjectSize({ a: 'x'.repeat(2 * mebibyte) }, 1000))).toBeUndefined();
});

function largeMap(size: number): object {
  return Object.fromEntries(Array.from({ length: size }, (_, index) => [`key${index}`, '']));
}

function messageOf(work: () => void): string | undefined {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
}
