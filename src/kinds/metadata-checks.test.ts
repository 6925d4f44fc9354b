import { expect, it } from 'vitest';
import { FeatureGates } from '../api/gates/feature-gates.ts';
import { withMetadataChecks } from './metadata-checks.ts';

const checksOf = (kind: string, release: string) =>
  withMetadataChecks(new FeatureGates(release))({ group: '', kind }).metadataChecks;

it.each([
  ['ConfigMap', { asUpdate: true, asNew: 1 }],
  ['LimitRange', { asUpdate: false, asNew: 1 }],
  ['PersistentVolume', { asUpdate: false, asNew: 2 }],
  ['Event', { asUpdate: false, asNew: 0 }],
  ['Deployment', undefined],
])('%s validates the metadata of an update again: %j', (kind, expected) => {
  expect(checksOf(kind, '1.33')).toEqual(expected);
  expect(checksOf(kind, '1.32')).toBeUndefined();
});
