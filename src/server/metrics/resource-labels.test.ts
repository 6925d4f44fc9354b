import { expect, it } from 'vitest';
import { resourceLabels } from './resource-labels.ts';

it.each([
  ['1.33', 'deployments.apps', { resource: 'deployments.apps' }],
  ['1.34', 'deployments.apps', { group: 'apps', resource: 'deployments' }],
  ['1.34', 'leases.coordination.k8s.io', { group: 'coordination.k8s.io', resource: 'leases' }],
  ['1.36', 'pods', { group: '', resource: 'pods' }],
])('in %s the labels of %s are %j', (release, resource, labels) => {
  expect(resourceLabels(release)(resource)).toEqual(labels);
});
