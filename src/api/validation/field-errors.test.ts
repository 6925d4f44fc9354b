import { expect, test } from 'vitest';
import { maxDetail, maxShown } from '../../util/cut-text.ts';
import { GoText } from '../go-format/go-syntax.ts';
import { duplicate, fieldErrorText, invalid, notSupported } from './field-errors.ts';

const long = 'x'.repeat(maxShown + 1);

test.each([
  ['a text', long, `"${'x'.repeat(maxShown)}..."`],
  ['a list', [long], `["${'x'.repeat(maxShown - 2)}...`],
  ['Go syntax', new GoText(long), `${'x'.repeat(maxShown)}...`],
  ['a text of long characters', `x${'😀'.repeat(maxShown / 2)}`, `"x${'😀'.repeat(maxShown / 2 - 1)}..."`],
  ['a text that just fits', long.slice(1), `"${long.slice(1)}"`],
])('of a value that is too long to read, %s, the beginning is shown', (_, value, shown) => {
  expect(fieldErrorText(invalid('a', value, 'why'))).toBe(`a: Invalid value: ${shown}: why`);
  expect(fieldErrorText(duplicate('a', value))).toBe(`a: Duplicate value: ${shown}`);
  expect(fieldErrorText(notSupported('a', value, []))).toBe(`a: Unsupported value: ${shown}`);
});

test('so is it of what is said about it', () => {
  expect(fieldErrorText(invalid('a', 1, 'x'.repeat(maxDetail + 1)))).toBe(
    `a: Invalid value: 1: ${'x'.repeat(maxDetail)}...`,
  );
});
