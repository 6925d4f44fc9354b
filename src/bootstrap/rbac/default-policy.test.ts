import { describe, expect, it, test } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { defaultPolicy } from './default-policy.ts';
import { reconcile } from './reconcile.ts';

const [orch, kubernetes] = dialects;

const gatesOf = (release: string, settings: string[] = []) => new FeatureGates(release, settings);

describe.each(dialects)('the default policy in the words of $name', (dialect) => {
  const { roles, bindings } = defaultPolicy(dialect, gatesOf('1.23'));
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
  const names = (dialect = orch!) =>
    defaultPolicy(dialect, gatesOf('1.23')).roles.map(({ content }) => content.metadata.name);
  for (const name of ['scheduler', 'controller-manager', 'dns', 'aggregator']) {
    expect(names()).toContain(`system:orch-${name}`);
    expect(names(kubernetes)).toContain(`system:kube-${name}`);
  }
  expect(names(kubernetes)).toContain('system:kubelet-api-admin');
  expect(names(kubernetes)).toContain('system:certificates.k8s.io:kube-apiserver-client-kubelet-approver');
});

/** The rules of a role, one a line: `list watch pods`. */
function rulesOf(name: string, release: string, settings?: string[]): string[] | undefined {
  const { roles } = defaultPolicy(kubernetes!, gatesOf(release, settings));
  const role = roles.find(({ content }) => content.metadata.name === name);
  const rules = role?.content['rules'] as Partial<Record<string, string[]>>[] | undefined;
  return rules?.map(({ verbs, resources, nonResourceURLs }) =>
    [verbs, resources ?? nonResourceURLs].flat().join(' '),
  );
}

describe('a release has its own', () => {
  test.each<[name: string, release: string, has: string, lacks: string]>([
    ['system:controller:cronjob-controller', '1.31', 'delete list pods', 'delete list watch pods'],
    ['system:controller:cronjob-controller', '1.32', 'delete list watch pods', 'delete list pods'],
    ['system:kube-scheduler', '1.27', 'create endpoints', 'get list watch volumeattachments'],
    ['system:kube-scheduler', '1.29', 'get list watch volumeattachments', 'create endpoints'],
    ['system:aggregate-to-edit', '1.24', 'create serviceaccounts/token', 'create get leases'],
    [
      'system:aggregate-to-view',
      '1.36',
      'get list watch events',
      'get list watch podgroups podgroups/status workloads',
    ],
    ['system:kubelet-api-admin', '1.33', '* nodes/configz nodes/healthz nodes/pods', 'create pods'],
  ])('%s of %s', (name, release, has, lacks) => {
    const rules = rulesOf(name, release);
    expect(rules).toContain(has);
    expect(rules).not.toContain(lacks);
  });

  test.each<[release: string, gate: string, has: string]>([
    ['1.26', 'DynamicResourceAllocation', 'podschedulings'],
    ['1.30', 'DynamicResourceAllocation', 'podschedulingcontexts'],
    ['1.31', 'DynamicResourceAllocation', 'deviceclasses'],
  ])('%s: the scheduler with %s has rules for %s', (release, gate, has) => {
    const names = ['podschedulings', 'podschedulingcontexts', 'deviceclasses'];
    const rules = rulesOf('system:kube-scheduler', release, [`${gate}=true`]);
    const found = names.filter((name) => rules!.some((text) => text.split(' ').includes(name)));
    expect(found).toEqual([has]);
  });

  test('roles and bindings, and those of gates with the gate', () => {
    const name = 'system:cluster-trust-bundle-discovery';
    expect(rulesOf(name, '1.36')).toBeUndefined();
    expect(rulesOf(name, '1.36', ['ClusterTrustBundle=true'])).toEqual([
      'get list watch clustertrustbundles',
    ]);
    expect(rulesOf('system:controller:service-cidrs-controller', '1.32')).toBeUndefined();
    expect(rulesOf('system:controller:service-cidrs-controller', '1.33')).toHaveLength(5);
  });

  test('subjects', () => {
    const subjectsIn = (release: string) =>
      defaultPolicy(kubernetes!, gatesOf(release)).bindings.find(
        ({ content }) => content.metadata.name === 'system::leader-locking-kube-controller-manager',
      )!.content['subjects'];
    expect(subjectsIn('1.30')).toHaveLength(2);
    expect(subjectsIn('1.31')).toContainEqual({
      kind: 'ServiceAccount',
      name: 'leader-election-controller',
      namespace: 'kube-system',
    });
  });
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

test.each([
  ['1.35', [], false],
  ['1.36', [], true],
  ['1.36', ['ComponentFlagz=false'], false],
  ['1.35', ['ComponentFlagz=true'], true],
])('%s with %j: who monitors sees the page of flags: %s', (release, settings, expected) => {
  const { roles } = defaultPolicy(orch!, gatesOf(release, settings));
  const role = roles.find(({ content }) => content.metadata.name === 'system:monitoring')!;
  expect(JSON.stringify(role.content['rules']).includes('"/flagz"')).toBe(expected);
});
