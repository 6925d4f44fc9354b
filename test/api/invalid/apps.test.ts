import {
  describeInvalid,
  forbidden,
  invalid,
  notSupported,
  type Row,
  required,
} from '../../support/invalid.ts';

const container = 'spec.template.spec.containers[0]';

/** What every controller of pods checks of their template. */
const templateRows: Row[] = [
  ['a name in capitals', { 'metadata.name': 'Web' }, [['metadata.name', invalid]]],
  [
    'a selector of nothing',
    { 'spec.selector': {} },
    [['spec.selector', invalid, 'empty selector is invalid']],
  ],
  [
    'labels that it does not select',
    { 'spec.selector.matchLabels': { app: 'other' } },
    [['spec.template.metadata.labels', invalid, '`selector` does not match template `labels`']],
  ],
  [
    'a bad label to select by',
    { 'spec.selector.matchLabels.a': 'b c' },
    [
      ['spec.selector.matchLabels', invalid],
      ['spec.selector', invalid, 'invalid label selector'],
    ],
  ],
  [
    'pods that end',
    { 'spec.template.spec.restartPolicy': 'Never' },
    [['spec.template.spec.restartPolicy', notSupported, 'supported values: "Always"']],
  ],
  [
    'pods with a deadline',
    { 'spec.template.spec.activeDeadlineSeconds': 5 },
    [['spec.template.spec.activeDeadlineSeconds', forbidden]],
  ],
];

const specRows: Row[] = [
  ['no containers', { 'spec.template.spec.containers': [] }, [['spec.template.spec.containers', required]]],
  ['a container without an image', { [`${container}.image`]: '' }, [[`${container}.image`, required]]],
  ['a container with a bad name', { [`${container}.name`]: 'A' }, [[`${container}.name`, invalid]]],
  [
    'an ephemeral container',
    { 'spec.template.spec.ephemeralContainers': [{ name: 'e', image: 'i' }] },
    [['spec.template.spec.ephemeralContainers', forbidden]],
  ],
  [
    'a bad annotation of its pods',
    { "spec.template.metadata.annotations['a b']": 'c' },
    [['spec.template.annotations', invalid]],
  ],
];

