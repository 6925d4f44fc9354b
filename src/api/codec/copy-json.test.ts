import { expect, test } from 'vitest';
import { copyJson } from './copy-json.ts';
import { parseJson } from './json.ts';

test.each([
  'null',
  '"a"',
  '12345678901234567890',
  '[]',
  '[1, [{}], {"a": {"b": [null]}}]',
  '{"__proto__": {"a": 1}, "constructor": {"b": [2]}, "c": true}',
])('copyJson of %s returns an equal value that shares nothing', (text) => {
  const value = parseJson(text);
  const copy = copyJson(value);
  expect(copy).toEqual(value);
  expect(sharedBy(copy, value)).toEqual([]);
});

/** Every object that both share at the same path. */
function sharedBy(a: any, b: any): unknown[] {
  if (typeof a !== 'object' || a === null) return [];
  return [
    ...(a === b ? [a] : []),
    ...Object.getOwnPropertyNames(a).flatMap((key) =>
      sharedBy(
        Object.getOwnPropertyDescriptor(a, key)?.value,
        Object.getOwnPropertyDescriptor(b, key)?.value,
      ),
    ),
  ];
}

test('copyJson copies keys such as __proto__ as data', () => {
  const copy = copyJson(parseJson('{"__proto__": {"a": 1}}')) as object;
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  expect(Object.keys(copy)).toEqual(['__proto__']);
});
