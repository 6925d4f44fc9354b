import { expect, it } from 'vitest';
import { median, percentile, power } from './statistics.ts';

it.each<[string, number, [number, number][]]>([
  [
    'stays',
    0,
    [
      [10, 5],
      [100, 5],
      [1_000, 5],
    ],
  ],
  [
    'is proportional',
    1,
    [
      [10, 1],
      [100, 10],
      [1_000, 100],
    ],
  ],
  [
    'is that of a square',
    2,
    [
      [1, 3],
      [2, 12],
      [4, 48],
    ],
  ],
  [
    'is a root, through noise',
    0.5,
    [
      [1, 1.1],
      [100, 9],
      [10_000, 110],
    ],
  ],
])('the power of what %s', (_, expected, points) => {
  expect(power(points)).toBeCloseTo(expected, 1);
});

it('the median is the middle one, the percentile the one below which the share lies', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), percentile([1, 2, 3, 4], 0.5)]).toEqual([2, 2.5, 3]);
});
