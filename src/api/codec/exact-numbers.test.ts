import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError } from './decode-error.ts';
import { fractionOf, parseExact } from './exact-numbers.ts';

const tiny = '-5e-324';

describe('numbers are what they are written as', () => {
  it.each<[string, unknown]>([
    [
      `[${tiny},1e-323,-2.2250738585072014e-308,12345678901234567890]`,
      [Number(tiny), 1e-323, -(2 ** -1022), 12345678901234567890n],
    ],
    [`[-0.${'0'.repeat(320)}1,12345678901234567890]`, [-1e-321, 12345678901234567890n]],
    [
      '{"1e5":1e5,"12345678901234567890":[9007199254740993]}',
      { '1e5': 100_000, '12345678901234567890': [9007199254740993n] },
    ],
    [
      '{"a":"1e5,\\"12345678901234567890","b":-9007199254740993}',
      { a: '1e5,"12345678901234567890', b: -9007199254740993n },
    ],
    ['{"a":12345678901234567890,"a":1}', { a: 1 }],
    ['12345678901234567890', 12345678901234567890n],
    ['[9007199254740991,1e22,1234567890123456.5]', [9007199254740991, 1e22, 1234567890123456.5]],
  ])('%s', (text, value) => {
    expect(parseExact(text, true)).toEqual(value);
    expect(parseExact(text, false)).toEqual(value);
  });

  it('whatever value it is', () => {
    const numbers = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.constant(5e-324),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(numbers, fc.string(), fc.array(tie('value')), fc.dictionary(fc.string(), tie('value'))),
    }));
    const integers = (_key: string, one: unknown): unknown =>
      typeof one === 'number' && Number.isInteger(one) && !Number.isSafeInteger(one) ? 0 : one;
    fc.assert(
      fc.property(value, (any) => {
        const text = JSON.stringify(any, integers);
        expect(parseExact(text, true)).toEqual(JSON.parse(text));
      }),
    );
  });
});

it('the key __proto__ is one like any other', () => {
  const value = parseExact('{"__proto__":12345678901234567890}', true) as object;
  expect(Object.entries(value)).toEqual([['__proto__', 12345678901234567890n]]);
});

it.each([
  '{1e5:1}',
  '{"a":1,12345678901234567890 : 1}',
  '[01e5]',
  '[1.e5]',
  '[1e]',
  '[1e5',
  '[-]',
  '[1e5"a"]',
  '1e5 1e5',
])('%s is no JSON', (text) => expect(() => parseExact(text, true)).toThrow(SyntaxError));

it.each(['1e400', '-1e400', `${'9'.repeat(400)}.5`, `${'9'.repeat(400)}`])(
  '%s is beyond every number',
  (text) => {
    expect(() => parseExact(`[1,{"a":${text}}]`, true)).toThrow(DecodeError);
  },
);

it('a million numbers take no longer than their text', () => {
  const value = parseExact(`[${'1e5,'.repeat(700_000)}12345678901234567890]`, true) as number[];
  const before = process.cpuUsage();
  parseExact(`[${'1e5,'.repeat(700_000)}12345678901234567890]`, true);
  const { user } = process.cpuUsage(before);
  expect([value[0], value[699_999], value[700_000]]).toEqual([100_000, 100_000, 12345678901234567890n]);
  expect([fractionOf(value, 0), fractionOf(value, 5_000)]).toEqual(['1e5', undefined]);
  // A reviver takes more than a second.
  expect(user).toBeLessThan(600_000);
});
