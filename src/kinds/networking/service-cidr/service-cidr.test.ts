import { expect, test } from 'vitest';
import { Bench, dependencies } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { serviceCidr } from './index.ts';

const ready = { conditions: [{ type: 'Ready', status: 'True' }] };

const benchOf = (release: string) =>
  new Bench(
    serviceCidr({ ...dependencies, gates: new FeatureGates(release) }),
    { metadata: { name: 'a' }, spec: { cidrs: ['10.0.0.0/24'] } },
    release,
  );
const bench = benchOf('1.36');

test.each([
  [['10.0.0.0/24'], []],
  [['10.0.0.0/24', 'fd00::/112'], []],
  [[], ['spec.cidrs: Required value: at least one CIDR required']],
  [
    ['10.0.0.0/24', '10.1.0.0/24'],
    [
      'spec.cidrs: Invalid value: ["10.0.0.0/24","10.1.0.0/24"]: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
    ],
  ],
  [
    ['10.0.0.0/24', 'fd00::/112', 'x'],
    ['spec.cidrs: Invalid value: {"CIDRs":["10.0.0.0/24","fd00::/112","x"]}: may only hold up to 2 values'],
  ],
  [
    ['10.0.0.1/24'],
    ['spec.cidrs[0]: Invalid value: "10.0.0.1/24": must not have bits set beyond the prefix length'],
  ],
])('ranges %j', (cidrs, errors) => {
  expect(bench.create({ spec: { cidrs } }).errors).toEqual(errors);
});

test.each([
  [['10.0.0.0/24', 'fd00::/112'], []],
  [['10.1.0.0/24'], ['spec.cidrs[0]: Invalid value: "10.1.0.0/24": field is immutable']],
  [[], ['spec.cidrs: Invalid value: []: field is immutable']],
])('ranges that become %j', (cidrs, errors) => {
  expect(bench.update({ spec: { cidrs } }).errors).toEqual(errors);
});

test('a status that is sent with the rest is kept until 1.35', () => {
  expect(benchOf('1.35').create({ status: ready }).object.status.conditions).toHaveLength(1);
  expect(bench.create({ status: ready }).object.status).toEqual({});
});

test('its row has its ranges', () => {
  expect(bench.row({ spec: { cidrs: ['10.0.0.0/24', 'fd00::/112'] } })['CIDRs']).toBe(
    '10.0.0.0/24,fd00::/112',
  );
});
