import { expect, it } from 'vitest';
import type { ApiServerOptions } from '../options.ts';
import { shareOf } from './shares.ts';

const limits = (reads: number, writes: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const options = { securePort: 6443, maxRequestsInFlight: reads, maxMutatingRequestsInFlight: writes };
    const place = { index, count, isFirst: index === 0, port: undefined };
    const { maxRequestsInFlight, maxMutatingRequestsInFlight } = shareOf(options as ApiServerOptions, place);
    return [maxRequestsInFlight, maxMutatingRequestsInFlight];
  });

it.each([
  {
    title: 'are divided',
    reads: 400,
    writes: 200,
    shares: [
      [200, 100],
      [200, 100],
    ],
  },
  {
    title: 'add up when they cannot be divided evenly',
    reads: 400,
    writes: 200,
    shares: [
      [134, 67],
      [133, 67],
      [133, 66],
    ],
  },
  {
    title: 'leave each worker one',
    reads: 1,
    writes: 2,
    shares: [
      [1, 1],
      [1, 1],
      [1, 1],
    ],
  },
  {
    title: 'stay absent',
    reads: 0,
    writes: 0,
    shares: [
      [0, 0],
      [0, 0],
    ],
  },
])('limits of requests $title', ({ reads, writes, shares }) => {
  expect(limits(reads, writes, shares.length)).toEqual(shares);
});

it('a later worker gets the port that the server has', () => {
  const options = {
    securePort: 0,
    maxRequestsInFlight: 1,
    maxMutatingRequestsInFlight: 1,
  } as ApiServerOptions;
  expect(shareOf(options, { index: 1, count: 2, isFirst: false, port: 4711 }).securePort).toBe(4711);
});
