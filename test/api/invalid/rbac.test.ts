import { describeInvalid, invalid, notSupported, type Row, required } from '../../support/invalid.ts';

const versions = ['rbac.authorization.k8s.io/v1', 'rbac.authorization.k8s.io/v1alpha1'];
const r = 'rules[0]';

const ruleRows: Row[] = [
  ['a name with a slash', { 'metadata.name': 'a/b' }, [['metadata.name', invalid, "may not contain '/'"]]],
  [
    'nothing to do',
    { [`${r}.verbs`]: [] },
    [[`${r}.verbs`, required, 'verbs must contain at least one value']],
  ],
  [
    'nothing to do it with',
    { [`${r}.resources`]: [] },
    [[`${r}.resources`, required, 'resource rules must supply at least one resource']],
  ],
  [
    'no group',
    { [`${r}.apiGroups`]: [] },
    [[`${r}.apiGroups`, required, 'resource rules must supply at least one api group']],
  ],
];
const bindingRows: Row[] = [
  ['a name with a percent sign', { 'metadata.name': 'a%b' }, [['metadata.name', invalid]]],
  [
    'a role of another group',
    { 'roleRef.apiGroup': 'example.com' },
    [['roleRef.apiGroup', notSupported, 'supported values: "rbac.authorization.k8s.io"']],
  ],
  ['a role of another kind', { 'roleRef.kind': 'Play' }, [['roleRef.kind', notSupported]]],
  ['a role without a name', { 'roleRef.name': '' }, [['roleRef.name', required]]],
  ['a role with a slash in its name', { 'roleRef.name': 'a/b' }, [['roleRef.name', invalid]]],
  ['nobody', { 'subjects[0].name': '' }, [['subjects[0].name', required]]],
  [
    'another kind of people',
    { 'subjects[0].kind': 'Cat' },
    [['subjects[0].kind', notSupported, 'supported values: "ServiceAccount", "User", "Group"']],
  ],
  [
    'an account with a bad name',
    { subjects: [{ kind: 'ServiceAccount', name: 'A', namespace: 'a' }] },
    [['subjects[0].name', invalid]],
  ],
];

describeInvalid([
  {
    apiVersions: versions,
    kind: 'Role',
    create: [
      ...ruleRows,
      [
        'a path without a group',
        { [`${r}.nonResourceURLs`]: ['/a'] },
        [
          [
            `${r}.nonResourceURLs`,
            invalid,
            '[]string{"/a"}: namespaced rules cannot apply to non-resource URLs',
          ],
        ],
      ],
    ],
    update: [['nothing to do', { [`${r}.verbs`]: [] }, [[`${r}.verbs`, required]]]],
  },
  {
    apiVersions: versions,
    kind: 'ClusterRole',
    create: [
      ...ruleRows,
      [
        'paths and resources',
        { [`${r}.nonResourceURLs`]: ['/a'] },
        [
          [
            `${r}.nonResourceURLs`,
            invalid,
            'rules cannot apply to both regular resources and non-resource URLs',
          ],
        ],
      ],
      [
        'roles of none',
        { aggregationRule: { clusterRoleSelectors: [] } },
        [
          [
            'aggregationRule.clusterRoleSelectors',
            required,
            'at least one clusterRoleSelector required if aggregationRule is non-nil',
          ],
        ],
      ],
      [
        'roles by a bad label',
        { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b c' } }] } },
        [
          ['aggregationRule.clusterRoleSelectors[0].matchLabels', invalid],
          ['aggregationRule.clusterRoleSelectors[0]', invalid],
        ],
      ],
    ],
    update: [['nothing to do', { [`${r}.verbs`]: [] }, [[`${r}.verbs`, required]]]],
  },
  {
    apiVersions: versions,
    kind: 'RoleBinding',
    create: bindingRows,
    update: [
      ['another role', { 'roleRef.name': 'other' }, [['roleRef', invalid, 'cannot change roleRef']]],
      [
        'another kind of role',
        { 'roleRef.kind': 'ClusterRole' },
        [['roleRef', invalid, 'cannot change roleRef']],
      ],
    ],
  },
  {
    apiVersions: versions,
    kind: 'ClusterRoleBinding',
    create: [
      ...bindingRows,
      ['a role of one namespace', { 'roleRef.kind': 'Role' }, [['roleRef.kind', notSupported]]],
      [
        'an account of no namespace',
        { subjects: [{ kind: 'ServiceAccount', name: 'a' }] },
        [['subjects[0].namespace', required]],
      ],
    ],
    update: [['another role', { 'roleRef.name': 'other' }, [['roleRef', invalid, 'cannot change roleRef']]]],
  },
  {
    apiVersions: ['rbac.authorization.k8s.io/v1'],
    kind: 'RoleBinding',
    base: { 'metadata.name': 'of-groups' },
    create: [
      [
        'a user of another group',
        { 'subjects[0].apiGroup': 'example.com' },
        [['subjects[0].apiGroup', notSupported]],
      ],
      [
        'an account of a group',
        { subjects: [{ kind: 'ServiceAccount', name: 'a', namespace: 'a', apiGroup: 'example.com' }] },
        [['subjects[0].apiGroup', notSupported]],
      ],
    ],
  },
]);
