import {
  describeInvalid,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  type Row,
  required,
} from '../../support/invalid.ts';

const http = 'spec.rules[0].http.paths';
const path = (change: object) => ({
  [http]: [{ path: '/a', pathType: 'Prefix', backend: { serviceName: 's', servicePort: 80 }, ...change }],
});
const w = 'webhooks[0]';
const unconditional: Row = [
  'no version to update',
  { 'metadata.resourceVersion': undefined },
  [['metadata.resourceVersion', invalid]],
];

/** Versions that release 1.23 serves no more; faults are told where their fields stand. */
describeInvalid(
  [
    {
      apiVersions: ['networking.k8s.io/v1beta1', 'extensions/v1beta1'],
      kind: 'Ingress',
      errorGroup: 'networking.k8s.io',
      create: [
        [
          'nothing',
          { 'spec.backend': undefined },
          [['spec', invalid, 'either `backend` or `rules` must be specified']],
        ],
        [
          'a service without a name',
          { 'spec.backend.serviceName': '' },
          [['spec.backend.serviceName', required]],
        ],
        [
          'a service with a bad name',
          { 'spec.backend.serviceName': '1a' },
          [['spec.backend.serviceName', invalid]],
        ],
        ['port 70000', { 'spec.backend.servicePort': 70000 }, [['spec.backend.servicePort', invalid]]],
        [
          'a port with a bad name',
          { 'spec.backend.servicePort': 'A_' },
          [['spec.backend.servicePort', invalid]],
        ],
        [
          'a service and a resource',
          { 'spec.backend.resource': { kind: 'K', name: 'n' } },
          [['spec.backend', invalid, 'cannot set both resource and service backends']],
        ],
        ['an address as host', { 'spec.rules': [{ host: '10.0.0.1' }] }, [['spec.rules[0].host', invalid]]],
        ['a path without a slash', path({ path: 'a' }), [[`${http}[0].path`, invalid]]],
        ['a path of another type', path({ pathType: 'Guess' }), [[`${http}[0].pathType`, notSupported]]],
      ],
      update: [
        [
          'a service without a name',
          { 'spec.backend.serviceName': '' },
          [['spec.backend.serviceName', required]],
        ],
      ],
    },
    {
      apiVersions: ['networking.k8s.io/v1beta1'],
      kind: 'IngressClass',
      create: [['no controller', { 'spec.controller': '' }, [['spec.controller', required]]]],
      update: [
        ['another controller', { 'spec.controller': 'example.com/other' }, [['spec.controller', invalid]]],
      ],
    },
    ...['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'].map((kind) => ({
      apiVersions: ['admissionregistration.k8s.io/v1beta1'],
      kind,
      create: [
        ['a hook with a name of two parts', { [`${w}.name`]: 'a.b' }, [[`${w}.name`, invalid]]],
        ['other side effects', { [`${w}.sideEffects`]: 'Fun' }, [[`${w}.sideEffects`, notSupported]]],
        ['31 seconds', { [`${w}.timeoutSeconds`]: 31 }, [[`${w}.timeoutSeconds`, invalid]]],
        ['nobody to ask', { [`${w}.clientConfig`]: {} }, [[`${w}.clientConfig`, required]]],
      ] as Row[],
      update: [unconditional],
    })),
    {
      apiVersions: ['certificates.k8s.io/v1beta1'],
      kind: 'CertificateSigningRequest',
      create: [
        ['no request', { 'spec.request': '' }, [['spec.request', invalid]]],
        ['somebody without a domain', { 'spec.signerName': 'signer' }, [['spec.signerName', invalid]]],
      ],
    },
    {
      apiVersions: ['apiextensions.k8s.io/v1beta1'],
      kind: 'CustomResourceDefinition',
      create: [
        [
          'a name that is not its own',
          { 'metadata.name': 'other.example.com' },
          [['metadata.name', invalid]],
        ],
        ['another scope', { 'spec.scope': 'World' }, [['spec.scope', notSupported]]],
        [
          'another first version',
          { 'spec.version': 'v2' },
          [['spec.version', invalid, 'must match the first version in spec.versions']],
        ],
        [
          'no kind',
          { 'spec.names.kind': '' },
          [
            ['spec.names.kind', required],
            ['spec.names.listKind', required],
          ],
        ],
      ],
      update: [unconditional],
    },
    {
      apiVersions: ['apiregistration.k8s.io/v1beta1'],
      kind: 'APIService',
      create: [
        [
          'a group of priority 0',
          { 'spec.groupPriorityMinimum': 0 },
          [['spec.groupPriorityMinimum', invalid]],
        ],
        [
          'a name that is not its own',
          { 'metadata.name': 'v2.sample.example.com' },
          [['metadata.name', invalid]],
        ],
      ],
      update: [unconditional],
    },
    {
      apiVersions: ['rbac.authorization.k8s.io/v1beta1'],
      kind: 'ClusterRole',
      create: [['nothing to do', { 'rules[0].verbs': [] }, [['rules[0].verbs', required]]]],
    },
    {
      apiVersions: ['rbac.authorization.k8s.io/v1beta1'],
      kind: 'Role',
      create: [['nothing to do', { 'rules[0].verbs': [] }, [['rules[0].verbs', required]]]],
    },
    ...['RoleBinding', 'ClusterRoleBinding'].map((kind) => ({
      apiVersions: ['rbac.authorization.k8s.io/v1beta1'],
      kind,
      create: [
        ['another kind of people', { 'subjects[0].kind': 'Cat' }, [['subjects[0].kind', notSupported]]],
      ] as Row[],
      update: [
        ['another role', { 'roleRef.name': 'other' }, [['roleRef', invalid, 'cannot change roleRef']]],
      ] as Row[],
    })),
    {
      apiVersions: ['storage.k8s.io/v1beta1'],
      kind: 'StorageClass',
      create: [['nobody who makes volumes', { provisioner: '' }, [['provisioner', required]]]],
      update: [['other parameters', { parameters: { a: 'b' } }, [['parameters', forbidden]]]],
    },
    {
      apiVersions: ['storage.k8s.io/v1beta1'],
      kind: 'VolumeAttachment',
      create: [['no source', { 'spec.source': {} }, [['spec.source', required]]]],
      update: [unconditional],
    },
    {
      apiVersions: ['storage.k8s.io/v1beta1'],
      kind: 'CSINode',
      create: [
        [
          'a driver twice',
          { 'spec.drivers[1]': { name: 'csi.example.com', nodeID: 'm' } },
          [['spec.drivers[1].name', duplicate]],
        ],
      ],
      update: [unconditional],
    },
    {
      apiVersions: ['storage.k8s.io/v1beta1'],
      kind: 'CSIDriver',
      create: [
        [
          'another life',
          { 'spec.volumeLifecycleModes': ['Eternal'] },
          [['spec.volumeLifecycleModes', notSupported]],
        ],
      ],
      update: [unconditional],
    },
    {
      apiVersions: ['scheduling.k8s.io/v1beta1'],
      kind: 'PriorityClass',
      create: [['a value of the system', { value: 1_000_000_001 }, [['value', forbidden]]]],
      update: [['another value', { value: 5 }, [['Value', forbidden]]]],
    },
    {
      apiVersions: ['coordination.k8s.io/v1beta1'],
      kind: 'Lease',
      create: [['no time', { 'spec.leaseDurationSeconds': 0 }, [['spec.leaseDurationSeconds', invalid]]]],
      update: [unconditional],
    },
    {
      apiVersions: ['flowcontrol.apiserver.k8s.io/v1beta1'],
      kind: 'FlowSchema',
      create: [
        [
          'no level',
          { 'spec.priorityLevelConfiguration.name': '' },
          [['spec.priorityLevelConfiguration.name', required]],
        ],
      ],
    },
    {
      apiVersions: ['flowcontrol.apiserver.k8s.io/v1beta1'],
      kind: 'PriorityLevelConfiguration',
      create: [['no limit', { 'spec.limited': undefined }, [['spec.limited', required]]]],
    },
    {
      apiVersions: ['events.k8s.io/v1beta1'],
      kind: 'Event',
      errorGroup: '',
      create: [
        [
          'nobody who says so',
          { reportingController: '' },
          [
            ['reportingController', required],
            ['reportingController', invalid],
          ],
        ],
        [
          'something of another namespace',
          { eventTime: undefined, 'regarding.namespace': 'other' },
          [['involvedObject.namespace', invalid]],
        ],
      ],
    },
  ],
  { flags: ['--emulated-version=1.21'] },
);
