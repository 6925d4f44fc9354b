import { expect, it } from 'vitest';
import { Bench, dependencies, type Written } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { node } from './index.ts';

const benchOf = (release: string) =>
  new Bench(
    node({ ...dependencies, gates: new FeatureGates(release) }),
    { metadata: { name: 'a' } },
    release,
  );

it.each<[release: string, spec: Written, errors: string[]]>([
  ['1.29', { podCIDRs: ['x'] }, ['spec.podCIDRs[0]: Invalid value: []string{"x"}: must be valid CIDR']],
  [
    '1.30',
    { podCIDRs: ['x'] },
    ['spec.podCIDRs[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'],
  ],
  [
    '1.36',
    { podCIDRs: ['10.0.0.1/24'] },
    ['spec.podCIDRs[0]: Invalid value: "10.0.0.1/24": must not have bits set beyond the prefix length'],
  ],
])('%s and the spec %j', (release, spec, errors) => {
  expect(benchOf(release).create({ spec }).errors).toEqual(errors);
});

it.each([
  [['FeatureA', 'FeatureB/sub'], []],
  [
    ['FeatureB', 'FeatureA'],
    ['status.declaredFeatures[1]: Invalid value: "FeatureA": list must be sorted alphabetically'],
  ],
  [
    ['FeatureA', 'FeatureA'],
    ['status.declaredFeatures[1]: Invalid value: "FeatureA": list must be sorted alphabetically'],
  ],
  [['A'.repeat(254)], [expect.stringMatching(/": must be no more than 253 characters$/)]],
  [['a_b'], [expect.stringMatching(/, and contain only alphanumeric characters and slashes$/)]],
])('1.36 and the declared features %j', (declaredFeatures, errors) => {
  expect(benchOf('1.36').create({ status: { declaredFeatures } }).errors).toEqual(errors);
});

it.each([
  ['1.26', []],
  ['1.27', [expect.stringContaining('spec.externalID: this field is deprecated')]],
])('%s warns of an external ID: %j', (release, warnings) => {
  const bench = benchOf(release);
  expect(bench.rules.warnings!(bench.decode({ spec: { externalID: 'x' } }), undefined)).toEqual(warnings);
});

it.each([
  ['1.32', '6.1'],
  ['1.36', '6.1 (amd64)'],
])('%s shows the kernel as %s', (release, kernel) => {
  const bench = benchOf(release);
  const row = bench.row({ status: { nodeInfo: { kernelVersion: '6.1', architecture: 'amd64' } } });
  expect(row).toMatchObject({ 'Kernel-Version': kernel });
});
