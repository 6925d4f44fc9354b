import { describe, expect, it } from 'vitest';
import { DecodeError } from '../decode-error.ts';
import { parseOwnJson } from '../json.ts';
import { CborDecoding, cborTypeOf, decodeCbor } from './decode.ts';
import { CborWriter, encodeCbor } from './encode.ts';
import { cborOfJson, cborPiecesOfJson } from './transcode.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const encoded = (value: unknown): string => encodeCbor(value).toString('hex');

describe('encoding', () => {
  it.each<[unknown, string]>([
    [null, 'f6'],
    [true, 'f5'],
    [false, 'f4'],
    [0, '00'],
    [23, '17'],
    [24, '1818'],
    [255, '18ff'],
    [256, '190100'],
    [65_536, '1a00010000'],
    [2 ** 32, '1b0000000100000000'],
    [-1, '20'],
    [-25, '3818'],
    [9_223_372_036_854_775_807n, '1b7fffffffffffffff'],
    [-9_223_372_036_854_775_808n, '3b7fffffffffffffff'],
    [0.5, 'f93800'],
    [1.5, 'f93e00'],
    [-0.25, 'f9b400'],
    [0.1, 'fb3fb999999999999a'],
    [65_504.5, 'fa477fe080'],
    [2 ** -24, 'f90001'],
    ['', '40'],
    ['a', '4161'],
    ['ä', '42c3a4'],
    [[], '80'],
    [['a', 1], '82416101'],
    [{}, 'a0'],
    [{ b: 1, a: { c: null } }, 'a24162014161a14163f6'],
  ])('%s', (value, bytes) => {
    expect(encoded(value)).toBe(`d9d9f7${bytes}`);
  });

  it('comes in pieces that are the whole together', () => {
    const value = { list: Array.from({ length: 1000 }, (_, index) => ({ name: `n${index}` })) };
    const pieces = [...new CborWriter().pieces(value, 100)];
    expect(pieces.length).toBeGreaterThan(50);
    expect(decodeCbor(Buffer.concat(pieces)).value).toEqual(value);
  });
});

describe('of a text of JSON', () => {
  it.each([
    '{}',
    '[]',
    '{"type":"ADDED","object":{"a":[1,-1,23,24,65536,-0.25,0.1,1e21,1.5e300],"b":{"c":[[],{},[{}]]}}}\n',
    '[9223372036854775807,-9223372036854775808,9007199254740993,123456789012345678,9007199254740991,0]',
    '["","a","\u00e4\u65e5","line\\n\\"quoted\\" \\\\ \\u0001 {[,:]}",true,false,null]',
    `{"long":"${'x'.repeat(70_000)}","__proto__":{"a":1}}`,
    '"text"',
    '7',
  ])('%s', (text) => {
    expect(cborOfJson(Buffer.from(text)).toString('hex')).toBe(encoded(parseOwnJson(text)));
  });

  it.each([
    '0.1',
    '-0.1',
    '-7',
    '123456789.012345',
    '0.000000000000001',
    '999999999999999',
    '1234567890123456',
    '1e-7',
    '-1.5e+300',
    '0.30000000000000004',
    '65504',
    '6.103515625e-5',
    '0.000061',
    '5.960464477539063e-8',
  ])('the number %s', (text) => {
    for (const json of [text, `[${text},${text}]`])
      expect(cborOfJson(Buffer.from(json)).toString('hex')).toBe(encoded(parseOwnJson(json)));
  });

  it('in pieces, of which none is much longer than it is to be', () => {
    const text = Buffer.from(JSON.stringify({ list: Array.from({ length: 10_000 }, (_, at) => at / 4) }));
    const pieces = [...cborPiecesOfJson(text, 1_000)];
    expect(pieces.length).toBeGreaterThan(20);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_100);
    expect(Buffer.concat(pieces).equals(cborOfJson(text))).toBe(true);
  });
});

