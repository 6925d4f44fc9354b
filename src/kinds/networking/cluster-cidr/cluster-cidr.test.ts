import { expect, test } from 'vitest';
import { Bench, dependencies } from '../../../../test/support/unit/kinds.ts';
import { clusterCidr } from './index.ts';

const base = { metadata: { name: 'a' }, spec: { perNodeHostBits: 8, ipv4: '10.0.0.0/16' } };
const bench = new Bench(clusterCidr(dependencies), base, '1.28');
const nodeSelector = (...matchExpressions: object[]) => ({ nodeSelectorTerms: [{ matchExpressions }] });

test.each([
  [{}, []],
  [{ ipv6: 'fd00::/112' }, []],
  [{ ipv4: '', ipv6: 'fd00::/112' }, []],
  [{ ipv4: '' }, ['spec: Required value: one or both of `ipv4` and `ipv6` must be specified']],
  [{ ipv4: 'x' }, ['spec.IPv4: Invalid value: "x": must be a valid CIDR: x']],
  [{ ipv6: '10.0.0.0/8' }, ['spec.IPv6: Invalid value: "10.0.0.0/8": must be a valid IPv6 CIDR']],
  [{ ipv4: 'fd00::/112' }, ['spec.IPv4: Invalid value: "fd00::/112": must be a valid IPv4 CIDR']],
  [{ perNodeHostBits: 3 }, ['spec.perNodeHostBits: Invalid value: 3: must be greater than or equal to 4']],
  [{ perNodeHostBits: 17 }, ['spec.perNodeHostBits: Invalid value: 17: must be less than or equal to 16']],
  [{ perNodeHostBits: 16 }, []],
  [
    { nodeSelector: { nodeSelectorTerms: [] } },
    ['spec.nodeSelector.nodeSelectorTerms: Required value: must have at least one node selector term'],
  ],
])('%j', (spec, errors) => {
  expect(bench.create({ spec }).errors).toEqual(errors);
});

test.each([
  ['perNodeHostBits', 9, '9'],
  ['ipv4', '10.1.0.0/16', '"10.1.0.0/16"'],
  ['ipv6', 'fd00::/112', '"fd00::/112"'],
])('%s stays', (field, value, shown) => {
  expect(bench.update({ spec: { [field]: value } }).errors).toEqual([
    `spec.${field}: Invalid value: ${shown}: field is immutable`,
  ]);
});

test('its name is that of a label', () => {
  const { validateName } = clusterCidr(dependencies);
  expect(validateName!('a', false)).toEqual([]);
  expect(validateName!('a.b', false)).toEqual([expect.stringMatching(/^a lowercase RFC 1123 label/)]);
});

test.each([
  [{}, ['8', '10.0.0.0/16', '<none>', '<none>']],
  [
    { ipv6: 'fd00::/112', nodeSelector: nodeSelector({ key: 'zone', operator: 'In', values: ['a', 'b'] }) },
    ['8', '10.0.0.0/16', 'fd00::/112', 'MatchExpressions: [{zone In [a b]}]'],
  ],
])('the row of %j', (spec, cells) => {
  const row = bench.row({ spec });
  expect(['PerNodeHostBits', 'IPv4', 'IPv6', 'NodeSelector'].map((name) => row[name])).toEqual(cells);
});
