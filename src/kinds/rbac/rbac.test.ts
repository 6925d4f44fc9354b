import { describe, expect, test } from 'vitest';
import { later } from '../../../test/support/unit/kinds.ts';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';
import { clusterRole } from './cluster-role/index.ts';
import { clusterRoleBinding } from './cluster-role-binding/index.ts';
import { rbacKinds } from './index.ts';
import { role } from './role/index.ts';
import { roleBinding } from './role-binding/index.ts';

const group = 'rbac.authorization.orch.io';
const versions = ['v1', 'v1beta1', 'v1alpha1'];
const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
const metadata = { name: 'a' };

describe.each(rbacKinds(dependencies).map((rules) => [rules.kind, rules] as const))('%s', (kind, rules) => {
  const all = new Versions(rules);

  test('is there in three versions and may be made by an update', () => {
    expect(all.all.map(({ version }) => version)).toEqual(['v1', 'v1alpha1', 'v1beta1']);
    expect(rules).toMatchObject({ group, kind, allowsCreateOnUpdate: true });
  });

  test('goes from version to version without loss', () => {
    const people = ['User', 'Group'];
    all.expectRoundTrips({
      prepare(object, version) {
        for (const subject of object.subjects ?? []) {
          // A group or version that does not belong to the kind could not be valid.
          delete subject.apiVersion;
          delete subject.apiGroup;
          subject.kind = people.includes(subject.kind)
            ? subject.kind
            : version === 'v1'
              ? 'User'
              : 'ServiceAccount';
        }
      },
    });
  });

  test.each(['a:b', 'system:node', 'A_b', 'x y'])('may be called %s', (name) => {
    expect(rules.validateName?.(name, false)).toEqual([]);
  });

  test.each(['a/b', '..', 'a%b'])('may not be called %s', (name) => {
    expect(rules.validateName?.(name, false)).not.toEqual([]);
  });
});

describe('the rules of a role', () => {
  const inNamespace = new Versions(role(dependencies));
  const inCluster = new Versions(clusterRole(dependencies));
  const urls = (text: string) => `rules[0].nonResourceURLs: Invalid value: []string{"/x"}: ${text}`;

  test.each<[string, object, string[], string[]?]>([
    ['may be one', rule, []],
    [
      'may have stars at the end of a path',
      { verbs: ['get'], nonResourceURLs: ['/x**'] },
      [expect.stringContaining('namespaced rules cannot apply') as unknown as string],
      [],
    ],
    [
      'have no path that is longer than any',
      { verbs: ['get'], nonResourceURLs: ['/a', `/api/${'*'.repeat(60_000)}`] },
      [
        expect.stringContaining('namespaced rules cannot apply') as unknown as string,
        'rules[0].nonResourceURLs[1]: Too long: must have at most 8192 bytes',
      ],
      ['rules[0].nonResourceURLs[1]: Too long: must have at most 8192 bytes'],
    ],
    [
      'say a verb',
      { ...rule, verbs: [] },
      ['rules[0].verbs: Required value: verbs must contain at least one value'],
    ],
    [
      'say groups and resources',
      { verbs: ['get'] },
      [
        'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
        'rules[0].resources: Required value: resource rules must supply at least one resource',
      ],
    ],
    [
      'speak of paths in cluster roles only',
      { verbs: ['get'], nonResourceURLs: ['/x'] },
      [urls('namespaced rules cannot apply to non-resource URLs')],
      [],
    ],
    [
      'speak of resources or of paths',
      { ...rule, nonResourceURLs: ['/x'] },
      [
        urls('namespaced rules cannot apply to non-resource URLs'),
        urls('rules cannot apply to both regular resources and non-resource URLs'),
      ],
      [urls('rules cannot apply to both regular resources and non-resource URLs')],
    ],
  ])('%s', (_, given, errors, errorsInCluster = errors) => {
    for (const version of versions) {
      expect(inNamespace.create({ metadata, rules: [given] }, version)).toEqual(errors);
      // Who changes a role is told twice.
      const twice = (faults: string[]) => [...faults, ...faults];
      expect(inNamespace.update({ metadata, rules: [given] }, { metadata }, version)).toEqual(twice(errors));
      expect(inCluster.update({ metadata, rules: [given] }, { metadata }, version)).toEqual(
        twice(errorsInCluster),
      );
    }
  });

  const ofSelectors = 'aggregationRule.clusterRoleSelectors';

  test.each<[string, object, string[]]>([
    ['one selector', { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] }, []],
    [
      'no selector',
      {},
      [
        `${ofSelectors}: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil`,
      ],
    ],
    [
      'a selector that is none',
      { clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'Near' }] }] },
      [
        `${ofSelectors}[0].matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator`,
        `${ofSelectors}[0]: Invalid value: "null": invalid label selector.`,
      ],
    ],
  ])('may be those of other roles: %s', (_, aggregationRule, errors) => {
    expect(inCluster.create({ metadata, aggregationRule }, 'v1')).toEqual(errors);
  });
});

