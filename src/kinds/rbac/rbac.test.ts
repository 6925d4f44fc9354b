import { describe, expect, test } from 'vitest';
import { later } from '../../../test/support/unit/kinds.ts';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
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

  test('is served in three versions and may be created by PUT', () => {
    expect(all.all.map(({ version }) => version)).toEqual(['v1', 'v1alpha1', 'v1beta1']);
    expect(rules).toMatchObject({ group, kind, allowsCreateOnUpdate: true });
  });

  test('converts between versions without loss', () => {
    const people = ['User', 'Group'];
    all.expectRoundTrips({
      prepare(object, version) {
        for (const subject of object.subjects ?? []) {
          // A group or version that does not belong to the kind is invalid.
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

  test.each(['a:b', 'system:node', 'A_b', 'x y'])('may have the name %s', (name) => {
    expect(rules.validateName?.(name, false)).toEqual([]);
  });

  test.each(['a/b', '..', 'a%b'])('must not have the name %s', (name) => {
    expect(rules.validateName?.(name, false)).not.toEqual([]);
  });
});

describe('the rules of a role', () => {
  const inNamespace = new Versions(role(dependencies));
  const inCluster = new Versions(clusterRole(dependencies));
  const urls = (text: string) => `rules[0].nonResourceURLs: Invalid value: []string{"/x"}: ${text}`;

  test.each<[string, object, string[], string[]?]>([
    ['a valid one', rule, []],
    [
      'a path that ends in stars',
      { verbs: ['get'], nonResourceURLs: ['/x**'] },
      [expect.stringContaining('namespaced rules cannot apply') as unknown as string],
      [],
    ],
    [
      'a path that is too long',
      { verbs: ['get'], nonResourceURLs: ['/a', `/api/${'*'.repeat(60_000)}`] },
      [
        expect.stringContaining('namespaced rules cannot apply') as unknown as string,
        'rules[0].nonResourceURLs[1]: Too long: must have at most 8192 bytes',
      ],
      ['rules[0].nonResourceURLs[1]: Too long: must have at most 8192 bytes'],
    ],
    [
      'no verbs',
      { ...rule, verbs: [] },
      ['rules[0].verbs: Required value: verbs must contain at least one value'],
    ],
    [
      'no groups and resources',
      { verbs: ['get'] },
      [
        'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
        'rules[0].resources: Required value: resource rules must supply at least one resource',
      ],
    ],
    [
      'non-resource URLs, which only a ClusterRole may have',
      { verbs: ['get'], nonResourceURLs: ['/x'] },
      [urls('namespaced rules cannot apply to non-resource URLs')],
      [],
    ],
    [
      'both resources and non-resource URLs',
      { ...rule, nonResourceURLs: ['/x'] },
      [
        urls('namespaced rules cannot apply to non-resource URLs'),
        urls('rules cannot apply to both regular resources and non-resource URLs'),
      ],
      [urls('rules cannot apply to both regular resources and non-resource URLs')],
    ],
  ])('are validated: %s', (_, given, errors, errorsInCluster = errors) => {
    for (const version of versions) {
      expect(inNamespace.create({ metadata, rules: [given] }, version)).toEqual(errors);
      // An update reports each error twice.
      const twice = (list: string[]) => [...list, ...list];
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
      'an invalid selector',
      { clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'Near' }] }] },
      [
        `${ofSelectors}[0].matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator`,
        `${ofSelectors}[0]: Invalid value: "null": invalid label selector.`,
      ],
    ],
  ])('of a ClusterRole may be aggregated: %s', (_, aggregationRule, errors) => {
    expect(inCluster.create({ metadata, aggregationRule }, 'v1')).toEqual(errors);
  });
});

describe('a RoleBinding or ClusterRoleBinding', () => {
  const inNamespace = new Versions(roleBinding(dependencies));
  const inCluster = new Versions(clusterRoleBinding(dependencies));
  const roleRef = { kind: 'ClusterRole', name: 'view' };
  const account = { kind: 'ServiceAccount', name: 'robot', namespace: 'shop' };

  test('defaults the group of users, groups and roles', () => {
    const made = inNamespace.decode(
      { roleRef, subjects: [{ kind: 'User', name: 'ann' }, account] },
      inNamespace.version('v1'),
    );
    expect(made).toMatchObject({
      roleRef: { apiGroup: group },
      subjects: [{ kind: 'User', apiGroup: group }, { kind: 'ServiceAccount' }],
    });
  });

  test('of v1alpha1 has versions of subjects, and its user * means authenticated users', () => {
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
    ['no subjects', { roleRef }, []],
    ['a service account', { roleRef, subjects: [account] }, []],
    ['no role name', { roleRef: { kind: 'ClusterRole' } }, ['roleRef.name: Required value']],
    [
      'an invalid role name',
      { roleRef: { kind: 'ClusterRole', name: 'a/b' } },
      ['roleRef.name: Invalid value: "a/b": may not contain \'/\''],
    ],
    [
      'a roleRef of another kind and group',
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
      'a Role, which only a RoleBinding may refer to',
      { roleRef: { kind: 'Role', name: 'a' } },
      [],
      ['roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"'],
    ],
    [
      'a service account without a namespace, which a ClusterRoleBinding needs',
      { roleRef, subjects: [{ kind: 'ServiceAccount', name: 'robot' }] },
      [],
      ['subjects[0].namespace: Required value'],
    ],
    [
      'invalid subjects',
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
  ])('is validated: %s', (_, object, errors, errorsInCluster = errors) => {
    expect(inNamespace.create({ metadata, ...object }, 'v1')).toEqual(errors);
    expect(inCluster.create({ metadata, ...object }, 'v1')).toEqual(errorsInCluster);
  });

  test.each(versions)('of %s has an immutable roleRef', (version) => {
    const other = { roleRef: { ...roleRef, name: 'edit' } };
    expect(
      inNamespace.update({ metadata, roleRef, subjects: [account] }, { metadata, roleRef }, version),
    ).toEqual([]);
    expect(inNamespace.update({ metadata, ...other }, { metadata, roleRef }, version)).toEqual([
      `roleRef: Invalid value: rbac.RoleRef{APIGroup:"${group}", Kind:"ClusterRole", Name:"edit"}: cannot change roleRef`,
    ]);
  });

  test('reports errors twice on update, except for a changed roleRef', () => {
    const nameless = { metadata, subjects: [{ kind: 'User' }], roleRef: { ...roleRef, name: 'edit' } };
    for (const binding of [inNamespace, inCluster]) {
      expect(binding.update(nameless, { metadata, roleRef }, 'v1')).toEqual([
        'subjects[0].name: Required value',
        'subjects[0].name: Required value',
        expect.stringContaining('cannot change roleRef'),
      ]);
    }
  });

  test('shows role and subjects in the table', () => {
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

test.each<[string, unknown]>([
  ['1.32', []],
  ['1.33', null],
])('%s: a role without rules has %j', (release, kept) => {
  const gates = new FeatureGates(release);
  const object = { apiVersion: 'v1', kind: 'Role', metadata, rules: [] };
  role({ ...dependencies, gates }).prepareForCreate?.(object);
  expect(object.rules).toEqual(kept);
});
