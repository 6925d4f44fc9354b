import { expect, test } from 'vitest';
import { parseBodyJson } from './body-json.ts';
import { writeJson } from './json.ts';

const list = (item: string, count: number): string => `[${Array(count).fill(item).join(',')}]`;
const keys = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"k${at}":0`).join(',')}}`;
const tooLarge = 'Request entity too large: limit is ';

test.each([
  ['objects', list('{}', 196_607), list('{}', 196_608), '196608 objects and arrays, got 196609'],
  ['arrays', list('[]', 196_607), list('[]', 196_608), '196608 objects and arrays, got 196609'],
  ['names', keys(131_072), keys(131_073), '131072 field names, got 131073'],
  ['names of one kind', list('{"":0}', 131_072), list('{"":0}', 131_073), '131072 field names, got 131073'],
  [
    'integers of 17 digits',
    list('12345678901234567', 65_536),
    list('12345678901234567', 65_537),
    '65536 numbers beyond the precision of a double',
  ],
  [
    'numbers below the least precise ones',
    list('1e-310', 65_536),
    list('1e-310', 65_537),
    '65536 numbers beyond the precision of a double',
  ],
])('%s of a body are counted', (_, most, more, message) => {
  expect(writeJson(parseBodyJson(most)) === most).toBe(true);
  expect(() => parseBodyJson(more)).toThrow(`${tooLarge}${message}`);
});

test('what stands in texts does not count', () => {
  const text = `{\\":[`.repeat(400_000);
  expect(parseBodyJson(`["${text}"]`)).toHaveLength(1);
  expect(parseBodyJson(list('0', 1_400_000))).toHaveLength(1_400_000);
});
