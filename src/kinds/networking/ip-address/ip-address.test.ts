import { expect, test } from 'vitest';
import { Bench, dependencies, type Written } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { ipAddress } from './index.ts';

const gates = new FeatureGates('1.36');
const parentRef = { resource: 'services', namespace: 'shop', name: 'web' };
const bench = new Bench(
  ipAddress({ ...dependencies, gates }),
  { metadata: { name: '10.0.0.1' }, spec: { parentRef } },
  '1.36',
);

test.each([
  ['10.0.0.1', []],
  ['fd00::1', []],
  ['x', ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']],
  ['10.0.0.01', ['must not have leading 0s']],
  ['::ffff:10.0.0.1', ['must not be an IPv4-mapped IPv6 address']],
  ['FD00::1', ['must be in canonical form ("fd00::1")']],
])('the name %s', (name, problems) => {
  expect(bench.rules.validateName!(name, false)).toEqual(problems);
});

test.each<[string, Written, string[]]>([
  ['a Service', {}, []],
  ['none', { parentRef: undefined }, ['spec.parentRef: Required value']],
  ['no name', { parentRef: { name: undefined } }, ['spec.parentRef.name: Required value']],
  ['no resource', { parentRef: { resource: undefined } }, ['spec.parentRef.resource: Required value']],
  [
    'a name with a slash',
    { parentRef: { name: 'a/b' } },
    [`spec.parentRef.name: Invalid value: "a/b": may not contain '/'`],
  ],
])('the parent: %s', (_, spec, errors) => {
  expect(bench.create({ spec }).errors).toEqual(errors);
});

test('an address never changes hands', () => {
  expect(bench.update({ spec: { parentRef: { name: 'other' } } }).errors).toEqual([
    'spec.parentRef: Invalid value: {"Group":"","Resource":"services","Namespace":"shop","Name":"other"}: field is immutable',
  ]);
});

test('its row says whose it is', () => {
  expect(bench.row()['ParentRef']).toBe('services/shop/web');
  expect(bench.row({ spec: { parentRef: { group: 'a.example', namespace: undefined } } })['ParentRef']).toBe(
    'services.a.example/web',
  );
});
