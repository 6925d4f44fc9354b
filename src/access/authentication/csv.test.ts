import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';

const fields = (text: string) => parseCsv(text).map((record) => record.fields);

test.each<[text: string, records: string[][]]>([
  ['', []],
  ['\n\r\n\n', []],
  ['a,b', [['a', 'b']]],
  ['a,b\nc\n', [['a', 'b'], ['c']]],
  [
    'a,b\r\nc,\r\n',
    [
      ['a', 'b'],
      ['c', ''],
    ],
  ],
  [',', [['', '']]],
  ['""', [['']]],
  [' a , b ', [[' a ', ' b ']]],
  ['a,"b, ""c""\n",d', [['a', 'b, "c"\n', 'd']]],
  ['"a\r\nb"\r\n"c"', [['a\r\nb'], ['c']]],
])('%j', (text, records) => {
  expect(fields(text)).toEqual(records);
});

test('records know their line', () => {
  expect(parseCsv('a\n\n"b\nb"\nc').map(({ line }) => line)).toEqual([1, 3, 5]);
});

test('what is quoted comes back', () => {
  const quote = (field: string) => `"${field.replaceAll('"', '""')}"`;
  const table = fc.array(fc.array(fc.string(), { minLength: 1 }));
  fc.assert(
    fc.property(table, fc.constantFrom('\n', '\r\n'), (records, end) => {
      const text = records.map((record) => record.map(quote).join(',')).join(end);
      expect(fields(text)).toEqual(records);
    }),
  );
});
