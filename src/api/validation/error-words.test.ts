import { expect, test } from 'vitest';
import { goLabelSelector, goList, goStringMap, goStruct } from '../go-format/go-syntax.ts';
import { ErrorTexts } from '../meta/error-texts.ts';
import { bodyIn, type FieldError, invalid, notSupported, required, tooLong } from './field-errors.ts';
import { invalidObject } from './invalid-object.ts';

/** Releases with other words than the one before, each with these words. */
type Words = Record<string, string>;

const rows: readonly (readonly [what: string, error: FieldError, words: Words])[] = [
  [
    'a length of texts is one of bytes',
    tooLong('f', 5),
    { 1.31: 'Too long: must have at most 5 bytes', 1.32: 'Too long: may not be more than 5 bytes' },
  ],
  [
    'one byte is one',
    tooLong('f', 1),
    { 1.32: 'Too long: may not be more than 1 bytes', 1.34: 'Too long: may not be more than 1 byte' },
  ],
  [
    'so does the length of a name',
    invalid('f', 'x', 'name part must be no more than 63 characters'),
    {
      1.32: 'Invalid value: "x": name part must be no more than 63 characters',
      1.34: 'Invalid value: "x": name part must be no more than 63 bytes',
    },
  ],
  [
    'a label is counted in bytes',
    invalid('metadata.labels', 'x', 'must be no more than 63 bytes'),
    {
      1.32: 'Invalid value: "x": must be no more than 63 characters',
      1.34: 'Invalid value: "x": must be no more than 63 bytes',
    },
  ],
  [
    'the example of an address is one of each family',
    invalid('f', 'x', 'must be a valid IP address, (e.g. 10.9.8.7)'),
    {
      1.23: 'Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7)',
      1.24: 'Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    },
  ],
  [
    'the name of a port has a letter, a number will not do',
    invalid('f', '1', 'must contain at least one letter or number (a-z, 0-9)'),
    {
      1.24: 'Invalid value: "1": must contain at least one letter or number (a-z, 0-9)',
      1.25: 'Invalid value: "1": must contain at least one letter (a-z)',
    },
  ],
  [
    'a name that is repeated by the path is left out',
    invalid('f', '', 'kind must not be empty'),
    { 1.32: 'Invalid value: "": kind must not be empty', 1.34: 'Invalid value: "": must not be empty' },
  ],
  [
    'what the reason says is left out',
    required('f', 'must be set'),
    { 1.32: 'Required value: must be set', 1.34: 'Required value' },
  ],
  [
    'no value is null',
    invalid('f', undefined, 'no'),
    { 1.32: 'Invalid value: "null": no', 1.34: 'Invalid value: null: no' },
  ],
  [
    'a list is JSON',
    invalid('f', goList('string', ['a']), 'no'),
    { 1.32: 'Invalid value: []string{"a"}: no', 1.34: 'Invalid value: ["a"]: no' },
  ],
  [
    'a map is JSON',
    notSupported('f', goStringMap({ b: '', a: '1' }), []),
    {
      1.32: 'Unsupported value: map[string]string{"a":"1", "b":""}',
      1.34: 'Unsupported value: {"a":"1","b":""}',
    },
  ],
  [
    'a struct that knows no names for JSON has those of its fields',
    invalid('f', goStruct('rbac.RoleRef', { Name: 'n' }), 'no'),
    { 1.32: 'Invalid value: rbac.RoleRef{Name:"n"}: no', 1.34: 'Invalid value: {"Name":"n"}: no' },
  ],
  [
    'a selector is JSON without what is empty',
    invalid('f', goLabelSelector({ matchExpressions: [{ key: 'a', operator: 'Exists', values: [] }] }), 'no'),
    { 1.34: 'Invalid value: {"matchExpressions":[{"key":"a","operator":"Exists"}]}: no' },
  ],
];

test.each(rows)('%s', (_, error, words) => {
  for (const [release, text] of Object.entries(words))
    expect([release, bodyIn(new ErrorTexts(release), error)]).toEqual([release, text]);
});

test('a Status has the words of the release that is asked for, in its message and its causes', () => {
  const error = invalidObject({ group: '', kind: 'Pod' }, 'p', [invalid('f', null, 'no')]);
  expect(error.toStatus().message).toBe('Pod "p" is invalid: f: Invalid value: "null": no');
  expect(error.toStatus(new ErrorTexts('1.34'))).toMatchObject({
    message: 'Pod "p" is invalid: f: Invalid value: null: no',
    details: { causes: [{ field: 'f', message: 'Invalid value: null: no', reason: 'FieldValueInvalid' }] },
  });
});
