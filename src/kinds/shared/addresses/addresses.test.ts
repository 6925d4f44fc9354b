import { describe, expect, test } from 'vitest';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { familyOf, familyOfCidr, validateNonSpecialAddress } from './addresses.ts';

test.each([
  ['10.0.0.1', 'IPv4'],
  ['010.0.0.1', 'IPv4'],
  ['fd00::1', 'IPv6'],
  ['::', 'IPv6'],
  ['::ffff:10.0.0.1', 'IPv4'],
  ['::ffff:a00:1', 'IPv4'],
  ['64:ff9b::10.0.0.1', 'IPv6'],
  ['fe80::1%eth0', undefined],
  ['10.0.0', undefined],
  ['None', undefined],
])('familyOf the address %s is %s', (address, family) => {
  expect(familyOf(address)).toBe(family);
});

test.each([
  ['10.0.0.0/8', 'IPv4'],
  ['10.0.0.0/32', 'IPv4'],
  ['fd00::/128', 'IPv6'],
  ['10.0.0.0/33', undefined],
  ['fd00::/129', undefined],
  ['10.0.0.0/', undefined],
  ['10.0.0.0', undefined],
  ['10.0.0.0/8/8', undefined],
])('familyOfCidr of %s is %s', (text, family) => {
  expect(familyOfCidr(text)).toBe(family);
});

describe('validateNonSpecialAddress rejects unspecified, loopback and link-local addresses', () => {
  test.each([
    ['10.0.0.1', 0],
    ['fd00::1', 0],
    ['0.0.0.0', 1],
    ['::', 1],
    ['127.1.2.3', 1],
    ['127.000.0.1', 1],
    ['::ffff:127.0.0.1', 1],
    ['169.254.0.1', 1],
    ['febf::1', 1],
    ['224.0.0.255', 1],
    ['224.0.1.0', 0],
    ['ff12::1', 1],
    ['ff05::1', 0],
    ['web', 1],
  ])('%s has %i errors', (address, count) => {
    expect(validateNonSpecialAddress(address, FieldPath.of('ip'))).toHaveLength(count);
  });
});
