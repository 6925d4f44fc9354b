import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalQuantity, parseQuantity, Quantity, QuantityError, quantityFromJson } from './quantity.ts';

describe('the canonical text of a quantity', () => {
  const cases: [text: string, canonical: string][] = [
    ['0', '0'],
    ['00', '0'],
    ['-0', '0'],
    ['0Ki', '0'],
    ['0.000', '0'],
    ['0e5', '0'],
    ['1', '1'],
    ['+1', '+1'],
    ['007', '007'],
    ['-1', '-1'],
    ['100m', '100m'],
    ['1000m', '1'],
    ['1500m', '1500m'],
    ['0.1', '100m'],
    ['0.5', '500m'],
    ['.5', '500m'],
    ['5.', '5.'],
    ['1.5', '1500m'],
    ['1.500', '1.500'],
    ['1.50k', '1500'],
    ['1000', '1k'],
    ['1200', '1200'],
    ['10000k', '10M'],
    ['1000E', '1000E'],
    ['12345678901234567890123456789', '12345678901234567890123456789'],
    ['1n', '1n'],
    ['0.1n', '1n'],
    ['1.1n', '2n'],
    ['-0.1n', '-1n'],
    ['0.0000000001', '1n'],
    ['1u', '1u'],
    ['1024', '1024'],
    ['1Ki', '1Ki'],
    ['1024Ki', '1Mi'],
    ['-1024Ki', '-1Mi'],
    ['1.5Gi', '1536Mi'],
    ['0.5Mi', '512Ki'],
    ['0.5Ki', '512'],
    ['62.5Ki', '64000'],
    ['64000', '64k'],
    ['0.1Ki', '102400m'],
    ['1.1Ki', '1126400m'],
    ['0.0001Ki', '102400u'],
    ['1000Ki', '1000Ki'],
    ['1025Mi', '1025Mi'],
    ['7Ei', '7Ei'],
    ['8Ei', '9223372036854775807'],
    ['-8Ei', '-9223372036854775807'],
    ['99999999Ei', '9223372036854775807'],
    ['1e3', '1e3'],
    ['1E3', '1E3'],
    ['1e+3', '1e+3'],
    ['1e4', '10e3'],
    ['1000e0', '1e3'],
    ['100e0', '100e0'],
    ['1.0', '1'],
    ['1.0E3', '1e3'],
    ['1.0Ki', '1Ki'],
    ['1.234', '1.234'],
    ['1.500e3', '1.500e3'],
    ['1000k', '1M'],
    ['00', '0'],
    ['1e-3', '1e-3'],
    ['1.5e3', '1500'],
    ['1e2', '100'],
    ['1e-10', '1e-9'],
    ['1e-999999', '1e-9'],
    ['1e100', '10e99'],
    ['1E', '1E'],
    ['m', '0'],
    ['+', '0'],
    ['.', '0'],
  ];
  test.each(cases)('%s is %s', (text, canonical) => {
    expect(parseQuantity(text).toString()).toBe(canonical);
    expect(canonicalQuantity(text)).toBe(canonical);
  });
});

describe('an invalid quantity is rejected', () => {
  const format =
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  const suffix = "unable to parse quantity's suffix";
  const cases: [text: string, message: string][] = [
    ['', format],
    ['a', format],
    ['1.1.M', format],
    ['1.2.3', format],
    ['1+1.0M', format],
    [' 1', format],
    ['1 ', format],
    ['0.1am', format],
    ['--1', suffix],
    ['1\n', format],
    ['0.1mi', suffix],
    ['1K', suffix],
    ['1i', suffix],
    ['1ki', suffix],
    ['1e', suffix],
    ['1e-', suffix],
    ['-3.01e-', suffix],
    ['1m1', suffix],
    ['1+1', suffix],
    ['1e1001', suffix],
    ['1e99999999999999999999', suffix],
    ['1'.repeat(1001), 'unable to parse numeric part of quantity'],
  ];
  test.each(cases)('%j', (text, message) => {
    expect(() => parseQuantity(text)).toThrow(new QuantityError(message));
    expect(() => canonicalQuantity(text)).toThrow(QuantityError);
  });
});

