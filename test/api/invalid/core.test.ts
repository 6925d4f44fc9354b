import {
  describeInvalid,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../support/invalid.ts';

const big = 'x'.repeat(1024 * 1024 + 1);
const immutableData = 'field is immutable when `immutable` is set';
const volumeSource = (source: object) => ({
  'spec.hostPath': undefined,
  ...Object.fromEntries(Object.entries(source).map(([name, value]) => [`spec.${name}`, value])),
});
const affinity = 'spec.nodeAffinity.required';

describeInvalid([
  {
    apiVersions: ['v1'],
    kind: 'ConfigMap',
    create: [
      [
        'a key with a slash',
        { "data['a/b']": '' },
        [['data[a/b]', invalid, 'a valid config key must consist of']],
      ],
      [
        'a key of 254 letters',
        { [`data.${'a'.repeat(254)}`]: '' },
        [[`data[${'a'.repeat(254)}]`, invalid, 'must be no more than 253 characters']],
      ],
      ['a dot as a key', { "data['.']": '' }, [['data[.]', invalid, "must not be '.'"]]],
      [
        'two dots in front of a key',
        { "data['..a']": '' },
        [['data[..a]', invalid, "must not start with '..'"]],
      ],
      [
        'a key in both maps',
        { 'data.bytes': '' },
        [['data[bytes]', invalid, 'duplicate of key present in binaryData']],
      ],
      ['a bad key for bytes', { "binaryData['a b']": '' }, [['binaryData[a b]', invalid]]],
      ['more than a mebibyte', { 'data.a': big }, [['[]', tooLong, 'must have at most 1048576 bytes']]],
      ['a number as a value', { 'data.a': 5 }, { code: 400, message: 'cannot unmarshal number' }],
      ['a name with an underscore', { 'metadata.name': 'a_b' }, [['metadata.name', invalid]]],
      [
        'a name of 254 letters',
        { 'metadata.name': 'a'.repeat(254) },
        [['metadata.name', invalid, 'must be no more than 253 characters']],
      ],
    ],
    update: [['a bad key', { "data['a b']": '' }, [['data[a b]', invalid]]]],
  },
  {
    apiVersions: ['v1'],
    kind: 'ConfigMap',
    base: { 'metadata.name': 'frozen', immutable: true },
    update: [
      ['other data', { 'data.text': 'b' }, [['data', forbidden, immutableData]]],
      ['other bytes', { 'binaryData.bytes': 'AAAA' }, [['binaryData', forbidden, immutableData]]],
      ['freedom', { immutable: undefined }, [['immutable', forbidden, immutableData]]],
    ],
  },
  {
    apiVersions: ['v1'],
    kind: 'Secret',
    create: [
      ['a bad key', { "data['a b']": 'YQ==' }, [['data[a b]', invalid]]],
      ['more than a mebibyte', { 'data.a': Buffer.from(big).toString('base64') }, [['data', tooLong]]],
      ['text that is not base64', { 'data.a': 'ä' }, { code: 400, message: 'illegal base64 data' }],
      [
        'a token of no account',
        { type: 'kubernetes.io/service-account-token' },
        [['metadata.annotations[kubernetes.io/service-account.name]', required]],
      ],
      ['no docker configuration', { type: 'kubernetes.io/dockercfg' }, [['data[.dockercfg]', required]]],
      [
        'a docker configuration that is no JSON',
        { type: 'kubernetes.io/dockerconfigjson', "data['.dockerconfigjson']": 'YQ==' },
        [
          [
            'data[.dockerconfigjson]',
            invalid,
            `"<secret contents redacted>": invalid character 'a' looking for beginning of value`,
          ],
        ],
      ],
      [
        'nobody who logs in',
        { type: 'kubernetes.io/basic-auth' },
        [
          ['data[%s][username]', required],
          ['data[%s][password]', required],
        ],
      ],
      ['no key for SSH', { type: 'kubernetes.io/ssh-auth' }, [['data[%s][ssh-privatekey]', required]]],
      [
        'no certificate',
        { type: 'kubernetes.io/tls' },
        [
          ['data[tls.crt]', required],
          ['data[tls.key]', required],
        ],
      ],
    ],
    update: [['another type', { type: 'example.com/other' }, [['type', invalid, 'field is immutable']]]],
  },
  {
    apiVersions: ['v1'],
    kind: 'Secret',
    base: { 'metadata.name': 'frozen', immutable: true },
    update: [
      ['other data', { 'data.key': 'YQ==' }, [['data', forbidden, immutableData]]],
      ['freedom', { immutable: false }, [['immutable', forbidden, immutableData]]],
    ],
  },
  {
    apiVersions: ['v1'],
    kind: 'Namespace',
    create: [
      [
        'a name with a dot',
        { 'metadata.name': 'a.b' },
        [['metadata.name', invalid, 'a lowercase RFC 1123 label']],
      ],
      [
        'a name of 64 letters',
        { 'metadata.name': 'a'.repeat(64) },
        [
          ['metadata.name', invalid, 'must be no more than 63 characters'],
          ['metadata.labels', invalid],
        ],
      ],
      ['a finalizer without a domain', { 'spec.finalizers': ['mine'] }, [['spec.finalizers', invalid]]],
    ],
    status: [['another phase', { 'status.phase': 'Dreaming' }, [['status.Phase', invalid]]]],
  },
  {
    apiVersions: ['v1'],
    kind: 'ServiceAccount',
    create: [['a name in capitals', { 'metadata.name': 'Robot' }, [['metadata.name', invalid]]]],
  },
  {
    apiVersions: ['v1'],
    kind: 'Node',
    create: [
      ['a name in capitals', { 'metadata.name': 'Node' }, [['metadata.name', invalid]]],
      ['a taint without a key', { 'spec.taints[0].key': '' }, [['metadata.taints[0].key', invalid]]],
      [
        'a taint of another effect',
        { 'spec.taints[0].effect': 'Stay' },
        [['metadata.taints[0].effect', notSupported]],
      ],
      [
        'a taint without an effect',
        { 'spec.taints[0].effect': '' },
        [['metadata.taints[0].effect', required]],
      ],
      [
        'a taint with a bad value',
        { 'spec.taints[0].value': 'a b' },
        [['metadata.taints[0].value', invalid]],
      ],
      [
        'a taint twice',
        { 'spec.taints[1]': { key: 'k', effect: 'NoSchedule', value: 'other' } },
        [
          [
            'metadata.taints[1]',
            duplicate,
            'core.Taint{Key:"k", Value:"other", Effect:"NoSchedule", TimeAdded:<nil>}: taints must be unique by key and effect pair',
          ],
        ],
      ],
      [
        'a range of addresses that is none',
        { 'spec.podCIDR': '10.0.0.0', 'spec.podCIDRs': ['10.0.0.0'] },
        [['spec.podCIDRs[0]', invalid]],
      ],
      [
        'two ranges of one family',
        { 'spec.podCIDR': '10.0.0.0/24', 'spec.podCIDRs': ['10.0.0.0/24', '10.0.1.0/24'] },
        [['spec.podCIDRs', invalid]],
      ],
    ],
    update: [['a bad taint', { 'spec.taints[0].key': 'a b' }, [['metadata.taints[0].key', invalid]]]],
    status: [
      [
        'one address twice',
        { 'status.addresses': [1, 2].map(() => ({ type: 'InternalIP', address: '10.0.0.1' })) },
        [['status.addresses[1]', duplicate]],
      ],
      [
        'less than no memory',
        { 'status.capacity': { memory: '-1' } },
        [
          ['status.capacity.memory', invalid],
          ['status.allocatable.memory', invalid],
        ],
      ],
      [
        'half a pod',
        { 'status.capacity': { pods: '500m' } },
        [
          ['status.capacity.pods', invalid, 'must be an integer'],
          ['status.allocatable.pods', invalid],
        ],
      ],
    ],
  },
  {
    apiVersions: ['v1'],
    kind: 'Node',
    base: {
      'metadata.name': 'provided',
      'spec.podCIDR': '10.0.0.0/24',
      'spec.podCIDRs': ['10.0.0.0/24'],
      'spec.providerID': 'a://b',
    },
    update: [
      [
        'another range',
        { 'spec.podCIDR': '10.0.1.0/24', 'spec.podCIDRs': ['10.0.1.0/24'] },
        [['spec.podCIDRs', forbidden, 'node updates may not change podCIDR except from "" to valid']],
      ],
      [
        'another provider',
        { 'spec.providerID': 'c://d' },
        [['spec.providerID', forbidden, 'node updates may not change providerID except from "" to valid']],
      ],
    ],
  },
  {
    apiVersions: ['v1'],
    kind: 'PersistentVolume',
    create: [
      ['no access', { 'spec.accessModes': [] }, [['spec.accessModes', required]]],
      ['another access', { 'spec.accessModes': ['ReadNever'] }, [['spec.accessModes', notSupported]]],
      [
        'no capacity',
        { 'spec.capacity': {} },
        [
          ['spec.capacity', required],
          ['spec.capacity', notSupported, 'Unsupported value: core.ResourceList{}: supported values'],
        ],
      ],
      ['capacity of something else', { 'spec.capacity': { cpu: '1' } }, [['spec.capacity', notSupported]]],
      [
        'capacity 0',
        { 'spec.capacity.storage': '0' },
        [['spec.capacity[storage]', invalid, 'must be greater than zero']],
      ],
      ['no source', volumeSource({}), [['spec', required, 'must specify a volume type']]],
      [
        'two sources',
        { 'spec.nfs': { server: 's', path: '/' } },
        [['spec.nfs', forbidden, 'may not specify more than 1 volume type']],
      ],
      [
        'an address of iSCSI that is none',
        volumeSource({ iscsi: { targetPortal: 'p', iqn: 'x', lun: 0, secretRef: {} } }),
        [
          ['spec.iscsi.iqn', invalid, 'must be valid format'],
          ['spec.iscsi.secretRef.name', required],
        ],
      ],
      [
        'a Secret of a driver with a bad name',
        volumeSource({
          csi: { driver: 'd', volumeHandle: 'h', controllerExpandSecretRef: { name: 'A', namespace: '' } },
        }),
        [
          ['spec.csi.name', invalid],
          ['spec.csi.controllerExpandSecretRef.namespace', required],
        ],
      ],
      [
        'another way to reclaim',
        { 'spec.persistentVolumeReclaimPolicy': 'Burn' },
        [['spec.persistentVolumeReclaimPolicy', notSupported]],
      ],
      [
        'the whole host to recycle',
        { 'spec.hostPath.path': '/', 'spec.persistentVolumeReclaimPolicy': 'Recycle' },
        [
          [
            'spec.persistentVolumeReclaimPolicy',
            forbidden,
            "may not be 'recycle' for a hostPath mount of '/'",
          ],
        ],
      ],
      ['a path that climbs', { 'spec.hostPath.path': '/a/..' }, [['spec.hostPath.path', invalid]]],
      [
        'a local path without a node',
        volumeSource({ local: { path: '/a' } }),
        [['spec.nodeAffinity', required, 'Local volume requires node affinity']],
      ],
      [
        'a driver without a handle',
        volumeSource({ csi: { driver: 'a' } }),
        [['spec.csi.volumeHandle', required]],
      ],
      [
        'a secret without a namespace',
        volumeSource({ csi: { driver: 'a', volumeHandle: 'h', nodePublishSecretRef: { name: 's' } } }),
        [['spec.csi.nodePublishSecretRef.namespace', required]],
      ],
      ['a class with a bad name', { 'spec.storageClassName': 'A' }, [['spec.storageClassName', invalid]]],
      ['another mode', { 'spec.volumeMode': 'Tape' }, [['spec.volumeMode', notSupported]]],
      [
        'an affinity to no node',
        { [`${affinity}.nodeSelectorTerms`]: [] },
        [[`${affinity}.nodeSelectorTerms`, required]],
      ],
      [
        'an affinity without a requirement',
        { 'spec.nodeAffinity': {} },
        [[affinity, required, 'must specify required node constraints']],
      ],
      [
        'options for what is not mounted',
        { "metadata.annotations['volume.beta.kubernetes.io/mount-options']": 'ro' },
        [
          [
            'metadata.annotations.volume.beta.kubernetes.io/mount-options',
            forbidden,
            'may not specify mount options for this volume type',
          ],
        ],
      ],
    ],
    update: [
      [
        'another path',
        { 'spec.hostPath.path': '/other' },
        [
          [
            'spec.persistentvolumesource',
            forbidden,
            'spec.persistentvolumesource is immutable after creation',
          ],
        ],
      ],
      ['another mode', { 'spec.volumeMode': 'Block' }, [['volumeMode', invalid, 'field is immutable']]],
      ['capacity 0', { 'spec.capacity.storage': '0' }, [['spec.capacity[storage]', invalid]]],
    ],
  },
  {
    apiVersions: ['v1'],
    kind: 'PersistentVolumeClaim',
    create: [
      [
        'no access',
        { 'spec.accessModes': [] },
        [['spec.accessModes', required, 'at least 1 access mode is required']],
      ],
      ['another access', { 'spec.accessModes': ['ReadNever'] }, [['spec.accessModes', notSupported]]],
      ['no size', { 'spec.resources': {} }, [['spec.resources[storage]', required]]],
      ['size 0', { 'spec.resources.requests.storage': '0' }, [['spec.resources[storage]', invalid]]],
      ['a class with a bad name', { 'spec.storageClassName': 'A' }, [['spec.storageClassName', invalid]]],
      ['another mode', { 'spec.volumeMode': 'Tape' }, [['spec.volumeMode', notSupported]]],
      [
        'a bad selector',
        { 'spec.selector.matchExpressions': [{ key: 'a', operator: 'In' }] },
        [['spec.selector.matchExpressions[0].values', required]],
      ],
      [
        'data of something without a name',
        { 'spec.dataSource': { kind: 'PersistentVolumeClaim' } },
        [['spec.dataSource.name', required]],
      ],
    ],
    update: [
      [
        'another class',
        { 'spec.storageClassName': 'other' },
        [['spec', forbidden, 'spec is immutable after creation except resources.requests for bound claims']],
      ],
      [
        'another size before it is bound',
        { 'spec.resources.requests.storage': '2Gi' },
        [['spec', forbidden]],
      ],
      ['another access', { 'spec.accessModes': ['ReadWriteMany'] }, [['spec', forbidden]]],
    ],
    status: [
      [
        'less than nothing',
        { 'status.capacity': { storage: '-1' } },
        [['status.capacity[storage]', invalid]],
      ],
    ],
  },
  {
    apiVersions: ['v1'],
    kind: 'LimitRange',
    create: [
      ['another type', { 'spec.limits[0].type': 'Shelf' }, [['spec.limits[0].type', invalid]]],
      ['one type twice', { 'spec.limits[1]': { type: 'Container' } }, [['spec.limits[1].type', duplicate]]],
      [
        'a minimum above the maximum',
        { 'spec.limits[0].min': { cpu: '2' } },
        [
          [
            'spec.limits[0].min[cpu]',
            invalid,
            'Invalid value: resource.Quantity{i:resource.int64Amount{value:2, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"2", Format:"DecimalSI"}: min value 2 is greater than max value 500m',
          ],
          ['spec.limits[0].defaultRequest[cpu]', invalid],
          ['spec.limits[0].default[cpu]', invalid],
        ],
      ],
      [
        'a default above the maximum',
        { 'spec.limits[0].default': { cpu: '2' } },
        [
          ['spec.limits[0].default[cpu]', invalid],
          ['spec.limits[0].defaultRequest[cpu]', invalid],
        ],
      ],
      [
        'a default for pods',
        { 'spec.limits[0]': { type: 'Pod', default: { cpu: '1' } } },
        [['spec.limits[0].default', forbidden, "may not be specified when `type` is 'Pod'"]],
      ],
      [
        'claims without storage',
        { 'spec.limits[0]': { type: 'PersistentVolumeClaim' } },
        [['spec.limits[0].limits', required]],
      ],
      [
        'a ratio below 1',
        { 'spec.limits[0].maxLimitRequestRatio': { cpu: '500m' } },
        [['spec.limits[0].maxLimitRequestRatio[cpu]', invalid]],
      ],
      [
        'a resource that is none',
        { 'spec.limits[0].max': { love: '1' } },
        [
          ['spec.limits[0].max[love]', invalid],
          ['spec.limits[0].default[love]', invalid],
          ['spec.limits[0].defaultRequest[love]', invalid],
        ],
      ],
    ],
  },
  {
    apiVersions: ['v1'],
    kind: 'ResourceQuota',
    create: [
      [
        'fewer than none',
        { 'spec.hard.pods': '-1' },
        [['spec.hard[pods]', invalid, 'must be greater than or equal to 0']],
      ],
      [
        'half a pod',
        { 'spec.hard.pods': '500m' },
        [['spec.hard[pods]', invalid, 's:"500m", Format:"DecimalSI"}: must be an integer']],
      ],
      [
        'a resource that is none',
        { 'spec.hard.love': '1' },
        [['spec.hard[love]', invalid, 'must be a standard resource for quota']],
      ],
      [
        'another scope',
        { 'spec.scopes': ['Big'] },
        [['spec.scopes', invalid, 'Invalid value: []core.ResourceQuotaScope{"Big"}: unsupported scope']],
      ],
      [
        'scopes that contradict',
        { 'spec.hard': { pods: '1' }, 'spec.scopes': ['BestEffort', 'NotBestEffort'] },
        [['spec.scopes', invalid, 'conflicting scopes']],
      ],
      [
        'processors of what needs none',
        { 'spec.scopes': ['BestEffort'] },
        [['spec.scopes', invalid, 'unsupported scope applied to resource']],
      ],
      [
        'a scope in a class of none',
        { 'spec.scopeSelector.matchExpressions': [{ scopeName: 'PriorityClass', operator: 'In' }] },
        [['spec.scopeSelector.matchExpressions.values', required]],
      ],
    ],
    update: [
      [
        'another scope',
        { 'spec.scopes': ['NotBestEffort'] },
        [['spec.scopes', invalid, 'field is immutable']],
      ],
    ],
    status: [['fewer than none', { 'status.used': { pods: '-1' } }, [['status.used[pods]', invalid]]]],
  },
  {
    apiVersions: ['v1'],
    kind: 'Endpoints',
    create: [
      [
        'an address that is none',
        { 'subsets[0].addresses[0].ip': 'a' },
        [['subsets[0].addresses[0].ip', invalid, 'must be a valid IP address']],
      ],
      [
        'this machine',
        { 'subsets[0].addresses[0].ip': '127.0.0.1' },
        [['subsets[0].addresses[0].ip', invalid, 'may not be in the loopback range']],
      ],
      [
        'no address at all',
        { 'subsets[0].addresses': [] },
        [['subsets[0]', required, 'must specify `addresses` or `notReadyAddresses`']],
      ],
      ['port 0', { 'subsets[0].ports[0].port': 0 }, [['subsets[0].ports[0].port', invalid]]],
      [
        'two ports without names',
        { 'subsets[0].ports[1]': { port: 81 } },
        [
          ['subsets[0].ports[0].name', required],
          ['subsets[0].ports[1].name', required],
        ],
      ],
      [
        'another protocol',
        { 'subsets[0].ports[0].protocol': 'ICMP' },
        [['subsets[0].ports[0].protocol', notSupported]],
      ],
      [
        'a node with a bad name',
        { 'subsets[0].addresses[0].nodeName': 'A' },
        [['subsets[0].addresses[0].nodeName', invalid]],
      ],
    ],
    update: [
      [
        'an address that is none',
        { 'subsets[0].addresses[0].ip': 'a' },
        [['subsets[0].addresses[0].ip', invalid]],
      ],
    ],
  },
]);
