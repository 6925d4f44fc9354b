import { expect, test } from 'vitest';
import { sortedBy } from './sort.ts';

const sorted = (values: unknown[], path = '.v') =>
  sortedBy(
    values.map((v) => ({ v })),
    path,
    (item) => item,
  ).map(({ v }) => v);

test.each([
  ['numbers', [10, 9, 2], [2, 9, 10]],
  ['texts', ['b', 'a', 'c'], ['a', 'b', 'c']],
  ['quantities', ['2', '500m', '1Ki', '1'], ['500m', '1', '2', '1Ki']],
  ['texts that begin like quantities', ['2x', '1x'], ['1x', '2x']],
  ['truth values', [true, false], [false, true]],
  ['absent values come first', [2, undefined, 1], [undefined, 1, 2]],
  ['null is absent', [2, null], [null, 2]],
])('%s', (_, values, expected) => {
  expect(sorted(values)).toEqual(expected);
});

test('items with the same value keep their order', () => {
  const items = ['a', 'b', 'c'].map((name) => ({ name, v: 1 }));
  expect(sortedBy(items, '{.v}', (item) => item)).toEqual(items);
});

test('a field that no item has is a mistake', () => {
  expect(() => sorted([1], '{.none}')).toThrow(
    `couldn't find any field with path "{.none}" in the list of objects`,
  );
  expect(sorted([], '.none')).toEqual([]);
});
