import { expect, test } from 'vitest';
import { FieldPath, invalid } from './field-errors.ts';
import { repetitions } from './repetitions.ts';
import { validateEach } from './validate-each.ts';

const path = FieldPath.of('list');
const errorsOf = (value: string, index: number) => [invalid(path.index(index), value, 'no')];

test('validateEach returns the errors of all items, in order', () => {
  const errors = validateEach(['a', 'b', 'c'], (item, index) => (item === 'b' ? [] : errorsOf(item, index)));
  expect(errors.map(({ field }) => field)).toEqual(['list[0]', 'list[2]']);
});

test('validateEach stops at the limits of number and text', () => {
  let checked = 0;
  const errors = validateEach(Array(1_000_000).fill('a'), (item, index) => {
    checked++;
    return errorsOf(item, index);
  });
  expect([errors.length, checked]).toEqual([1000, 1000]);
  const long = 'x'.repeat(100 * 1024);
  expect(validateEach(Array(1000).fill(long), errorsOf)).toHaveLength(4);
});

test.each([
  [
    ['a', 'b', 'a', 'a'],
    [false, false, true, true],
  ],
  [
    ['a', 'b'],
    [false, false],
  ],
  [['a'], [false]],
])('repetitions finds the repeated values of %j', (values, expected) => {
  const isRepeated = repetitions(values);
  expect(values.map((_, index) => isRepeated(index))).toEqual(expected);
});
