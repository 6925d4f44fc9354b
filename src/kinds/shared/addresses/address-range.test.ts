import { describe, expect, it } from 'vitest';
import { addressNumber, addressText, canonicalAddress } from './address-number.ts';
import { AddressRange } from './address-range.ts';

describe('an address as a number', () => {
  it.each([
    ['10.0.0.1', 'IPv4', 0x0a00_0001n, '10.0.0.1'],
    ['010.000.0.01', 'IPv4', 0x0a00_0001n, '10.0.0.1'],
    ['::ffff:10.0.0.1', 'IPv4', 0x0a00_0001n, '10.0.0.1'],
    ['::', 'IPv6', 0n, '::'],
    ['fd00:0::0001', 'IPv6', (0xfd00n << 112n) + 1n, 'fd00::1'],
    ['1:2:3:4:5:6:7:8', 'IPv6', 0x0001_0002_0003_0004_0005_0006_0007_0008n, '1:2:3:4:5:6:7:8'],
    ['64:ff9b::10.0.0.1', 'IPv6', (0x64n << 112n) + (0xff9bn << 96n) + 0x0a00_0001n, '64:ff9b::a00:1'],
  ])('%s is parsed and printed in canonical form', (text, family, value, canonical) => {
    expect(addressNumber(text)).toEqual({ family, value });
    expect(addressText(addressNumber(text)!)).toBe(canonical);
    expect(canonicalAddress(text)).toBe(canonical);
  });

  it('is undefined for an invalid address, whose canonical form is itself', () => {
    expect(addressNumber('10.0.0')).toBeUndefined();
    expect(canonicalAddress('None')).toBe('None');
  });
});

describe('an AddressRange', () => {
  it.each([
    ['10.0.0.0/24', '10.0.0.0/24', 254, '10.0.0.1', '10.0.0.254'],
    ['10.0.0.77/29', '10.0.0.72/29', 6, '10.0.0.73', '10.0.0.78'],
    ['fd00::/120', 'fd00::/120', 255, 'fd00::1', 'fd00::ff'],
    ['fd00::/64', 'fd00::/64', 65_535, 'fd00::1', 'fd00::ffff'],
  ])('%s has a size, a first and a last address', (text, canonical, size, first, last) => {
    const range = AddressRange.parse(text)!;
    expect(range).toMatchObject({ text: canonical, size });
    expect([range.at(1), range.at(size)]).toEqual([first, last]);
    expect([first, last].map((address) => range.indexOf(address))).toEqual([1, size]);
  });

  it('excludes network address, broadcast address and addresses outside of it', () => {
    const range = AddressRange.parse('10.0.0.0/24')!;
    for (const address of ['10.0.0.0', '10.0.0.255', '10.0.1.1', 'fd00::1', 'None'])
      expect([range.indexOf(address), range.assigns(address)]).toEqual([undefined, false]);
    expect([range.indexOf('::ffff:10.0.0.9'), range.assigns('::ffff:10.0.0.9')]).toEqual([9, true]);
  });

  it('contains the network address and the broadcast address', () => {
    const range = AddressRange.parse('10.0.0.0/24')!;
    expect(range.total).toBe(256);
    expect(['10.0.0.0', '10.0.0.255', '10.0.1.0'].map((address) => range.contains(address))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('of IPv6 assigns addresses that it does not count', () => {
    const range = AddressRange.parse('fd00::/64')!;
    expect([range.indexOf('fd00::1:0'), range.assigns('fd00::1:0')]).toEqual([undefined, true]);
    expect(AddressRange.parse('fd00::/64', 2n ** 20n)!.indexOf('fd00::1:0')).toBe(65_536);
    expect([range.contains('fd00::'), range.assigns('fd00::'), range.contains('fd00:0:0:1::')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each(['10.0.0.0', '10.0.0.0/33', 'x/8', 'fd00::/129', '::ffff:10.0.0.0/120'])(
    'is undefined for the invalid range %s',
    (text) => {
      expect(AddressRange.parse(text)).toBeUndefined();
    },
  );
});
