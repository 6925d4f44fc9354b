import { expect, it } from 'vitest';
import { Bench, dependencies, metadata } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { resourceQuota } from './index.ts';

const benchOf = (release: string) =>
  new Bench(
    resourceQuota({ ...dependencies, gates: new FeatureGates(release) }),
    { metadata: metadata('a'), spec: { hard: { persistentvolumeclaims: '1' } } },
    release,
  );

it.each([
  [
    '1.32',
    ['spec.scopes: Invalid value: []core.ResourceQuotaScope{"VolumeAttributesClass"}: unsupported scope'],
  ],
  ['1.33', []],
])('%s: claims are counted by the class of their attributes: %j', (release, errors) => {
  expect(benchOf(release).create({ spec: { scopes: ['VolumeAttributesClass'] } }).errors).toEqual(errors);
});

it.each([
  ['1.32', []],
  ['1.33', ['ResourceQuota requests.cpu (2) should be less than limits.cpu (1)']],
])('%s warns of more requests than limits: %j', (release, warnings) => {
  const bench = benchOf(release);
  const quota = bench.decode({ spec: { hard: { 'requests.cpu': '2', 'limits.cpu': '1' } } });
  expect(bench.rules.warnings?.(quota, undefined) ?? []).toEqual(warnings);
});

it.each([
  ['1.32', ['Name', 'Age', 'Request', 'Limit']],
  ['1.33', ['Name', 'Request', 'Limit', 'Age']],
])('%s has the columns %j', (release, columns) => {
  expect(Object.keys(benchOf(release).row())).toEqual(columns);
});
