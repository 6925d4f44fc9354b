import { expect, it } from 'vitest';
import { ageText } from './age.ts';

it.each([
  [0, '0s'],
  [119, '119s'],
  [120, '2m'],
  [200, '3m20s'],
  [3_599, '59m'],
  [4 * 3_600, '4h'],
  [5 * 3_600 + 1_800, '5h30m'],
  [3 * 86_400 + 3_600, '3d1h'],
  [100 * 86_400, '100d'],
  [800 * 86_400, '2y70d'],
])('%d seconds are %s', (seconds, text) => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(ageText(new Date(now - seconds * 1_000).toISOString(), now)).toBe(text);
});

it('without a time there is no age, and a clock that goes ahead makes none below zero', () => {
  expect(ageText(undefined, 0)).toBe('');
  expect(ageText(new Date(5_000).toISOString(), 0)).toBe('0s');
});
