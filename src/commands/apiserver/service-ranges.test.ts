import { describe, expect, it } from 'vitest';
import { addressRanges, portRange } from './service-ranges.ts';

describe('ranges of addresses', () => {
  it('are one, or two of different families', () => {
    for (const text of ['10.0.0.0/24', ''])
      expect(addressRanges(text).map(({ text }) => text)).toEqual(['10.0.0.0/24']);
    expect(addressRanges('fd00::/112, 10.96.0.0/16').map(({ text }) => text)).toEqual([
      'fd00::/112',
      '10.96.0.0/16',
    ]);
  });

  it.each([
    ['10.0.0.0', 'service-cluster-ip-range[0] is not a valid cidr'],
    ['10.0.0.0/24,x', 'service-cluster-ip-range[1] is not an ip net'],
    [
      '10.0.0.0/30',
      'error determining service IP ranges for primary service cidr: the service cluster IP range must be at least 8 IP addresses',
    ],
    [
      '10.0.0.0/24,fd00::/126',
      'error determining service IP ranges for secondary service cidr: the service cluster IP range must be at least 8 IP addresses',
    ],
    [
      '10.0.0.0/24,10.1.0.0/24',
      '--service-cluster-ip-range[0] and --service-cluster-ip-range[1] must be of different IP family',
    ],
    [
      '10.0.0.0/24,fd00::/112,fd01::/112',
      '--service-cluster-ip-range must not contain more than two entries',
    ],
    [',', 'service-cluster-ip-range[0] is not a valid cidr'],
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
    ['', 30_000, 32_767],
  ])('%s', (text, first, last) => {
    expect(portRange(text)).toEqual({ first, last });
  });

  it.each([
    ['0-10', 'the port range cannot begin with 0: 0-10'],
    ['30000-', 'strconv.Atoi: parsing "": invalid syntax'],
    ['a-b', 'strconv.Atoi: parsing "a": invalid syntax'],
    ['x', 'strconv.Atoi: parsing "x": invalid syntax'],
    ['10-9', 'end port cannot be less than start port: 10-9'],
    ['65000+1000', 'the port range cannot be greater than 65535: 65000+1000'],
    ['30000-70000', 'the port range cannot be greater than 65535: 30000-70000'],
    ['1-2+3', 'unable to parse port range: 1-2+3'],
  ])('is not %s', (text, message) => {
    expect(() => portRange(text)).toThrow(message);
  });
});
