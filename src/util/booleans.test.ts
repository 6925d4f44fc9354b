import { expect, it } from 'vitest';
import { notBoolean, parseBoolean } from './booleans.ts';

it.each([
  ['true', true],
  ['T', true],
  ['1', true],
  ['False', false],
  ['0', false],
  ['', undefined],
  ['yes', undefined],
  ['tRUE', undefined],
])('%j is read as %s', (text, value) => {
  expect(parseBoolean(text)).toBe(value);
});

it('another text is shown as it was written', () => {
  expect(notBoolean('"no"')).toBe(String.raw`strconv.ParseBool: parsing "\"no\"": invalid syntax`);
});
