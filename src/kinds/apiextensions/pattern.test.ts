import { expect, test } from 'vitest';
import { FieldPath, fieldErrorText } from '../../api/validation/field-errors.ts';
import { validatePattern } from './custom-resource-definition/schema/pattern.ts';

const faults = (pattern: string) => validatePattern({ pattern }, FieldPath.of('a')).map(fieldErrorText);

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
])('%s is a pattern', (pattern) => expect(faults(pattern)).toEqual([]));

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
])('%.20s is none', (pattern, text) => expect(faults(pattern)).toEqual([expect.stringMatching(text)]));
