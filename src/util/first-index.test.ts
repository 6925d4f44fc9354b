import { expect, it } from 'vitest';
import { firstIndex } from './first-index.ts';

it.each([
  [[], 1, 0],
  [[1], 0, 0],
  [[1], 1, 0],
  [[1], 2, 1],
  [[1, 2, 2, 2, 3], 2, 1],
  [[1, 2, 2, 2, 3], 3, 4],
  [[1, 2, 2, 2, 3], 4, 5],
])('of %j, the first that is at least %i is at %i', (sorted, least, index) => {
  expect(firstIndex(sorted.length, (at) => sorted[at]! >= least)).toBe(index);
});
