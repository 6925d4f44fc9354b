import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';

const fields = (text: string) => [...parseCsv(text)].map((record) => record.fields);

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

test.each([
  ['a,b"c', 'parse error on line 1, column 4: bare " in non-quoted-field'],
  ['é,b"c', 'parse error on line 1, column 5: bare " in non-quoted-field'],
  ['a\n"b"c', 'parse error on line 2, column 3: extraneous or missing " in quoted-field'],
  ['a\n"b"\rc', 'parse error on line 2, column 3: extraneous or missing " in quoted-field'],
  ['a\n"b', 'parse error on line 2, column 3: extraneous or missing " in quoted-field'],
  ['"b\n', 'parse error on line 1, column 4: extraneous or missing " in quoted-field'],
  [
    'a\n"b\nc"d',
    'record on line 2; parse error on line 3, column 2: extraneous or missing " in quoted-field',
  ],
  ['"a\n","b', 'record on line 1; parse error on line 2, column 5: extraneous or missing " in quoted-field'],
  ['"a\n",b"', 'record on line 1; parse error on line 2, column 4: bare " in non-quoted-field'],
])('%j is none, and why', (text, problem) => {
  expect(() => fields(text)).toThrow(problem);
});

test('what is wrong behind a record does not matter for it', () => {
  expect(parseCsv('a,b\n"').next().value).toEqual({ line: 1, fields: ['a', 'b'] });
});

test('records know their line', () => {
  expect([...parseCsv('a\n\n"b\nb"\nc')].map(({ line }) => line)).toEqual([1, 3, 5]);
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
