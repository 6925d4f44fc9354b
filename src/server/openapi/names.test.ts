import { expect, it } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import { definitionName, groupWord, tagOf } from './names.ts';

const [orch, kubernetes] = dialects as [(typeof dialects)[0], (typeof dialects)[0]];

it.each([
  [orch, 'core.v1.Pod', 'io.orch.api.core.v1.Pod'],
  [kubernetes, 'core.v1.Pod', 'io.k8s.api.core.v1.Pod'],
  [kubernetes, 'meta.v1.ObjectMeta', 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'],
  [
    kubernetes,
    'apiextensions.v1.CustomResourceDefinition',
    'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition',
  ],
  [
    kubernetes,
    'apiregistration.v1.APIService',
    'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService',
  ],
])('in %o names %s %s', (dialect, message, name) => {
  expect(definitionName(dialect, message)).toBe(name);
});

it.each([
  ['', 'Core', 'core_v1'],
  ['apps', 'Apps', 'apps_v1'],
  ['rbac.authorization.k8s.io', 'RbacAuthorization', 'rbacAuthorization_v1'],
  ['stable.example.com', 'StableExampleCom', 'stableExampleCom_v1'],
])('calls group "%s" %s', (group, word, tag) => {
  expect(groupWord(kubernetes, group)).toBe(word);
  expect(tagOf(kubernetes, { group, version: 'v1' })).toBe(tag);
});
