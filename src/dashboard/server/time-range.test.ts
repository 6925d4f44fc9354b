import { expect, it } from 'vitest';
import { timeRange } from './time-range.ts';

it.each([
  ['without values', [], [940, 1_000]],
  ['with one value', [990], [930, 990]],
  ['with few values', [960, 990], [930, 990]],
  ['with many values', [100, 500, 990], [100, 990]],
])('a plot %s shows times of today', (_, seconds, range) => {
  expect(timeRange(seconds, 1_000)).toEqual(range);
});