describeInvalid([
  {
    apiVersions: ['apps/v1'],
    kind: 'Deployment',
    create: [
      ...templateRows,
      ...specRows,
      [
        'fewer than none',
        { 'spec.replicas': -1 },
        [['spec.replicas', invalid, 'must be greater than or equal to 0']],
      ],
      [
        'no selector',
        { 'spec.selector': undefined },
        [
          ['spec.selector', required],
          ['spec.template.metadata.labels', invalid],
        ],
      ],
      [
        'a selector by another operator',
        { 'spec.selector.matchExpressions': [{ key: 'app', operator: 'Like', values: ['a'] }] },
        [
          ['spec.selector.matchExpressions[0].operator', invalid, 'not a valid selector operator'],
          ['spec.selector', invalid],
        ],
      ],
      [
        'another strategy',
        { 'spec.strategy': { type: 'Blind' } },
        [
          [
            'spec.strategy',
            notSupported,
            'apps.DeploymentStrategy{Type:"Blind", RollingUpdate:(*apps.RollingUpdateDeployment)(nil)}: supported values: "Recreate", "RollingUpdate"',
          ],
        ],
      ],
      [
        'steps where there are none',
        { 'spec.strategy': { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } },
        [
          [
            'spec.strategy.rollingUpdate',
            forbidden,
            "may not be specified when strategy `type` is 'Recreate'",
          ],
        ],
      ],
      [
        'no step at all',
        { 'spec.strategy.rollingUpdate': { maxSurge: 0, maxUnavailable: 0 } },
        [
          [
            'spec.strategy.rollingUpdate.maxUnavailable',
            invalid,
            'Invalid value: intstr.IntOrString{Type:0, IntVal:0, StrVal:""}: may not be 0 when `maxSurge` is 0',
          ],
        ],
      ],
      [
        'a part that is none',
        { 'spec.strategy.rollingUpdate.maxUnavailable': 'half' },
        [
          [
            'spec.strategy.rollingUpdate.maxUnavailable',
            invalid,
            'a valid percent string must be a numeric string followed by an ending',
          ],
        ],
      ],
      [
        'more than all away',
        { 'spec.strategy.rollingUpdate.maxUnavailable': '101%' },
        [
          [
            'spec.strategy.rollingUpdate.maxUnavailable',
            invalid,
            'Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%',
          ],
        ],
      ],
      [
        'less than none more',
        { 'spec.strategy.rollingUpdate.maxSurge': -1 },
        [['spec.strategy.rollingUpdate.maxSurge', invalid]],
      ],
      ['a time before 0', { 'spec.minReadySeconds': -1 }, [['spec.minReadySeconds', invalid]]],
      ['a history of -1', { 'spec.revisionHistoryLimit': -1 }, [['spec.revisionHistoryLimit', invalid]]],
      [
        'a deadline before it is ready',
        { 'spec.minReadySeconds': 60, 'spec.progressDeadlineSeconds': 30 },
        [['spec.progressDeadlineSeconds', invalid, 'must be greater than minReadySeconds']],
      ],
      ['a text as replicas', { 'spec.replicas': 'two' }, { code: 400, message: 'cannot unmarshal string' }],
      [
        'an object as containers',
        { 'spec.template.spec.containers': { name: 'a' } },
        { code: 400, message: 'cannot unmarshal object' },
      ],
    ],
    update: [
      [
        'another selector',
        { 'spec.selector.matchLabels': { app: 'b' }, 'spec.template.metadata.labels': { app: 'b' } },
        [['spec.selector', invalid, 'field is immutable']],
      ],
      ['fewer than none', { 'spec.replicas': -1 }, [['spec.replicas', invalid]]],
    ],
    status: [
      [
        'fewer than none ready',
        { 'status.readyReplicas': -1 },
        [
          ['status.readyReplicas', invalid],
          ['status.availableReplicas', invalid],
        ],
      ],
      [
        'more ready than there are',
        { 'status.replicas': 1, 'status.readyReplicas': 2 },
        [['status.readyReplicas', invalid, 'cannot be greater than status.replicas']],
      ],
      [
        'more to be had than ready',
        { 'status.replicas': 2, 'status.readyReplicas': 1, 'status.availableReplicas': 2 },
        [['status.availableReplicas', invalid, 'cannot be greater than readyReplicas']],
      ],
    ],
  },
  {
    apiVersions: ['apps/v1'],
    kind: 'ReplicaSet',
    create: [
      ...templateRows.slice(0, 2),
      ...templateRows.slice(4),
      ...specRows,
      [
        'labels that it does not select',
        { 'spec.selector.matchLabels': { app: 'other' } },
        [['spec.template.metadata.labels', invalid]],
      ],
      ['fewer than none', { 'spec.replicas': -1 }, [['spec.replicas', invalid]]],
      ['a time before 0', { 'spec.minReadySeconds': -1 }, [['spec.minReadySeconds', invalid]]],
      [
        'one disk written by two',
        {
          'spec.replicas': 2,
          'spec.template.spec.volumes': [{ name: 'v', gcePersistentDisk: { pdName: 'd' } }],
        },
        [['spec.template.spec.volumes[0].gcePersistentDisk.readOnly', invalid]],
      ],
    ],
    update: [
      [
        'another selector',
        { 'spec.selector.matchLabels': { app: 'b' }, 'spec.template.metadata.labels': { app: 'b' } },
        [['spec.selector', invalid, 'field is immutable']],
      ],
    ],
    status: [
      [
        'more ready than there are',
        { 'status.replicas': 1, 'status.readyReplicas': 2 },
        [['status.readyReplicas', invalid]],
      ],
    ],
  },
  {
    apiVersions: ['apps/v1'],
    kind: 'DaemonSet',
    create: [
      ...templateRows.slice(0, 3),
      ...templateRows.slice(4),
      ...specRows,
      [
        'another strategy',
        { 'spec.updateStrategy.type': 'Blind' },
        [
          [
            'spec.updateStrategy',
            notSupported,
            'RollingUpdate:(*apps.RollingUpdateDaemonSet)(nil)}: supported values: "RollingUpdate", "OnDelete"',
          ],
        ],
      ],
      [
        'no step at all',
        { 'spec.updateStrategy.rollingUpdate': { maxUnavailable: 0 } },
        [['spec.updateStrategy.rollingUpdate.maxUnavailable', required, 'cannot be 0 when maxSurge is 0']],
      ],
      [
        'steps in both directions',
        { 'spec.updateStrategy.rollingUpdate': { maxUnavailable: 1, maxSurge: 1 } },
        [
          [
            'spec.updateStrategy.rollingUpdate.maxSurge',
            invalid,
            'may not be set when maxUnavailable is non-zero',
          ],
        ],
      ],
      [
        'more than all away',
        { 'spec.updateStrategy.rollingUpdate.maxUnavailable': '101%' },
        [['spec.updateStrategy.rollingUpdate.maxUnavailable', invalid]],
      ],
      ['a history of -1', { 'spec.revisionHistoryLimit': -1 }, [['spec.revisionHistoryLimit', invalid]]],
      ['a time before 0', { 'spec.minReadySeconds': -1 }, [['spec.minReadySeconds', invalid]]],
    ],
    update: [
      [
        'another selector',
        { 'spec.selector.matchLabels': { app: 'b' }, 'spec.template.metadata.labels': { app: 'b' } },
        [['spec.selector', invalid, 'field is immutable']],
      ],
    ],
    status: [['fewer than none', { 'status.numberReady': -1 }, [['status.numberReady', invalid]]]],
  },
  {
    apiVersions: ['apps/v1'],
    kind: 'StatefulSet',
    create: [
      ...templateRows.slice(0, 3),
      ...templateRows.slice(4),
      ['fewer than none', { 'spec.replicas': -1 }, [['spec.replicas', invalid]]],
      [
        'no selector',
        { 'spec.selector': undefined },
        [
          ['spec.selector', required],
          ['spec.template.metadata.labels', invalid],
        ],
      ],
      [
        'another order',
        { 'spec.podManagementPolicy': 'Backwards' },
        [['spec.podManagementPolicy', invalid, "must be 'OrderedReady' or 'Parallel'"]],
      ],
      [
        'another strategy',
        { 'spec.updateStrategy.type': 'Blind' },
        [['spec.updateStrategy', invalid, "must be 'RollingUpdate' or 'OnDelete'"]],
      ],
      [
        'steps where there are none',
        { 'spec.updateStrategy': { type: 'OnDelete', rollingUpdate: { partition: 1 } } },
        [['spec.updateStrategy.rollingUpdate', invalid, "only allowed for updateStrategy 'RollingUpdate'"]],
      ],
      [
        'a part before 0',
        { 'spec.updateStrategy': { type: 'RollingUpdate', rollingUpdate: { partition: -1 } } },
        [['spec.updateStrategy.rollingUpdate.partition', invalid]],
      ],
      ['a time before 0', { 'spec.minReadySeconds': -1 }, [['spec.minReadySeconds', invalid]]],
    ],
    update: [
      [
        'another service',
        { 'spec.serviceName': 'other' },
        [
          [
            'spec',
            forbidden,
            "updates to statefulset spec for fields other than 'replicas', 'template', 'updateStrategy'",
          ],
        ],
      ],
      ['another order', { 'spec.podManagementPolicy': 'Parallel' }, [['spec', forbidden]]],
      ['another history', { 'spec.revisionHistoryLimit': 5 }, [['spec', forbidden]]],
      [
        'more claims',
        {
          'spec.volumeClaimTemplates': [
            {
              metadata: { name: 'a' },
              spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
            },
          ],
        },
        [['spec', forbidden]],
      ],
      [
        'another selector',
        { 'spec.selector.matchLabels': { app: 'b' }, 'spec.template.metadata.labels': { app: 'b' } },
        [['spec', forbidden]],
      ],
    ],
    status: [
      [
        'more ready than there are',
        { 'status.replicas': 1, 'status.readyReplicas': 2 },
        [['status.readyReplicas', invalid]],
      ],
    ],
  },
  {
    apiVersions: ['apps/v1'],
    kind: 'ControllerRevision',
    create: [
      ['no data', { data: undefined }, [['data', required, 'data is mandatory']]],
      ['a revision before 0', { revision: -1 }, [['revision', invalid]]],
      ['a name in capitals', { 'metadata.name': 'Web' }, [['metadata.name', invalid]]],
    ],
    update: [['other data', { 'data.a': 1 }, [['data', invalid, 'field is immutable']]]],
  },
]);
