import { expect, test } from 'vitest';
import { dayOf, isDay } from './day.ts';

test.each([
  ['2030-02-28', true],
  ['2030-02-29', false],
  ['2030-2-1', false],
  ['', false],
])('%j is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

test('a moment is of a day', () => {
  expect(dayOf(Date.parse('2030-01-31T23:59:59.999Z'))).toBe('2030-01-31');
});
