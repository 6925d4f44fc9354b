import {
  describeInvalid,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../support/invalid.ts';

const unconditional = [
  'no version to update',
  { 'metadata.resourceVersion': undefined },
  [['metadata.resourceVersion', invalid, 'must be specified for an update']],
] as const;

describeInvalid([
  {
    apiVersions: ['storage.k8s.io/v1'],
    kind: 'StorageClass',
    create: [
      ['a name in capitals', { 'metadata.name': 'Fast' }, [['metadata.name', invalid]]],
      ['nobody who makes volumes', { provisioner: '' }, [['provisioner', required]]],
      ['somebody with a bad name', { provisioner: 'a b' }, [['provisioner', invalid]]],
      ['another way to reclaim', { reclaimPolicy: 'Burn' }, [['reclaimPolicy', notSupported]]],
      ['a way to reclaim that volumes have', { reclaimPolicy: 'Recycle' }, [['reclaimPolicy', notSupported]]],
      ['another time to bind', { volumeBindingMode: 'Later' }, [['volumeBindingMode', notSupported]]],
      ['a time to bind that says nothing', { volumeBindingMode: '' }, [['volumeBindingMode', notSupported]]],
      [
        'a parameter without a name',
        { parameters: { '': 'a' } },
        [['parameters', invalid, 'field can not be empty.']],
      ],
      [
        '513 parameters',
        { parameters: Object.fromEntries([...Array(513).keys()].map((n) => [`p${n}`, ''])) },
        [['parameters', tooLong]],
      ],
      ['parameters of 257 KiB', { parameters: { a: 'x'.repeat(257 * 1024) } }, [['parameters', tooLong]]],
      [
        'a place without values',
        { allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: [] }] }] },
        [['allowedTopologies[0].matchLabelExpressions[0].values', required]],
      ],
      [
        'a place twice',
        {
          allowedTopologies: [{ matchLabelExpressions: [1, 2].map(() => ({ key: 'zone', values: ['a'] })) }],
        },
        [['allowedTopologies[0].matchLabelExpressions[1].key', duplicate]],
      ],
      [
        'one value of a place twice',
        { allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['a', 'a'] }] }] },
        [['allowedTopologies[0].matchLabelExpressions[0].values[1]', duplicate]],
      ],
    ],
    update: [
      [
        'other parameters',
        { parameters: { a: 'b' } },
        [['parameters', forbidden, 'updates to parameters are forbidden.']],
      ],
      [
        'somebody else',
        { provisioner: 'other.example.com' },
        [['provisioner', forbidden, 'updates to provisioner are forbidden.']],
      ],
      [
        'another way to reclaim',
        { reclaimPolicy: 'Retain' },
        [['reclaimPolicy', forbidden, 'updates to reclaimPolicy are forbidden.']],
      ],
      [
        'another time to bind',
        { volumeBindingMode: 'WaitForFirstConsumer' },
        [['volumeBindingMode', invalid, 'field is immutable']],
      ],
    ],
  },
  {
    apiVersions: ['storage.k8s.io/v1', 'storage.k8s.io/v1alpha1'],
    kind: 'VolumeAttachment',
    create: [
      ['a name in capitals', { 'metadata.name': 'A' }, [['metadata.name', invalid]]],
      [
        'no source',
        { 'spec.source': {} },
        [['spec.source', required, 'must specify exactly one of inlineVolumeSpec and persistentVolumeName']],
      ],
      ['a node with a bad name', { 'spec.nodeName': 'A' }, [['spec.nodeName', invalid]]],
    ],
    update: [
      unconditional,
      ['another node', { 'spec.nodeName': 'other' }, [['spec', invalid, 'field is immutable']]],
      [
        'another volume',
        { 'spec.source.persistentVolumeName': 'other' },
        [['spec', invalid, 'field is immutable']],
      ],
    ],
  },
  {
    apiVersions: ['storage.k8s.io/v1'],
    kind: 'VolumeAttachment',
    base: { 'metadata.name': 'attached' },
    create: [
      ['somebody of 64 letters', { 'spec.attacher': 'a'.repeat(64) }, [['spec.attacher', tooLong]]],
      [
        'nobody who attaches',
        { 'spec.attacher': '' },
        [
          ['spec.attacher', required],
          ['spec.attacher', invalid],
        ],
      ],
      [
        'no volume',
        { 'spec.source.persistentVolumeName': '' },
        [
          ['spec.source.persistentVolumeName', required, 'must specify non empty persistentVolumeName'],
          ['spec.source.persistentVolumeName', invalid],
        ],
      ],
    ],
    status: [
      [
        'metadata of 257 KiB',
        { 'status.attachmentMetadata': { a: 'x'.repeat(257 * 1024) } },
        [['status.attachmentMetadata', tooLong]],
      ],
      [
        'an error of 1025 letters',
        { 'status.attachError': { message: 'x'.repeat(1025) } },
        [['status.attachError.message', tooLong]],
      ],
    ],
  },
  {
    apiVersions: ['storage.k8s.io/v1'],
    kind: 'CSINode',
    create: [
      ['a name in capitals', { 'metadata.name': 'A' }, [['metadata.name', invalid]]],
      [
        'a driver without a name',
        { 'spec.drivers[0].name': '' },
        [
          ['spec.drivers[0].name', required],
          ['spec.drivers[0].name', invalid],
        ],
      ],
      ['a driver with a bad name', { 'spec.drivers[0].name': 'a b' }, [['spec.drivers[0].name', invalid]]],
      [
        'a driver twice',
        { 'spec.drivers[1]': { name: 'csi.example.com', nodeID: 'm' } },
        [['spec.drivers[1].name', duplicate]],
      ],
      [
        'a node without a name of its own',
        { 'spec.drivers[0].nodeID': '' },
        [['spec.drivers[0].nodeID', required]],
      ],
      [
        'a node with a name of 129 letters',
        { 'spec.drivers[0].nodeID': 'a'.repeat(129) },
        [['spec.drivers[0].nodeID', invalid, 'must be 128 characters or less']],
      ],
      [
        'fewer than no volumes',
        { 'spec.drivers[0].allocatable': { count: -1 } },
        [['spec.drivers[0].allocatable.count', invalid]],
      ],
      [
        'one place twice',
        { 'spec.drivers[0].topologyKeys': ['zone', 'zone'] },
        [['spec.drivers[0]', duplicate, '"zone"']],
      ],
      [
        'no place',
        { 'spec.drivers[0].topologyKeys': [''] },
        [
          ['spec.drivers[0]', required],
          ['spec.drivers[0]', invalid],
        ],
      ],
    ],
    update: [
      unconditional,
      [
        'another name on the node',
        { 'spec.drivers[0].nodeID': 'm' },
        [['CSINodeDriver', invalid, 'field is immutable']],
      ],
    ],
  },
  {
    apiVersions: ['storage.k8s.io/v1'],
    kind: 'CSIDriver',
    create: [
      ['a name with a blank', { 'metadata.name': 'a b' }, [['name', invalid]]],
      [
        'another policy of groups',
        { 'spec.fsGroupPolicy': 'Sometimes' },
        [['spec.fsGroupPolicy', notSupported]],
      ],
      [
        'another life',
        { 'spec.volumeLifecycleModes': ['Eternal'] },
        [['spec.volumeLifecycleModes', notSupported]],
      ],
      [
        'tokens for one audience twice',
        { 'spec.tokenRequests': [{ audience: 'a' }, { audience: 'a' }] },
        [['spec.tokenRequests[1].audience', duplicate]],
      ],
      [
        'tokens for a minute',
        { 'spec.tokenRequests': [{ audience: 'a', expirationSeconds: 60 }] },
        [
          [
            'spec.tokenRequests[0].expirationSeconds',
            invalid,
            'may not specify a duration less than 10 minutes',
          ],
        ],
      ],
    ],
    update: [
      unconditional,
      [
        'no need to attach',
        { 'spec.attachRequired': false },
        [['spec.attachedRequired', invalid, 'field is immutable']],
      ],
      [
        'another policy of groups',
        { 'spec.fsGroupPolicy': 'None' },
        [['spec.fsGroupPolicy', invalid, 'field is immutable']],
      ],
      [
        'a policy of groups that there is not',
        { 'spec.fsGroupPolicy': 'Some' },
        [
          ['spec.fsGroupPolicy', notSupported],
          ['spec.fsGroupPolicy', invalid],
        ],
      ],
    ],
  },
  {
    apiVersions: ['storage.k8s.io/v1beta1', 'storage.k8s.io/v1alpha1'],
    kind: 'CSIStorageCapacity',
    create: [
      ['a name in capitals', { 'metadata.name': 'A' }, [['metadata.name', invalid]]],
      ['a class with a bad name', { storageClassName: 'A' }, [['storageClassName', invalid]]],
      [
        'less than nothing',
        { capacity: '-1' },
        [['capacity', invalid, 'must be greater than or equal to 0']],
      ],
      ['a bad place', { 'nodeTopology.matchLabels': { a: 'b c' } }, [['nodeTopology.matchLabels', invalid]]],
    ],
    update: [
      unconditional,
      ['another class', { storageClassName: 'other' }, [['storageClassName', invalid, 'field is immutable']]],
      [
        'another place',
        { 'nodeTopology.matchLabels': { a: 'b' } },
        [['nodeTopology', invalid, 'field is immutable']],
      ],
    ],
  },
]);
