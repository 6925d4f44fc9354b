import { expect, test } from 'vitest';
import { parseWords } from './parse-words.ts';

test.each([
  [['pods'], [{ types: ['pods'], names: undefined }]],
  [['pods', 'a', 'b'], [{ types: ['pods'], names: ['a', 'b'] }]],
  [['pods,services,pods'], [{ types: ['pods', 'services'], names: undefined }]],
  [['pods,services', 'a'], [{ types: ['pods', 'services'], names: ['a'] }]],
  [
    ['pod/a', 'deploy/web'],
    [
      { types: ['pod'], names: ['a'] },
      { types: ['deploy'], names: ['web'] },
    ],
  ],
])('%j', (words, expected) => {
  expect(parseWords(words, 'orchctl get')).toEqual(expected);
});

test.each([
  [[''], 'you must specify only one resource type or a list of them'],
  [[','], 'you must specify only one resource type or a list of them'],
  [['pod/a', 'b'], "(e.g. 'orchctl get resource/<resource_name>'"],
  [['pod/a/b'], 'arguments in resource/name form may not have more than one slash'],
  [['pod/'], 'arguments in resource/name form must have a single resource and name'],
  [['/a'], 'arguments in resource/name form must have a single resource and name'],
  [['pod,service/a'], 'arguments in resource/name form must have a single resource and name'],
])('%j is refused', (words, message) => {
  expect(() => parseWords(words, 'orchctl get')).toThrow(message);
});
