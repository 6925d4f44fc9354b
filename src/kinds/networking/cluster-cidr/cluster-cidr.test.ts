import { expect, test } from 'vitest';
import { Bench, dependencies } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { clusterCidr } from './index.ts';

const bench = new Bench(
  clusterCidr({ ...dependencies, gates: new FeatureGates('1.28') }),
  { metadata: { name: 'a' }, spec: { perNodeHostBits: 8, ipv4: '10.0.0.0/16' } },
  '1.28',
);

const zones = (...values: string[]) => ({
  nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values }] }],
});

test.each([
  [{}, []],
  [{ ipv6: 'fd00::/112' }, []],
  [{ nodeSelector: zones('a') }, []],
  [
    { nodeSelector: { nodeSelectorTerms: [] } },
    ['spec.nodeSelector.nodeSelectorTerms: Required value: must have at least one node selector term'],
  ],
  [{ ipv4: '' }, ['spec: Required value: one or both of `ipv4` and `ipv6` must be specified']],
  [{ ipv4: 'x' }, ['spec.ipv4: Invalid value: "x": must be a valid CIDR: x']],
  [{ ipv4: 'fd00::/112' }, ['spec.ipv4: Invalid value: "fd00::/112": must be a valid IPv4 CIDR']],
  [{ ipv6: '10.0.0.0/16' }, ['spec.ipv6: Invalid value: "10.0.0.0/16": must be a valid IPv6 CIDR']],
  [{ perNodeHostBits: 3 }, ['spec.perNodeHostBits: Invalid value: 3: must be greater than or equal to 4']],
  [{ perNodeHostBits: 17 }, ['spec.perNodeHostBits: Invalid value: 17: must be less than or equal to 16']],
])('a range with %j', (spec, errors) => {
  expect(bench.create({ spec }).errors).toEqual(errors);
});

test.each([
  [{}, []],
  [{ perNodeHostBits: 9 }, ['spec.perNodeHostBits: Invalid value: 9: field is immutable']],
  [{ ipv6: 'fd00::/112' }, ['spec.ipv6: Invalid value: "fd00::/112": field is immutable']],
  [{ ipv4: '10.1.0.0/16' }, ['spec.ipv4: Invalid value: "10.1.0.0/16": field is immutable']],
])('a range that gets %j', (spec, errors) => {
  expect(bench.update({ spec }).errors).toEqual(errors);
});

test('another selection of nodes is refused', () => {
  const { errors } = bench.update(
    { spec: { nodeSelector: zones('b') } },
    { spec: { nodeSelector: zones('a') } },
  );
  expect(errors).toEqual([
    expect.stringMatching(/^spec\.nodeSelector: Invalid value: .*: field is immutable$/),
  ]);
});

test('its row has its ranges, and the nodes that it is for', () => {
  expect(bench.row({ spec: { nodeSelector: zones('a', 'b') } })).toMatchObject({
    PerNodeHostBits: '8',
    IPv4: '10.0.0.0/16',
    IPv6: '<none>',
    NodeSelector: 'MatchExpressions: [{zone In [a b]}]',
  });
  expect(bench.row()['NodeSelector']).toBe('<none>');
});
