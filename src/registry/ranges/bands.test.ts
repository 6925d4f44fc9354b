import { describe, expect, it } from 'vitest';
import { pickedBands, staticSize } from './bands.ts';

describe('the static part of a range', () => {
  const ofAddresses = { atLeast: 16, atMost: 256, divisor: 16 };
  const ofPorts = { atLeast: 16, atMost: 128, divisor: 32 };

  it.each([
    ['none of a small range', 16, ofAddresses, 0],
    ['at least sixteen', 32, ofAddresses, 16],
    ['sixteen of a /24', 256, ofAddresses, 16],
    ['a sixteenth', 1_024, ofAddresses, 64],
    ['at most 256', 1_048_576, ofAddresses, 256],
    ['86 of the default range of ports', 2_768, ofPorts, 86],
    ['none of a few ports', 10, ofPorts, 0],
    ['at most 128 ports', 20_000, ofPorts, 128],
  ])('is %s', (_, total, part, expected) => {
    expect(staticSize(total, part)).toBe(expected);
  });
});

describe('members are picked', () => {
  it.each([
    ['above the static part first', 254, { static: 16, first: 0 }, ['16-254', '0-16']],
    ['never below the first', 254, { static: 16, first: 1 }, ['16-254', '1-16']],
    ['anywhere without a static part', 14, { static: 0, first: 1 }, ['1-14']],
    ['nowhere in a range of one that is kept', 1, { static: 0, first: 1 }, []],
  ])('%s', (_, size, parts, expected) => {
    expect(pickedBands(size, parts).map(({ from, to }) => `${from}-${to}`)).toEqual(expected);
  });
});
