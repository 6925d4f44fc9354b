import { expect, test } from 'vitest';
import { FieldPath, fieldErrorText } from '../validation/field-errors.ts';
import { validatePattern } from './pattern.ts';

const patternErrors = (pattern: string) =>
  validatePattern({ pattern }, FieldPath.of('a')).map(fieldErrorText);

test.each([
  '^[a-z]+$',
  '^(?P<name>[a-z]+)\\z',
  '(?i)yes|no',
  '[[:alpha:]_]+',
  '[]a]',
  '[(]\\(?=',
  '^\\d{1,3}(\\.\\d+)*$',
  '(?s:.*)',
  '\\pL+',
])('the pattern %s is accepted', (pattern) => expect(patternErrors(pattern)).toEqual([]));

test.each([
  ['(', /must be a valid regular expression, but isn't: error parsing regexp: /],
  ['+', /missing argument to repetition operator: `\+`$/],
  ['a(?=b)', /invalid or unsupported Perl syntax: `\(\?=`$/],
  ['(?<!a)b', /invalid or unsupported Perl syntax: `\(\?<!`$/],
  ['(a)\\1', /invalid escape sequence: `\\1`$/],
  ['[a', /missing closing \]/],
  ['['.repeat(3_000_000), /expression too large$/],
  ['('.repeat(900), /not a regular expression/],
  ['('.repeat(60_000), /expression nests too deeply$/],
])('the pattern %.20s is rejected with its own error', (pattern, text) =>
  expect(patternErrors(pattern)).toEqual([expect.stringMatching(text)]),
);