describe('a binding', () => {
  const inNamespace = new Versions(roleBinding(dependencies));
  const inCluster = new Versions(clusterRoleBinding(dependencies));
  const roleRef = { kind: 'ClusterRole', name: 'view' };
  const account = { kind: 'ServiceAccount', name: 'robot', namespace: 'shop' };

  test('knows the group of people and of roles', () => {
    const made = inNamespace.decode(
      { roleRef, subjects: [{ kind: 'User', name: 'ann' }, account] },
      inNamespace.version('v1'),
    );
    expect(made).toMatchObject({
      roleRef: { apiGroup: group },
      subjects: [{ kind: 'User', apiGroup: group }, { kind: 'ServiceAccount' }],
    });
  });

  test('of v1alpha1 says versions of its subjects, and means who showed who they are by everybody', () => {
    const subjects = [{ kind: 'User', name: '*' }, { kind: 'User', name: 'ann' }, account];
    const alpha = inNamespace.version('v1alpha1');
    const decoded = inNamespace.decode({ roleRef, subjects }, alpha);
    expect(decoded['subjects']).toMatchObject([
      { apiVersion: `${group}/v1alpha1` },
      { apiVersion: `${group}/v1alpha1` },
      { apiVersion: 'v1' },
    ]);
    expect(inNamespace.toStored(decoded, alpha)['subjects']).toEqual([
      { kind: 'Group', apiGroup: group, name: 'system:authenticated' },
      { kind: 'User', apiGroup: group, name: 'ann' },
      account,
    ]);
  });

  test.each<[string, object, string[], string[]?]>([
    ['may give to nobody', { roleRef }, []],
    ['may give to an account', { roleRef, subjects: [account] }, []],
    ['names a role', { roleRef: { kind: 'ClusterRole' } }, ['roleRef.name: Required value']],
    [
      'names a role that could be',
      { roleRef: { kind: 'ClusterRole', name: 'a/b' } },
      ['roleRef.name: Invalid value: "a/b": may not contain \'/\''],
    ],
    [
      'refers to roles only',
      { roleRef: { kind: 'Pod', name: 'a', apiGroup: 'x' } },
      [
        `roleRef.apiGroup: Unsupported value: "x": supported values: "${group}"`,
        'roleRef.kind: Unsupported value: "Pod": supported values: "Role", "ClusterRole"',
      ],
      [
        `roleRef.apiGroup: Unsupported value: "x": supported values: "${group}"`,
        'roleRef.kind: Unsupported value: "Pod": supported values: "ClusterRole"',
      ],
    ],
    [
      'refers to a role of its namespace, in a namespace',
      { roleRef: { kind: 'Role', name: 'a' } },
      [],
      ['roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"'],
    ],
    [
      'says the namespace of an account, where it is in none itself',
      { roleRef, subjects: [{ kind: 'ServiceAccount', name: 'robot' }] },
      [],
      ['subjects[0].namespace: Required value'],
    ],
    [
      'gives to subjects that could be',
      {
        roleRef,
        subjects: [
          { kind: 'ServiceAccount', name: 'Ann', apiGroup: 'x', namespace: 'shop' },
          { kind: 'User', name: '', apiGroup: 'x' },
          { kind: 'Robot', name: 'r' },
        ],
      },
      [
        expect.stringMatching(
          /^subjects\[0\].name: Invalid value: "Ann": a lowercase RFC 1123 subdomain/,
        ) as never,
        'subjects[0].apiGroup: Unsupported value: "x": supported values: ""',
        'subjects[1].name: Required value',
        `subjects[1].apiGroup: Unsupported value: "x": supported values: "${group}"`,
        'subjects[2].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"',
      ],
    ],
  ])('%s', (_, object, errors, errorsInCluster = errors) => {
    expect(inNamespace.create({ metadata, ...object }, 'v1')).toEqual(errors);
    expect(inCluster.create({ metadata, ...object }, 'v1')).toEqual(errorsInCluster);
  });

  test.each(versions)('of %s never refers to another role', (version) => {
    const other = { roleRef: { ...roleRef, name: 'edit' } };
    expect(
      inNamespace.update({ metadata, roleRef, subjects: [account] }, { metadata, roleRef }, version),
    ).toEqual([]);
    expect(inNamespace.update({ metadata, ...other }, { metadata, roleRef }, version)).toEqual([
      `roleRef: Invalid value: rbac.RoleRef{APIGroup:"${group}", Kind:"ClusterRole", Name:"edit"}: cannot change roleRef`,
    ]);
  });

  test('who changes it is told twice of other faults than that', () => {
    const nobody = { metadata, subjects: [{ kind: 'User' }], roleRef: { ...roleRef, name: 'edit' } };
    for (const binding of [inNamespace, inCluster]) {
      expect(binding.update(nobody, { metadata, roleRef }, 'v1')).toEqual([
        'subjects[0].name: Required value',
        'subjects[0].name: Required value',
        expect.stringContaining('cannot change roleRef'),
      ]);
    }
  });

  test('shows who gets what', () => {
    const rules = roleBinding(dependencies);
    const made = inNamespace.decode(
      {
        metadata,
        roleRef,
        subjects: [{ kind: 'User', name: 'ann' }, { kind: 'User', name: 'bob' }, account],
      },
      inNamespace.version('v1'),
    );
    expect(rules.table?.cells(made as never, later)).toEqual([
      'a',
      'ClusterRole/view',
      '<unknown>',
      'ann, bob',
      '',
      'shop/robot',
    ]);
  });
});
