import { describe, expect, it } from 'vitest';
import { addressRanges, portRange } from './service-ranges.ts';

describe('ranges of addresses', () => {
  it('are one, or two of different families', () => {
    expect(addressRanges('10.0.0.0/24').map(({ text }) => text)).toEqual(['10.0.0.0/24']);
    expect(addressRanges('fd00::/112, 10.96.0.0/16').map(({ text }) => text)).toEqual([
      'fd00::/112',
      '10.96.0.0/16',
    ]);
  });

  it.each([
    ['10.0.0.0', 'is no range of addresses'],
    ['10.0.0.0/30', 'must include at least 8 addresses'],
    ['fd00::/126', 'must include at least 8 addresses'],
    ['10.0.0.0/24,10.1.0.0/24', 'two of different families'],
    ['10.0.0.0/24,fd00::/112,fd01::/112', 'two of different families'],
    ['', 'is no range of addresses'],
  ])('are not %s', (text, message) => {
    expect(() => addressRanges(text)).toThrow(message);
  });
});

describe('a range of ports', () => {
  it.each([
    ['30000-32767', 30_000, 32_767],
    ['30000+100', 30_000, 30_100],
    ['30000', 30_000, 30_000],
    ['1-65535', 1, 65_535],
  ])('%s', (text, first, last) => {
    expect(portRange(text)).toEqual({ first, last });
  });

  it.each(['', '0-10', '30000-', '10-9', '65000+1000', 'a-b', '30000-70000'])('is not %s', (text) => {
    expect(() => portRange(text)).toThrow('must be a range of ports');
  });
});
