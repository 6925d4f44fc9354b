import { expect, it } from 'vitest';
import { sample } from './sample.ts';

const items = Array.from({ length: 1000 }, (_, index) => index);

it('a sample is the same for the same seed, and another for another', () => {
  expect(sample(items, 20, 1)).toEqual(sample(items, 20, 1));
  expect(sample(items, 20, 1)).not.toEqual(sample(items, 20, 2));
});

it('a sample has distinct items in their order, and all of them where there are not more', () => {
  const picked = sample(items, 100, 7);
  expect(new Set(picked).size).toBe(100);
  expect(picked).toEqual(picked.toSorted((a, b) => a - b));
  expect(sample([3, 1, 2], 5, 1)).toEqual([3, 1, 2]);
});

it('a larger sample holds the smaller one of its seed', () => {
  const larger = new Set(sample(items, 40, 3));
  expect(sample(items, 20, 3).every((item) => larger.has(item))).toBe(true);
});
