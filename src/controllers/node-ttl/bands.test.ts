import { describe, expect, it } from 'vitest';
import { ClusterSize } from './bands.ts';

const sized = (most: number, then = most): number => {
  const size = new ClusterSize();
  for (let node = 0; node < most; node++) size.add();
  for (let node = most; node > then; node--) size.remove();
  return size.seconds;
};

describe('the time to live by the size of the cluster', () => {
  it.each([
    [0, 0],
    [100, 0],
    [101, 15],
    [500, 15],
    [501, 30],
    [1_001, 60],
    [2_001, 300],
    [10_000, 300],
    [10_001, 600],
  ])('of %i nodes is %i s', (nodes, seconds) => {
    expect(sized(nodes)).toBe(seconds);
  });

  it.each([
    [101, 90, 15],
    [101, 89, 0],
    [501, 450, 30],
    [501, 449, 15],
    [10_001, 9_000, 600],
    [10_001, 8_999, 300],
    [10_001, 0, 0],
  ])('of %i nodes that become %i is %i s', (most, then, seconds) => {
    expect(sized(most, then)).toBe(seconds);
  });
});
