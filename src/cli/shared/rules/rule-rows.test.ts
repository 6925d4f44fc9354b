import { expect, it } from 'vitest';
import { ruleRows } from './rule-rows.ts';

it('rules for the same resource are one row, with each verb once', () => {
  const rows = ruleRows([
    { verbs: ['get', 'list'], apiGroups: ['', 'apps'], resources: ['pods', 'deployments/scale'] },
    { verbs: ['get', 'delete'], apiGroups: [''], resources: ['pods'] },
  ]);
  expect(rows).toEqual([
    ['pods', '[]', '[]', '[get list delete]'],
    ['deployments/scale', '[]', '[]', '[get list]'],
    ['deployments.apps/scale', '[]', '[]', '[get list]'],
    ['pods.apps', '[]', '[]', '[get list]'],
  ]);
});

it('each name, and each path with its verb, is a row', () => {
  const rows = ruleRows([
    { verbs: ['update'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['a', 'b'] },
    { verbs: ['get', 'head'], nonResourceURLs: ['/healthz'] },
    { verbs: null },
  ]);
  expect(rows).toEqual([
    ['', '[/healthz]', '[]', '[get]'],
    ['', '[/healthz]', '[]', '[head]'],
    ['configmaps', '[]', '[a]', '[update]'],
    ['configmaps', '[]', '[b]', '[update]'],
  ]);
});
