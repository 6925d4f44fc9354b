import { expect, test } from 'vitest';
import { maxDetailLength, maxValueLength } from '../../util/truncate.ts';
import { GoText } from '../go-format/go-syntax.ts';
import { duplicate, fieldErrorText, invalid, notSupported } from './field-errors.ts';

const long = 'x'.repeat(maxValueLength + 1);

test.each([
  ['a text', long, `"${'x'.repeat(maxValueLength)}..."`],
  ['a list', [long], `["${'x'.repeat(maxValueLength - 2)}...`],
  ['Go syntax', new GoText(long), `${'x'.repeat(maxValueLength)}...`],
  [
    'a text of long characters',
    `x${'😀'.repeat(maxValueLength / 2)}`,
    `"x${'😀'.repeat(maxValueLength / 2 - 1)}..."`,
  ],
  ['a text that just fits', long.slice(1), `"${long.slice(1)}"`],
])('a field error shows the beginning of a long value: %s', (_, value, shown) => {
  expect(fieldErrorText(invalid('a', value, 'why'))).toBe(`a: Invalid value: ${shown}: why`);
  expect(fieldErrorText(duplicate('a', value))).toBe(`a: Duplicate value: ${shown}`);
  expect(fieldErrorText(notSupported('a', value, []))).toBe(`a: Unsupported value: ${shown}`);
});

test('a field error shows the beginning of a long detail', () => {
  expect(fieldErrorText(invalid('a', 1, 'x'.repeat(maxDetailLength + 1)))).toBe(
    `a: Invalid value: 1: ${'x'.repeat(maxDetailLength)}...`,
  );
});
