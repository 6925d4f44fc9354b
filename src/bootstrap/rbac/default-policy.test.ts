import { describe, expect, it, test } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { defaultPolicy } from './default-policy.ts';
import { reconcile } from './reconcile.ts';

const [orch, kubernetes] = dialects;

describe.each(dialects)('the default policy in the words of $name', (dialect) => {
  const { roles, bindings } = defaultPolicy(dialect);
  const all = [...roles, ...bindings];

  it('has each object once', () => {
    const names = all.map(
      ({ resource, namespace, content }) => `${resource} ${namespace}/${content.metadata.name}`,
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(119);
  });

  it('leaves no word open', () => {
    expect(JSON.stringify(all)).not.toMatch(/\{(api|label|prefix|nodeAgent|service)\}|core"/);
  });

  it('has the items of each rule sorted, each once', () => {
    for (const { content } of roles) {
      for (const rule of (content['rules'] ?? []) as Record<string, string[]>[]) {
        for (const list of Object.values(rule)) expect(list).toEqual([...new Set(list)].sort());
      }
    }
  });

  it('gives nothing to everybody but what is for everybody to see', () => {
    const open = bindings.filter(({ content }) =>
      (content['subjects'] as { name: string }[]).some(({ name }) =>
        ['system:authenticated', 'system:unauthenticated'].includes(name),
      ),
    );
    expect(open.map(({ content }) => content.metadata.name)).toEqual([
      'system:discovery',
      'system:basic-user',
      'system:public-info-viewer',
    ]);
  });
});

test('the names of components are those of the dialect', () => {
  const names = (dialect = orch!) => defaultPolicy(dialect).roles.map(({ content }) => content.metadata.name);
  for (const name of ['scheduler', 'controller-manager', 'dns', 'aggregator']) {
    expect(names()).toContain(`system:orch-${name}`);
    expect(names(kubernetes)).toContain(`system:kube-${name}`);
  }
  expect(names(kubernetes)).toContain('system:kubelet-api-admin');
  expect(names(kubernetes)).toContain('system:certificates.k8s.io:kube-apiserver-client-kubelet-approver');
});

describe('an object of the policy', () => {
  const metadata = { name: 'a', labels: { l: 'wanted' }, annotations: { n: 'wanted' } };
  const rule = { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] };
  const [ann, bob] = ['ann', 'bob'].map((name) => ({ kind: 'User', apiGroup: 'g', name }));
  const roleRef = { apiGroup: 'g', kind: 'ClusterRole', name: 'a' };
  const selector = { matchLabels: { a: 'b' } };

  test.each<[sentence: string, present: object, wanted: object, changed: boolean, after: object]>([
    ['that has everything stays', { rules: [rule] }, { rules: [rule] }, false, {}],
    ['that has more stays', { rules: [{ ...rule, verbs: ['*'] }] }, { rules: [rule] }, false, {}],
    [
      'gets the single permissions that are missing',
      { rules: [{ ...rule, verbs: ['get'] }] },
      { rules: [rule] },
      true,
      {
        rules: [
          { ...rule, verbs: ['get'] },
          { ...rule, verbs: ['list'] },
        ],
      },
    ],
    [
      'gets labels and annotations that are missing, and keeps those that differ',
      { metadata: { name: 'a', labels: { l: 'own', m: 'x' } } },
      {},
      true,
      { metadata: { name: 'a', labels: { l: 'own', m: 'x' }, annotations: { n: 'wanted' } } },
    ],
    [
      'gets selectors that are missing',
      { rules: null, aggregationRule: { clusterRoleSelectors: [{ matchLabels: { c: 'd' } }] } },
      { rules: null, aggregationRule: { clusterRoleSelectors: [selector] } },
      true,
      { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { c: 'd' } }, selector] } },
    ],
    [
      'gets subjects that are missing',
      { roleRef, subjects: [bob] },
      { roleRef, subjects: [ann] },
      true,
      { subjects: [bob, ann] },
    ],
    [
      'keeps subjects that were added',
      { roleRef, subjects: [bob, ann] },
      { roleRef, subjects: [ann] },
      false,
      {},
    ],
    [
      'that refers to another role becomes what it should be',
      { roleRef: { ...roleRef, name: 'b' }, subjects: [bob] },
      { roleRef, subjects: [ann] },
      true,
      { roleRef, subjects: [ann] },
    ],
  ])('%s', (_, present, wanted, changed, after) => {
    const object = structuredClone({ metadata, ...present }) as unknown as ApiObject;
    expect(reconcile(object, { metadata, ...wanted })).toBe(changed);
    expect(object).toEqual({ metadata, ...present, ...after });
    expect(reconcile(object, { metadata, ...wanted })).toBe(false);
  });
});
