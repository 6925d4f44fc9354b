import { expect, test } from 'vitest';
import { FieldPath, invalid } from './field-errors.ts';
import { repetitions } from './repetitions.ts';
import { validateEach } from './validate-each.ts';

const path = FieldPath.of('list');
const fault = (value: string, index: number) => [invalid(path.index(index), value, 'no')];

test('the faults of all items are told, in order', () => {
  const faults = validateEach(['a', 'b', 'c'], (item, index) => (item === 'b' ? [] : fault(item, index)));
  expect(faults.map(({ field }) => field)).toEqual(['list[0]', 'list[2]']);
});

test('more than anybody reads are not looked for', () => {
  let looked = 0;
  const faults = validateEach(Array(1_000_000).fill('a'), (item, index) => {
    looked++;
    return fault(item, index);
  });
  expect([faults.length, looked]).toEqual([1000, 1000]);
  const long = 'x'.repeat(100 * 1024);
  expect(validateEach(Array(1000).fill(long), fault)).toHaveLength(4);
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
])('what %j repeats', (values, expected) => {
  const isRepeated = repetitions(values);
  expect(values.map((_, index) => isRepeated(index))).toEqual(expected);
});
