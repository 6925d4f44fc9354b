import { expect, it } from 'vitest';
import { linearPattern, matchesPattern } from './pattern-match.ts';

/** Steps that are spent on compiling it; 0 when it is kept. */
function compiling(pattern: string): number {
  let sum = 0;
  linearPattern(pattern, (steps) => {
    sum += steps;
  });
  return sum;
}

it('patterns are kept compiled as long as there are not too many, and then compiled anew', () => {
  const first = 'ab+c';
  expect(compiling(first)).toBeGreaterThan(0);
  expect(compiling(first)).toBe(0);
  for (let index = 0; index < 30; index++)
    expect(compiling(`^a{1000}b{1000}${index}$`)).toBeGreaterThan(30_000);
  expect(compiling(first)).toBeGreaterThan(0);
  expect(matchesPattern('xabbc', first)).toBe(true);
});
