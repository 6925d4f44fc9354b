import { expect, it } from 'vitest';
import { dependencies } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { podSubresources } from './subresources.ts';

it.each<[release: string, eviction: object, ephemeral: boolean]>([
  ['1.21', { kind: { group: 'policy', version: 'v1beta1', kind: 'Eviction' }, otherVersions: [] }, false],
  ['1.22', { kind: { group: 'policy', version: 'v1', kind: 'Eviction' }, otherVersions: ['v1beta1'] }, false],
  ['1.23', { kind: { group: 'policy', version: 'v1', kind: 'Eviction' }, otherVersions: ['v1beta1'] }, true],
])('a pod of release %s takes the Eviction of that release', (release, eviction, hasEphemeral) => {
  const made = podSubresources({ ...dependencies, gates: new FeatureGates(release) });
  expect(made['eviction']).toEqual({ type: 'action', ...eviction });
  expect('ephemeralcontainers' in made).toBe(hasEphemeral);
});

it.each([
  ['attach', 'PodAttachOptions', ['create', 'get']],
  ['exec', 'PodExecOptions', ['create', 'get']],
  ['portforward', 'PodPortForwardOptions', ['create', 'get']],
  ['proxy', 'PodProxyOptions', ['', 'create', 'delete', 'get', 'patch', 'update']],
])('the query of pods/%s is checked as %s', (name, kind, verbs) => {
  const options = { group: '', version: 'v1', kind };
  expect(podSubresources(dependencies)[name]).toEqual({ type: 'connection', verbs, options });
});
