import { expect, it } from 'vitest';
import { generatedName, systemRandom } from './random.ts';

it.each<[string, (bound: number) => number, string]>([
  ['builder-token-', () => 0, 'builder-token-bbbbb'],
  ['builder-token-', (bound) => bound - 1, 'builder-token-99999'],
  ['a-', () => 1, 'a-cbbbb'],
  ['a-', () => 27, 'a-bcbbb'],
  ['', () => 0, 'bbbbb'],
  ['x'.repeat(58), () => 0, `${'x'.repeat(58)}bbbbb`],
  ['x'.repeat(59), () => 0, `${'x'.repeat(58)}bbbbb`],
])('the name generated of %j', (base, below, expected) =>
  expect(generatedName(base, { uuid: () => '', below })).toBe(expected),
);

it('generated names spell no words', () => {
  const names = Array.from({ length: 100 }, () => generatedName('a-', systemRandom));
  for (const name of names) expect(name).toMatch(/^a-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  expect(new Set(names).size).toBeGreaterThan(90);
});
