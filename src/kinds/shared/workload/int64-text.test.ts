import { describe, expect, test } from 'vitest';
import { parseInt64 } from './int64-text.ts';

describe('a number of 64 bits in a text', () => {
  test.each([
    ['0', 0n],
    ['-0', 0n],
    ['+5', 5n],
    ['0000000000000000000000007', 7n],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
  ])('%s is read', (text, value) => {
    expect(parseInt64(text)).toBe(value);
  });

  test.each([
    ['', 'strconv.ParseInt: parsing "": invalid syntax'],
    ['1.5', 'strconv.ParseInt: parsing "1.5": invalid syntax'],
    ['0x1f', 'strconv.ParseInt: parsing "0x1f": invalid syntax'],
    ['9223372036854775808', 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
    ['-99999999999999999999999', 'strconv.ParseInt: parsing "-99999999999999999999999": value out of range'],
  ])('%s is refused', (text, message) => {
    expect(() => parseInt64(text)).toThrow(new Error(message));
  });
});
