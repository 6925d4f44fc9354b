import { expect, it } from 'vitest';
import { surveyText } from './text-survey.ts';

it.each<[string, [number, number, number]]>([
  ['', [0, 0, 0]],
  ['{}', [1, 0, 1]],
  ['{"a":[{"b":1}],"c":{}}', [3, 3, 4]],
  ['[[],[[]]]', [3, 0, 4]],
  ['{"a:{[":"}]:","\\"[":1}', [1, 2, 1]],
  [']]]', [0, 0, 0]],
  ['{"a', [1, 0, 1]],
])('depth, names and containers of %s', (text, expected) => {
  const { depth, names, containers } = surveyText(text);
  expect([depth, names, containers]).toEqual(expected);
});

it.each<[string, boolean]>([
  ['123456789012345', false],
  ['1234567890123456', true],
  ['[-1234567890123456]', true],
  ['[0.12345678901234567890]', false],
  ['1.5', false],
  ['[1.05, 1.50]', false],
  ['{"a":1.0}', true],
  ['{"a":-12.00}', true],
  ['1e2', true],
  ['{"a" : 0.1E1}', true],
  ['{"a":"1e5, 1.0, 12345678901234567890"}', false],
  ['["sha256:8e00", 1]', false],
  ['{"1234567890123456":1}', false],
  ['["a",1,2.5,1e0]', true],
])('%s has a number that is odd: %s', (text, expected) =>
  expect(surveyText(text).hasOddNumber).toBe(expected),
);
