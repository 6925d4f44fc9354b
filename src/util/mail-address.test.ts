import { expect, it } from 'vitest';
import { isMailAddress } from './mail-address.ts';

it.each<[string, boolean]>([
  ['pod@example.com', true],
  ['pod@localhost', true],
  ['first.last+tag@example.com', true],
  ['"a b"@example.com', true],
  ['pod@[192.0.2.1]', true],
  ['A Pod <pod@example.com>', true],
  ['', false],
  ['pod', false],
  ['@example.com', false],
  ['pod@', false],
  ['pod@example..com', false],
  ['.pod@example.com', false],
  ['a b@example.com', false],
  ['a@b@c', false],
  ['A, B <pod@example.com>', false],
])('%s is a mail address: %s', (text, expected) => {
  expect(isMailAddress(text)).toBe(expected);
});
