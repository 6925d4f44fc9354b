import { expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { leaseCandidate } from './index.ts';

const of = (release: string) => ({ ...dependencies, gates: new FeatureGates(release) });
const base = {
  metadata: metadata('c'),
  spec: {
    leaseName: 'l',
    binaryVersion: '1.36.0',
    emulationVersion: '1.35.0',
    strategy: 'OldestEmulationVersion',
  },
};
const bench = new Bench(leaseCandidate(of('1.36')), base, '1.36');

test.each<[string, Written, string[]]>([
  ['as it should be', {}, []],
  ['of no lease', { leaseName: '' }, ['leaseName: Required value']],
  [
    'of no version',
    { binaryVersion: 'x' },
    [
      'binaryVersion: Invalid value: "x": must be a valid semantic version',
      'binaryVersion: Invalid value: "x": must be greater than or equal to `emulationVersion`',
    ],
  ],
  [
    'older than what it is like',
    { binaryVersion: '1.34.9' },
    ['binaryVersion: Invalid value: "1.34.9": must be greater than or equal to `emulationVersion`'],
  ],
  [
    'like nothing',
    { emulationVersion: undefined },
    ["emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'"],
  ],
  ['with a strategy of its own', { strategy: 'example.com/mine', emulationVersion: undefined }, []],
  [
    'with another strategy',
    { strategy: 'x' },
    ['strategy.strategy: Unsupported value: "x": supported values: "OldestEmulationVersion"'],
  ],
])('a LeaseCandidate %s', (_, spec, errors) => {
  expect(bench.create({ spec }).errors).toEqual(errors.map((text) => `spec.${text}`));
});

test('its first version has several strategies, which survive', () => {
  const rules = leaseCandidate(of('1.31'));
  const version = Object.values(rules.versions!)[0]!;
  const first = { spec: { leaseName: 'l', preferredStrategies: ['OldestEmulationVersion', 'a.b/c'] } };
  const stored = version.toStored!(structuredClone(first));
  expect(stored.spec.strategy).toBe('OldestEmulationVersion,a.b/c');
  expect(version.fromStored!(stored)).toEqual(first);
});
