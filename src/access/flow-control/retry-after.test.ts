import { expect, it } from 'vitest';
import { RetryAfter } from './retry-after.ts';

/** The answers to the first refusal of each second; so many are refused in it. */
function answers(refusals: readonly number[]): (number | undefined)[] {
  let now = 0;
  const retryAfter = new RetryAfter(() => now);
  return refusals.map((count, second) => {
    now = second;
    const all = Array.from({ length: count }, () => retryAfter.refused());
    return all[0];
  });
}

it.each<[string, number[], (number | undefined)[]]>([
  ['few', [1, 2, 1, 2], [1, 1, 1, 1]],
  ['many: longer and longer', [4, 4, 4, 4, 4, 4, 4, 4], [1, 2, 2, 4, 4, 4, 4, 8]],
  [
    'very many: half a minute at most',
    Array(64).fill(40),
    [1, 2, 2, ...Array(4).fill(4), ...Array(8).fill(8), ...Array(16).fill(16), ...Array(33).fill(32)],
  ],
  [
    'many, then fewer and fewer: shorter by and by',
    [9, 9, 9, 9, 1, 0, 1, 0, 1, 0, 1, 0, 1],
    [1, 2, 2, 4, 4, undefined, 4, undefined, 3, undefined, 2, undefined, 1],
  ],
  [
    'many, then none for long',
    [9, 9, 9, 9, ...Array(20).fill(0), 1, 1],
    [1, 2, 2, 4, ...Array(20).fill(undefined), 3, 2],
  ],
])('refusals that are %s', (_, refusals, expected) => {
  expect(answers(refusals)).toEqual(expected);
});