describe('arithmetic with quantities', () => {
  const q = parseQuantity;
  test('compares amounts, not texts', () => {
    expect(q('1024Ki').compare(q('1Mi'))).toBe(0);
    expect(q('1').compare(q('1001m'))).toBe(-1);
    expect(q('1e3').compare(q('999'))).toBe(1);
    expect(q('-1').compare(q('0'))).toBe(-1);
    expect(q('1e1000').compare(q('1n'))).toBe(1);
  });
  test('a sum has the format of the first that is not zero', () => {
    expect(q('1Gi').add(q('512Mi')).toString()).toBe('1536Mi');
    expect(q('100m').add(q('0.9')).toString()).toBe('1');
    expect(q('0').add(q('1Gi')).toString()).toBe('1Gi');
    expect(q('1Gi').add(q('1M')).toString()).toBe('1074741824');
    expect(q('1Gi').subtract(q('1Gi')).toString()).toBe('0');
    expect(q('0').subtract(q('1Mi')).toString()).toBe('-1Mi');
    expect(Quantity.zero.add(Quantity.zero).isZero()).toBe(true);
  });
  test('rounds away from zero', () => {
    expect(q('1.1').value()).toBe(2n);
    expect(q('-1.1').value()).toBe(-2n);
    expect(q('1Ki').value()).toBe(1024n);
    expect(q('1n').milliValue()).toBe(1n);
    expect(q('2').milliValue()).toBe(2000n);
    expect(q('1.0001').roundUpToMilli().toString()).toBe('1001m');
    expect(q('-1u').roundUpToMilli().toString()).toBe('-1m');
    expect(q('1Gi').roundUpToMilli().toString()).toBe('1Gi');
  });
  test('knows its sign and whether it is whole', () => {
    expect([q('-1n'), q('0'), q('1Ki')].map((quantity) => quantity.sign())).toEqual([-1, 0, 1]);
    expect(q('1000m').isInteger()).toBe(true);
    expect(q('1e3').isInteger()).toBe(true);
    expect(q('1500m').isInteger()).toBe(false);
  });
});

test('a JSON number is read as a quantity by its decimal text', () => {
  expect(quantityFromJson(2).toString()).toBe('2');
  expect(quantityFromJson(0.5).toString()).toBe('500m');
  expect(quantityFromJson(2n ** 64n).toString()).toBe('18446744073709551616');
  expect(quantityFromJson(1e21).toString()).toBe('1e21');
  expect(quantityFromJson(' 1Gi ').toString()).toBe('1Gi');
  expect(JSON.stringify({ memory: parseQuantity('2048Mi') })).toBe('{"memory":"2Gi"}');
});

test('the canonical text of a quantity has the same amount and is canonical itself', () => {
  const suffix = fc.constantFrom(
    '',
    'n',
    'u',
    'm',
    'k',
    'M',
    'E',
    'Ki',
    'Mi',
    'Gi',
    'Ei',
    'e3',
    'e-4',
    'E10',
  );
  const number = fc.tuple(
    fc.constantFrom('', '-', '+'),
    fc.nat(),
    fc.constantFrom('', '.5', '.25', '.001'),
    suffix,
  );
  fc.assert(
    fc.property(number, ([sign, whole, fraction, unit]) => {
      const quantity = parseQuantity(`${sign}${whole}${fraction}${unit}`);
      const text = quantity.toString();
      expect(parseQuantity(text).compare(quantity)).toBe(0);
      // Binary amounts that are no multiple of 1024 have no suffix, and are decimal when they are read again.
      if (quantity.format === 'BinarySI' && !text.endsWith('i')) return;
      expect(parseQuantity(text).toString()).toBe(text);
    }),
    { examples: [[['', 62, '.5', 'Ki']]] },
  );
});

test('quantity texts of megabytes are parsed or rejected quickly', () => {
  const length = 1_000_000;
  for (const digit of ['0', '1', '.', 'i', 'e', '-', '0.']) {
    const text = digit.repeat(length);
    for (const hostile of [text, `1${text}`, `${text}!`, `1.${text}`]) {
      try {
        parseQuantity(hostile);
      } catch (error) {
        expect(error).toBeInstanceOf(QuantityError);
      }
    }
  }
});

test('quantities of a thousand digits are printed and compared quickly', () => {
  const start = performance.now();
  for (const text of [`1${'0'.repeat(998)}`, '1e1000', `-${'9'.repeat(999)}m`]) {
    for (let count = 0; count < 1_000; count++) {
      const quantity = parseQuantity(text);
      expect(quantity.compare(quantity.negate())).toBe(quantity.sign());
      quantity.toString();
    }
  }
  expect(performance.now() - start).toBeLessThan(1_000);
  expect(parseQuantity(`1${'0'.repeat(30)}`).toString()).toBe('1000000000000E');
});