describe('decoding', () => {
  it.each<[string, string, unknown]>([
    ['with its tag', 'd9d9f7 a1 41 61 01', { a: 1 }],
    ['without its tag', 'a1 41 61 01', { a: 1 }],
    ['texts as texts', 'a1 61 61 61 62', { a: 'b' }],
    ['bytes that are to be base64', 'd6 43 010203', 'AQID'],
    ['a time', 'c0 74 323032302d30312d30315430303a30303a30305a', '2020-01-01T00:00:00Z'],
    ['a half', 'f9 3800', 0.5],
    ['the smallest half', 'f9 0001', 2 ** -24],
    ['a single', 'fa 3fc00000', 1.5],
    ['a double', 'fb 3fb999999999999a', 0.1],
    [
      'large integers',
      '82 1b7fffffffffffffff 3b7fffffffffffffff',
      [9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n],
    ],
    ['lengths that are left open', 'bf 5f 41 61 ff 9f 01 02 ff ff', { a: [1, 2] }],
    ['an own key that objects inherit', 'a1 49 5f5f70726f746f5f5f 01', JSON.parse('{"__proto__":1}')],
  ])('%s', (_, bytes, value) => {
    expect(decodeCbor(hex(bytes))).toEqual({ value, repeated: undefined });
  });

  it.each([
    ['nothing', '', 'EOF'],
    ['an end too early', 'a3 41 61', 'unexpected EOF'],
    ['a length that cannot be', '9b ffffffffffffffff', 'unexpected EOF'],
    ['bytes behind it', '01 00 00', 'cbor: 2 bytes of extraneous data starting at index 1'],
    [
      'an integer of more than 63 bits',
      '1b ffffffffffffffff',
      'cbor: cannot unmarshal positive integer into Go value of type int64 (18446744073709551615 overflows)',
    ],
    ['what is no number', 'f9 7e00', 'cbor: floating-point NaN and infinity are not allowed'],
    [
      'undefined',
      'f7',
      'cbor: cannot unmarshal primitives into Go value of type interface {}: unrecognized value 23',
    ],
    ['text that is not UTF-8', '41 ff', 'cbor: invalid UTF-8 string'],
    [
      'a key that is a number',
      'a1 01 01',
      'cbor: cannot unmarshal positive integer into Go value of type string',
    ],
    ['another tag', 'c1 01', 'cbor: cannot unmarshal tag 1 into Go value of type interface {}'],
    ['an end without a beginning', 'ff', 'cbor: unexpected "break" code'],
  ])('refuses %s', (_, bytes, message) => {
    expect(() => decodeCbor(hex(bytes))).toThrow(new DecodeError(message));
  });

  it.each([
    ['a2 41 61 01 41 61 02', true, 1],
    ['a1 41 62 a3 41 61 01 41 63 01 41 61 02', false, 2],
  ])('notes a key that is there twice: %s', (bytes, isOutermost, index) => {
    const problem = `cbor: found duplicate map key "a" at map element index ${index}`;
    expect(decodeCbor(hex(bytes)).repeated).toEqual({ problem, isOutermost });
  });

  it('notes the key that comes twice first where the value of one has another', () => {
    const document = 'a2 41 61 01 41 61 a2 41 62 01 41 62 02';
    expect(decodeCbor(hex(document)).repeated).toMatchObject({ isOutermost: false });
  });

  it.each([
    ['maps', 'a0', 'maps and arrays'],
    ['lists that are left open', '9fff', 'maps and arrays'],
    ['large integers', '1b7f00000000000001', 'numbers beyond'],
  ])('refuses more %s than an object has', (_, item, what) => {
    const items = Buffer.alloc(400_000 * (item.length / 2), hex(item));
    const body = Buffer.concat([hex('9f'), items, hex('ff')]);
    expect(() => decodeCbor(body)).toThrow(what);
  });

  it('refuses more names than an object has', () => {
    const body = Buffer.concat([hex('9f'), Buffer.alloc(200_000 * 4, hex('a1416101')), hex('ff')]);
    expect(() => decodeCbor(body)).toThrow('limit is 131072 field names');
  });

  it('refuses more values than an object has room for as JSON', () => {
    const values = (count: number): Buffer => Buffer.concat([hex('9f'), Buffer.alloc(count, 1), hex('ff')]);
    // The list itself is one.
    expect(decodeCbor(values(786_431)).value).toHaveLength(786_431);
    expect(() => decodeCbor(values(786_432))).toThrow('limit is 1572864');
    const pieces = Buffer.concat([hex('5f'), Buffer.alloc(786_433, 0x40), hex('ff')]);
    expect(() => decodeCbor(pieces)).toThrow('limit is 1572864');
  });

  it('reads some items at a time', () => {
    const decoding = new CborDecoding(hex('d9d9f7 a2 41 61 82 01 02 41 62 03'));
    let steps = 0;
    let document: ReturnType<typeof decoding.read>;
    do {
      document = decoding.read(1);
      steps++;
    } while (document === undefined);
    expect(document).toEqual({ value: { a: [1, 2], b: 3 }, repeated: undefined });
    expect(steps).toBe(8);
  });

  it('refuses what is nested too deeply', () => {
    expect(() => decodeCbor(Buffer.alloc(20_000, 0x81))).toThrow('cbor: exceeded max nested level 10000');
  });

  it.each([
    ['05', 'positive integer'],
    ['d9d9f7 80', 'array'],
    ['f6', 'primitives'],
  ])('names the type of %s', (bytes, name) => {
    expect(cborTypeOf(hex(bytes))).toBe(name);
  });

  it.each([[{ a: [1, -5, 0.1, 'ä', null, true, { b: {} }] }], [[[[]]]], ['x'.repeat(70_000)]])(
    'gives back what was encoded',
    (value) => {
      expect(decodeCbor(encodeCbor(value)).value).toEqual(value);
    },
  );
});
