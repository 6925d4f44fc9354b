import { expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { storageVersionMigration } from './storage-version-migration/index.ts';

const benchOf = (release: string, resource: Written) =>
  new Bench(
    storageVersionMigration({ ...dependencies, gates: new FeatureGates(release) }),
    { metadata: metadata('m'), spec: { resource } },
    release,
  );
const bench = benchOf('1.36', { group: 'apps', resource: 'deployments' });
const condition = (type: string, status = 'True'): Written => ({
  type,
  status,
  reason: 'R',
  lastTransitionTime: '2024-01-01T00:00:00Z',
});

test.each<[string, Written, string[]]>([
  ['nothing', { resource: '' }, ['spec.resource.resource: Required value: resource is required to be set']],
  ['a type', {}, []],
])('a migration of %s', (_, resource, errors) => {
  expect(bench.create({ spec: { resource } }).errors).toEqual(errors);
});

test.each<[string, Written, Written, string[]]>([
  [
    'ends one way',
    {},
    { conditions: [condition('Succeeded'), condition('Failed')] },
    ['Both success and failed conditions cannot be true at the same time'],
  ],
  [
    'ends once',
    { conditions: [condition('Succeeded')] },
    {},
    ['Success condition cannot be set to false once it is true'],
  ],
  ['keeps its revision', { resourceVersion: '5' }, { resourceVersion: '6' }, ['field is immutable']],
  ['has a revision that is one', {}, { resourceVersion: 'x' }, ['resource version is not well formed: x']],
])('a migration %s', (_, before, after, errors) => {
  const found = bench.updateStatus({ status: after }, { status: before }).errors;
  expect(found).toEqual(errors.map((text) => expect.stringMatching(new RegExp(`^status\\..*: ${text}$`))));
});

test('a migration shows what it is about and how far it is', () => {
  expect(bench.row({ status: { conditions: [condition('Running')] } })).toMatchObject({
    Resource: 'deployments.apps',
    Status: 'Running',
  });
});

test.each(['1.30', '1.33', '1.34'])('before 1.35 it names a version: %s', (release) => {
  const first = benchOf(release, { resource: 'pods' });
  expect(first.create().errors).toEqual(['spec.resource.version: Required value: version is required']);
});
