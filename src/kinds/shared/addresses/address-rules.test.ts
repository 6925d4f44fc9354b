import { describe, expect, test } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { FieldPath, fieldErrorText } from '../../../api/validation/field-errors.ts';
import { AddressRules } from './address-rules.ts';

const path = FieldPath.of('f');
const of = (release: string, ...settings: string[]) => new AddressRules(new FeatureGates(release, settings));

const ips: readonly [address: string, problem: string | undefined, warning: string | undefined][] = [
  ['10.0.0.1', undefined, undefined],
  ['010.0.0.1', 'must not have leading 0s', 'non-standard IP address "010.0.0.1" is invalid: use "10.0.0.1"'],
  [
    '::ffff:10.0.0.1',
    'must not be an IPv4-mapped IPv6 address',
    'non-standard IP address "::ffff:10.0.0.1" is invalid: use "10.0.0.1"',
  ],
  ['fd00::1', undefined, undefined],
  ['FD00:0::1', undefined, 'IPv6 address "FD00:0::1" should be in RFC 5952 canonical format ("fd00::1")'],
];

describe.each(ips)('address %s', (address, problem, warning) => {
  test('is taken by releases that are not strict', () => {
    expect(of('1.32').ip(address, path)).toEqual([]);
    expect(of('1.36', 'StrictIPCIDRValidation=false').ip(address, path)).toEqual([]);
  });

  test(`by a strict one ${problem === undefined ? 'too' : 'only if it was there'}`, () => {
    const expected = problem === undefined ? [] : [`f: Invalid value: "${address}": ${problem}`];
    expect(of('1.36').ip(address, path).map(fieldErrorText)).toEqual(expected);
    expect(of('1.36').ip(address, path, { kept: [address] })).toEqual([]);
  });

  test(`is ${warning === undefined ? 'never ' : ''}warned of from 1.33 on`, () => {
    expect(of('1.32').ipWarnings(address, path)).toEqual([]);
    expect(of('1.33').ipWarnings(address, path)).toEqual(warning === undefined ? [] : [`f: ${warning}`]);
  });
});

const cidrs: readonly [range: string, problem: string | undefined, warning: string | undefined][] = [
  ['10.0.0.0/8', undefined, undefined],
  [
    '10.0.0.1/8',
    'must not have bits set beyond the prefix length',
    'CIDR value "10.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)',
  ],
  [
    '10.0.0.0/08',
    'must not have leading 0s in IP or prefix length',
    'non-standard CIDR value "10.0.0.0/08" is invalid: use "10.0.0.0/8"',
  ],
  ['fd00::/64', undefined, undefined],
  [
    'FD00::/64',
    undefined,
    'IPv6 CIDR value "FD00::/64" should be in RFC 5952 canonical format ("fd00::/64")',
  ],
];

describe.each(cidrs)('range %s', (range, problem, warning) => {
  test('is taken by releases that are not strict', () => {
    expect(of('1.32').cidr(range, path, 'no')).toEqual([]);
  });

  test(`by a strict one ${problem === undefined ? 'too' : 'only if it was there'}`, () => {
    const expected = problem === undefined ? [] : [`f: Invalid value: "${range}": ${problem}`];
    expect(of('1.36').cidr(range, path, 'no').map(fieldErrorText)).toEqual(expected);
    expect(of('1.36').cidr(range, path, 'no', { kept: [range] })).toEqual([]);
  });

  test(`is ${warning === undefined ? 'never ' : ''}warned of from 1.33 on`, () => {
    expect(of('1.33').cidrWarnings(range, path)).toEqual(warning === undefined ? [] : [`f: ${warning}`]);
  });
});

test.each([
  ['1.29', 'no'],
  ['1.30', 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'],
])('in %s what is no range is told so: %s', (release, text) => {
  expect(of(release).cidr('x', path, 'no').map(fieldErrorText)).toEqual([`f: Invalid value: "x": ${text}`]);
});
