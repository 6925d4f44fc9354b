import { expect, it } from 'vitest';
import { sortedQuery } from './sorted-query.ts';

it.each([
  ['', ''],
  ['a=b', '?a=b'],
  ['watch=true', '?watch=true'],
  ['a', '?a='],
  ['b=1&a=2', '?a=2&b=1'],
  // The values of one name keep their order.
  ['b=2&a=9&b=1', '?a=9&b=2&b=1'],
  ['a=x+y', '?a=x+y'],
  ['a=x%20y', '?a=x+y'],
  ['a=%2f', '?a=%2F'],
  ["a=!'()*", '?a=%21%27%28%29%2A'],
  ['a=b=c', '?a=b%3Dc'],
  ['=x', '?=x'],
  // What cannot be read goes missing.
  ['b=x+y&a=%2f&c=%zz', '?a=%2F&b=x+y'],
  ['%zz=1', ''],
  ['a=1;b=2', ''],
  ['&&', ''],
])('%s is sent on as %s', (raw, expected) => {
  expect(sortedQuery(raw)).toBe(expected);
});
