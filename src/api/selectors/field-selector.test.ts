import { describe, expect, test } from 'vitest';
import { parseFieldSelector, SelectorError } from './field-selector.ts';

describe('the canonical text of a field selector', () => {
  const cases: [text: string, canonical: string][] = [
    ['', ''],
    [',,', ''],
    ['=', ''],
    ['!=', ''],
    ['a=b', 'a=b'],
    ['a==b', 'a=b'],
    ['a!=b', 'a!=b'],
    ['x=1,,a=2', 'a=2,x=1'],
    ['a=', 'a='],
    ['=a', '=a'],
    ['a= b ', 'a= b '],
    ['a=\\,\\=\\\\', 'a=\\,\\=\\\\'],
  ];
  test.each(cases)('of %j is %j', (text, canonical) => {
    expect(parseFieldSelector(text).toString()).toBe(canonical);
    expect(parseFieldSelector(canonical).toString()).toBe(canonical);
  });
});

test('a field selector is parsed to its requirements', () => {
  const selector = parseFieldSelector('a==b\\,c,d!=e\\\\');
  expect(selector.requirements).toEqual([
    { field: 'a', operator: '=', value: 'b,c' },
    { field: 'd', operator: '!=', value: 'e\\' },
  ]);
  expect(selector.exactValue('a')).toBe('b,c');
  expect(selector.exactValue('d')).toBeUndefined();
  expect(selector.isEmpty()).toBe(false);
  expect(parseFieldSelector('').isEmpty()).toBe(true);
});

describe('an invalid field selector is rejected', () => {
  const cases: [text: string, message: string][] = [
    ['a', "invalid selector: 'a'; can't understand 'a'"],
    ['b=c,a', "invalid selector: 'b=c,a'; can't understand 'a'"],
    ['a=b=c', 'invalid field selector: unescaped character in value: 61'],
    ['a=b\\,c=d', 'invalid field selector: unescaped character in value: 61'],
    ['a=\\x', 'invalid field selector: invalid escape sequence: \\x'],
    ['a=\\😀', 'invalid field selector: invalid escape sequence: \\😀'],
    [`${'a!=b,'.repeat(30_000)}`, 'must have at most 10000 requirements'],
    ['a=\\', 'invalid field selector: invalid escape sequence: \\'],
  ];
  test.each(cases)('%j', (text, message) =>
    expect(() => parseFieldSelector(text)).toThrow(new SelectorError(message)),
  );
});

describe('matching fields', () => {
  const cases: [text: string, fields: Record<string, string>, matches: boolean][] = [
    ['', {}, true],
    ['a=b', { a: 'b' }, true],
    ['a=b', { a: 'c' }, false],
    ['a=b', {}, false],
    ['a=', {}, true],
    ['a!=', {}, false],
    ['a!=b', {}, true],
    ['a=b,a=b', { a: 'b' }, true],
    ['a=b,a=c', { a: 'b' }, false],
    ['a=b,a=c', { a: 'c' }, false],
    ['a=b,a!=b', { a: 'b' }, false],
    ['a!=b,a!=c', { a: 'd' }, true],
    ['a!=b,a!=c', { a: 'c' }, false],
    ['a=b,c!=d', { a: 'b', c: 'e' }, true],
    ['a=b,c!=d', { a: 'b', c: 'd' }, false],
    ['constructor=', {}, true],
    ['__proto__=x', {}, false],
  ];
  test.each(cases)('%j on %j: %s', (text, fields, matches) =>
    expect(parseFieldSelector(text).matches(fields)).toBe(matches),
  );
});
