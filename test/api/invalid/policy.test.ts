import {
  describeInvalid,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../support/invalid.ts';

describeInvalid([
  {
    apiVersions: ['policy/v1', 'policy/v1beta1'],
    kind: 'PodDisruptionBudget',
    create: [
      [
        'both bounds',
        { 'spec.maxUnavailable': 1 },
        [['spec', invalid, 'minAvailable and maxUnavailable cannot be both set']],
      ],
      [
        'fewer than none',
        { 'spec.minAvailable': -1 },
        [['spec.minAvailable', invalid, 'must be greater than or equal to 0']],
      ],
      [
        'more than all',
        { 'spec.minAvailable': '101%' },
        [['spec.minAvailable', invalid, 'must not be greater than 100%']],
      ],
      [
        'a part that is none',
        { 'spec.minAvailable': 'half' },
        [['spec.minAvailable', invalid, 'a valid percent string']],
      ],
      [
        'a selector by another operator',
        { 'spec.selector.matchExpressions': [{ key: 'a', operator: 'Like' }] },
        [['spec.selector.matchExpressions[0].operator', invalid]],
      ],
      [
        'a selector of what is there, with values',
        { 'spec.selector.matchExpressions': [{ key: 'a', operator: 'Exists', values: ['b'] }] },
        [['spec.selector.matchExpressions[0].values', forbidden]],
      ],
      ['a bad label', { 'spec.selector.matchLabels.a': 'b c' }, [['spec.selector.matchLabels', invalid]]],
    ],
    update: [
      [
        'no version to update',
        { 'metadata.resourceVersion': undefined },
        [['metadata.resourceVersion', invalid, 'must be specified for an update']],
      ],
      ['both bounds', { 'spec.maxUnavailable': 1 }, [['spec', invalid]]],
    ],
  },
  {
    apiVersions: ['policy/v1'],
    kind: 'PodDisruptionBudget',
    base: { 'metadata.name': 'counted' },
    status: [
      [
        'fewer than none that are well',
        { 'status.currentHealthy': -1 },
        [['status.currentHealthy', invalid]],
      ],
    ],
  },
  {
    apiVersions: ['policy/v1', 'policy/v1beta1'],
    kind: 'PodDisruptionBudget',
    base: { 'metadata.name': 'conditioned' },
    status: [
      [
        'a condition without a reason',
        {
          'status.conditions': [
            {
              type: 'A',
              status: 'True',
              reason: '',
              message: '',
              lastTransitionTime: '2021-03-04T05:06:07Z',
            },
          ],
        },
        [['status.conditions[0].reason', required, 'must be set']],
      ],
    ],
  },
  {
    apiVersions: ['policy/v1beta1'],
    kind: 'PodSecurityPolicy',
    create: [
      ['a name in capitals', { 'metadata.name': 'Strict' }, [['metadata.name', invalid]]],
      ['another rule of labels', { 'spec.seLinux.rule': 'Perhaps' }, [['spec.seLinux.rule', notSupported]]],
      [
        'another rule of users',
        { 'spec.runAsUser.rule': 'Perhaps' },
        [['spec.runAsUser.rule', notSupported]],
      ],
      ['another rule of groups', { 'spec.fsGroup.rule': 'Perhaps' }, [['spec.fsGroup.rule', notSupported]]],
      [
        'another rule of more groups',
        { 'spec.supplementalGroups.rule': 'Perhaps' },
        [['spec.supplementalGroups.rule', notSupported]],
      ],
      [
        'users from 5 to 1',
        { 'spec.runAsUser': { rule: 'MustRunAs', ranges: [{ min: 5, max: 1 }] } },
        [['spec.runAsUser.ranges[0].min', invalid]],
      ],
      [
        'users from -1',
        { 'spec.runAsUser': { rule: 'MustRunAs', ranges: [{ min: -1, max: 1 }] } },
        [['spec.runAsUser.ranges[0].min', invalid]],
      ],
      ['another volume', { 'spec.volumes': ['tape'] }, [['spec.volumes', notSupported]]],
      [
        'what is given and taken',
        { 'spec.allowedCapabilities': ['KILL'], 'spec.requiredDropCapabilities': ['KILL'] },
        [
          [
            'allowedCapabilities',
            invalid,
            'capability is listed in allowedCapabilities and requiredDropCapabilities',
          ],
        ],
      ],
      [
        'everything given and something taken',
        { 'spec.allowedCapabilities': ['*'], 'spec.requiredDropCapabilities': ['KILL'] },
        [
          [
            'requiredDropCapabilities',
            invalid,
            'must be empty when all capabilities are allowed by a wildcard',
          ],
        ],
      ],
      [
        'rights as usual that are refused',
        { 'spec.defaultAllowPrivilegeEscalation': true, 'spec.allowPrivilegeEscalation': false },
        [
          [
            'spec.defaultAllowPrivilegeEscalation',
            invalid,
            'Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true',
          ],
        ],
      ],
      [
        'a path of nothing',
        { 'spec.allowedHostPaths': [{ pathPrefix: '' }] },
        [['spec.allowedHostPaths[0]', required]],
      ],
      [
        'a path that climbs',
        { 'spec.allowedHostPaths': [{ pathPrefix: '/a/../b' }] },
        [['spec.allowedHostPaths[0]', invalid, "must not contain '..'"]],
      ],
      [
        'a driver without a name',
        { 'spec.allowedFlexVolumes': [{ driver: '' }] },
        [['spec.allowedFlexVolumes.allowedFlexVolumes[0].driver', required]],
      ],
      ['a bad switch', { 'spec.forbiddenSysctls': ['A!'] }, [['spec.forbiddenSysctls[0]', invalid]]],
      [
        'a switch allowed and forbidden',
        { 'spec.forbiddenSysctls': ['kernel.*'], 'spec.allowedUnsafeSysctls': ['kernel.msg*'] },
        [['spec.allowedUnsafeSysctls[0]', invalid, 'sysctl overlaps with kernel.*']],
      ],
      [
        'a class of runtime twice',
        { 'spec.runtimeClass.allowedRuntimeClassNames': ['a', 'a'] },
        [['spec.runtimeClass.allowedRuntimeClassNames[1]', duplicate]],
      ],
      [
        'a usual class that is not allowed',
        { 'spec.runtimeClass': { allowedRuntimeClassNames: ['a'], defaultRuntimeClassName: 'b' } },
        [['spec.runtimeClass.allowedRuntimeClassNames', required]],
      ],
    ],
    update: [
      [
        'another rule of users',
        { 'spec.runAsUser.rule': 'Perhaps' },
        [['spec.runAsUser.rule', notSupported]],
      ],
    ],
  },
]);
