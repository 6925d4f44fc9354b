import { expect, test } from 'vitest';
import { QueryParameters } from './query-parameters.ts';

test('get returns the first of repeated values, all returns every value', () => {
  const query = new QueryParameters('a=1&b&a=2&=x&&c=');
  expect(query.get('a')).toBe('1');
  expect(query.all('a')).toEqual(['1', '2']);
  expect(query.get('b')).toBe('');
  expect(query.get('c')).toBe('');
  expect(query.get('')).toBe('x');
  expect(query.get('d')).toBeUndefined();
  expect(query.all('d')).toEqual([]);
  expect(query.has('b')).toBe(true);
  expect(query.has('d')).toBe(false);
  expect([...query.entries()].map(([name]) => name)).toEqual(['a', 'b', '', 'c']);
  expect(query.toString()).toBe('a=1&b&a=2&=x&&c=');
});

test('plus is decoded to a blank, percent-encoding is decoded once', () => {
  const query = new QueryParameters('labelSelector=a+in+%28b%2Cc%29&x=%252B&%6e=1=2&__proto__=y');
  expect(query.get('labelSelector')).toBe('a in (b,c)');
  expect(query.get('x')).toBe('%2B');
  expect(query.get('n')).toBe('1=2');
  expect(query.get('__proto__')).toBe('y');
  expect(query.get('constructor')).toBeUndefined();
});

test('malformed percent-encoding stays as it is', () => {
  expect(new QueryParameters('a=%zz+b').get('a')).toBe('%zz b');
});

test('a boolean parameter is true unless it is absent, 0 or false', () => {
  const query = new QueryParameters('a&b=&c=1&d=true&e=no&f=0&g=false&h=FALSE&i=0&i=1');
  for (const name of ['a', 'b', 'c', 'd', 'e']) expect(query.boolean(name)).toBe(true);
  for (const name of ['f', 'g', 'h', 'i', 'z']) expect(query.boolean(name)).toBe(false);
});

test('an integer parameter is parsed as an int64', () => {
  const query = new QueryParameters('a=500&b=-1&c=%2B07&d=0&e=9223372036854775807');
  expect(query.integer('e')).toBe(2 ** 63);
  expect(query.integer('a')).toBe(500);
  expect(query.integer('b')).toBe(-1);
  expect(query.integer('c')).toBe(7);
  expect(query.integer('d')).toBe(0);
  expect(query.integer('z')).toBeUndefined();
});

test.each([
  ['', 'strconv.ParseInt: parsing "": invalid syntax'],
  ['1.5', 'strconv.ParseInt: parsing "1.5": invalid syntax'],
  ['0x10', 'strconv.ParseInt: parsing "0x10": invalid syntax'],
  ['1_000', 'strconv.ParseInt: parsing "1_000": invalid syntax'],
  ['1'.repeat(50_000), expect.stringMatching(/value out of range$/)],
  ['-9223372036854775809', 'strconv.ParseInt: parsing "-9223372036854775809": value out of range'],
  ['9223372036854775808', 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
])('the integer parameter %j is rejected', (value, message) => {
  expect(() => new QueryParameters(`limit=${value}`).integer('limit')).toThrow(
    expect.objectContaining({ code: 400, reason: 'BadRequest', message }),
  );
});
