import { describe, expect, it } from 'vitest';
import { fractionOf } from './exact-numbers.ts';
import { DecodeError, parseJson, writeJson } from './json.ts';

describe('JSON is parsed and written without loss of digits or keys', () => {
  it.each([
    ['{"a":9007199254740993,"b":[-12345678901234567890]}'],
    ['{"__proto__":{"x":1},"constructor":2}'],
    ['{"a":1.5,"b":1e+21,"c":"1234567890123456789"}'],
    [`${'['.repeat(1000)}12345678901234567890${']'.repeat(1000)}`],
  ])('%#', (text) => expect(writeJson(parseJson(text))).toBe(text));
});

const exact = '12345678901234567890';

it.each([
  [` ${exact} `, exact],
  [`-${exact}`, `-${exact}`],
  [`[1 , ${exact} ]`, `[1,${exact}]`],
  [`{"a" : -${exact}}`, `{"a":-${exact}}`],
  [`{"a"\n:\t${exact}, "b": 1E2}`, `{"a":${exact},"b":100}`],
  [`{"b":"x@sha256:8e1", "a":${exact}}`, `{"b":"x@sha256:8e1","a":${exact}}`],
  [`{"a":"\\":${exact}"}`, `{"a":"\\":${exact}"}`],
  ['{"a":1.2345678901234567}', '{"a":1.2345678901234567}'],
  ['{"a" : 15.5e-1}', '{"a":1.55}'],
])('a large integer stays exact in every position: %s', (text, written) =>
  expect(writeJson(parseJson(text))).toBe(written),
);

it.each([
  ['{"a":1.0}', '1.0'],
  ['{"b":[1.00], "a" : -12.00, "c":2}', '-12.00'],
  ['{"a":1e2}', '1e2'],
  ['{"a":0.1E1}', '0.1E1'],
  ['{"a":10}', undefined],
  ['{"a":1.5,"b":1.0}', undefined],
  ['{"a":"1.0","b":1.0}', undefined],
])('integers that are written with a fraction or an exponent are known: %s', (text, written) => {
  const value = parseJson(text) as object;
  expect(fractionOf(value, 'a')).toBe(written);
  expect(value).toEqual(JSON.parse(text));
});

it.each<[string, unknown, string]>([
  ['a key and a value', { 'a<': '<b>&amp;' }, '{"a\\u003c":"\\u003cb\\u003e\\u0026amp;"}'],
  ['separators of lines', ['\u2028', '\u2029'], '["\\u2028","\\u2029"]'],
  ['what looks like an escape', '\\u003c "é" \u007f', '"\\\\u003c \\"é\\" \u007f"'],
  [
    'beside a long number',
    { n: 12_345_678_901_234_567_890n, t: '>' },
    '{"n":12345678901234567890,"t":"\\u003e"}',
  ],
])('signs of markup are escaped: %s', (_, value, expected) => {
  expect(writeJson(value)).toBe(expected);
  expect(parseJson(writeJson(value))).toEqual(value);
});

it('of a million integers that are written with a fraction only the first ones are noted, and all are numbers', () => {
  const value = parseJson(`[${'1.0,'.repeat(700_000)}1.0]`) as number[];
  expect([fractionOf(value, 0), fractionOf(value, 700_000)]).toEqual(['1.0', undefined]);
  expect(value.every((one) => one === 1)).toBe(true);
});

it.each(['9', '9e', '1.', '1.0', ' 9e', ':9e', '-9', `${'9'.repeat(16)} `])(
  'a long text of %j takes no longer than its length',
  (part) => {
    const value = part.repeat(400_000 / part.length);
    const started = performance.now();
    expect(parseJson(`{"a":"${value}"}`)).toEqual({ a: value });
    // A pattern that backtracks over all digits takes a minute.
    expect(performance.now() - started).toBeLessThan(2000);
  },
);

describe('escapes of lone surrogates are replaced by U+FFFD', () => {
  it.each([
    ['"\\ud800"', '\ufffd'],
    ['"\\uDC00x"', '\ufffdx'],
    ['"\\ud83d\\ude00"', '\u{1f600}'],
    ['"\\ud83d\\ud83d\\ude00"', '\ufffd\u{1f600}'],
    ['"\\\\ud800"', '\\ud800'],
    ['"\\\\\\ud800"', '\\\ufffd'],
  ])('%s', (text, value) => expect(parseJson(text)).toBe(value));
});

describe('a text that is not JSON, or not supported, is rejected', () => {
  it.each([
    ['', /unexpected end of JSON input/],
    ['{"a":', /unexpected end of JSON input/],
    ['{"a":x}', /invalid character 'x' looking for beginning of value/],
    ['{} x', /invalid character 'x' after top-level value/],
    ['{"a" : -1.5E400}', /cannot unmarshal number -1.5E400/],
    ['1e400', /cannot unmarshal number 1e400/],
    [`${'['.repeat(10_001)}${']'.repeat(10_001)}`, /exceeded max depth/],
  ])('%#', (text, message) => {
    expect(() => parseJson(text)).toThrow(DecodeError);
    expect(() => parseJson(text)).toThrow(message);
  });
});
