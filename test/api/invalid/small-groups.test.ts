import {
  describeInvalid,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
  tooMany,
} from '../../support/invalid.ts';

const unconditional = [
  'no version to update',
  { 'metadata.resourceVersion': undefined },
  [['metadata.resourceVersion', invalid]],
] as const;

/** Groups of one or two kinds with few rules. */
describeInvalid([
  {
    apiVersions: ['scheduling.k8s.io/v1', 'scheduling.k8s.io/v1alpha1'],
    kind: 'PriorityClass',
    create: [
      ['a name in capitals', { 'metadata.name': 'High' }, [['metadata.name', invalid]]],
      [
        'a name of the system',
        { 'metadata.name': 'system-mine' },
        [
          [
            'metadata.name',
            forbidden,
            "priority class names with 'system-' prefix are reserved for system use only",
          ],
        ],
      ],
      [
        'a value of the system',
        { value: 1_000_000_001 },
        [['value', forbidden, 'maximum allowed value of a user defined priority is 1000000000']],
      ],
      ['another policy', { preemptionPolicy: 'Always' }, [['preemptionPolicy', notSupported]]],
    ],
    update: [
      ['another value', { value: 5 }, [['Value', forbidden, 'may not be changed in an update.']]],
      [
        'another policy',
        { preemptionPolicy: 'Never' },
        [['preemptionPolicy', invalid, 'field is immutable']],
      ],
    ],
  },
  {
    apiVersions: ['coordination.k8s.io/v1'],
    kind: 'Lease',
    create: [
      ['a name in capitals', { 'metadata.name': 'Mine' }, [['metadata.name', invalid]]],
      [
        'no time',
        { 'spec.leaseDurationSeconds': 0 },
        [['spec.leaseDurationSeconds', invalid, 'must be greater than 0']],
      ],
      [
        'fewer than no changes',
        { 'spec.leaseTransitions': -1 },
        [['spec.leaseTransitions', invalid, 'must be greater than or equal to 0']],
      ],
      ['a time that is none', { 'spec.renewTime': 'now' }, { code: 400, message: 'parsing time' }],
    ],
    update: [
      unconditional,
      ['no time', { 'spec.leaseDurationSeconds': 0 }, [['spec.leaseDurationSeconds', invalid]]],
    ],
  },
  {
    apiVersions: ['node.k8s.io/v1', 'node.k8s.io/v1beta1'],
    kind: 'RuntimeClass',
    create: [
      ['a name in capitals', { 'metadata.name': 'Fast' }, [['metadata.name', invalid]]],
      ['a handler in capitals', { handler: 'Fast' }, [['handler', invalid, 'a lowercase RFC 1123 label']]],
      ['no handler', { handler: '' }, [['handler', invalid]]],
      [
        'less than no memory',
        { 'overhead.podFixed': { memory: '-1' } },
        [['overhead.limits[memory]', invalid]],
      ],
      [
        'large pages without memory',
        { 'overhead.podFixed': { 'hugepages-2Mi': '3Mi' } },
        [
          [
            'overhead.limits[hugepages-2Mi]',
            invalid,
            '3Mi is not positive integer multiple of hugepages-2Mi',
          ],
          ['overhead', forbidden, 'HugePages require cpu or memory'],
        ],
      ],
      ['a bad node', { 'scheduling.nodeSelector': { a: 'b c' } }, [['scheduling.nodeSelector', invalid]]],
      [
        'a toleration of another effect',
        { 'scheduling.tolerations': [{ key: 'a', effect: 'Stay' }] },
        [['scheduling.tolerations[0].effect', notSupported]],
      ],
      [
        'a toleration twice',
        { 'scheduling.tolerations': [1, 2].map(() => ({ key: 'a', operator: 'Exists' })) },
        [['scheduling.tolerations[1]', duplicate]],
      ],
    ],
    update: [
      unconditional,
      ['another handler', { handler: 'other' }, [['handler', invalid, 'field is immutable']]],
    ],
  },
  {
    apiVersions: ['node.k8s.io/v1alpha1'],
    kind: 'RuntimeClass',
    create: [['a handler in capitals', { 'spec.runtimeHandler': 'Fast' }, [['handler', invalid]]]],
    update: [
      ['another handler', { 'spec.runtimeHandler': 'other' }, [['handler', invalid, 'field is immutable']]],
    ],
  },
  {
    apiVersions: ['discovery.k8s.io/v1', 'discovery.k8s.io/v1beta1'],
    kind: 'EndpointSlice',
    create: [
      ['a name in capitals', { 'metadata.name': 'A' }, [['metadata.name', invalid]]],
      ['no type of addresses', { addressType: '' }, [['addressType', required]]],
      ['another type of addresses', { addressType: 'IPX' }, [['addressType', notSupported]]],
      [
        'no addresses',
        { 'endpoints[0].addresses': [] },
        [['endpoints[0].addresses', required, 'must contain at least 1 address']],
      ],
      [
        '101 addresses',
        { 'endpoints[0].addresses': [...Array(101).keys()].map((n) => `10.0.0.${n + 1}`) },
        [['endpoints[0].addresses', tooMany]],
      ],
      [
        'an address of another family',
        { 'endpoints[0].addresses': ['::1'] },
        [['endpoints[0].addresses[0]', invalid]],
      ],
      [
        'this machine',
        { 'endpoints[0].addresses': ['127.0.0.1'] },
        [['endpoints[0].addresses[0]', invalid, 'may not be in the loopback range']],
      ],
      [
        '1001 endpoints',
        { endpoints: Array(1001).fill({ addresses: ['10.0.0.1'] }) },
        [['endpoints', tooMany]],
      ],
      [
        '101 ports',
        { ports: [...Array(101).keys()].map((n) => ({ name: `p${n}`, port: n + 1 })) },
        [['ports', tooMany]],
      ],
      ['one port twice', { ports: [{ name: 'a' }, { name: 'a' }] }, [['ports[1].name', duplicate]]],
      ['a port with a bad name', { ports: [{ name: 'A' }] }, [['ports[0].name', invalid]]],
      [
        'another protocol',
        { ports: [{ name: 'a', protocol: 'ICMP' }] },
        [['ports[0].protocol', notSupported]],
      ],
      [
        'a bad protocol of applications',
        { ports: [{ name: 'a', appProtocol: 'a b' }] },
        [['ports[0].appProtocol', invalid]],
      ],
      ['a host name with a dot', { 'endpoints[0].hostname': 'a.b' }, [['endpoints[0].hostname', invalid]]],
      ['a node with a bad name', { 'endpoints[0].nodeName': 'A' }, [['endpoints[0].nodeName', invalid]]],
      [
        'hints for nine zones',
        { 'endpoints[0].hints.forZones': [...'abcdefghi'].map((name) => ({ name })) },
        [['endpoints[0].hints.forZones', tooMany]],
      ],
      [
        'hints for one zone twice',
        { 'endpoints[0].hints.forZones': [{ name: 'a' }, { name: 'a' }] },
        [['endpoints[0].hints.forZones[1].name', duplicate]],
      ],
    ],
    update: [
      [
        'another type of addresses',
        { addressType: 'FQDN', endpoints: [] },
        [['addressType', invalid, 'field is immutable']],
      ],
    ],
  },
  {
    apiVersions: ['internal.apiserver.k8s.io/v1alpha1'],
    kind: 'StorageVersion',
    create: [
      ['a name without a group', { 'metadata.name': 'pods' }, [['metadata.name', invalid]]],
      ['a name in capitals', { 'metadata.name': 'Apps.pods' }, [['metadata.name', invalid]]],
    ],
    update: [unconditional],
    status: [
      [
        'a version that it cannot read',
        {
          'status.storageVersions': [{ apiServerID: 'a', encodingVersion: 'v1', decodableVersions: ['v2'] }],
          'status.commonEncodingVersion': 'v1',
        },
        [['status.storageVersions[0].decodableVersions', invalid]],
      ],
      [
        'no common version',
        {
          'status.storageVersions': [{ apiServerID: 'a', encodingVersion: 'v1', decodableVersions: ['v1'] }],
        },
        [['status.commonEncodingVersion', invalid]],
      ],
    ],
  },
  {
    apiVersions: ['v1'],
    kind: 'Event',
    create: [
      [
        'something of another namespace',
        { 'involvedObject.namespace': 'other' },
        [['involvedObject.namespace', invalid, 'does not match event.namespace']],
      ],
      [
        'a time without who says so',
        { eventTime: '2021-03-04T05:06:07.000000Z' },
        [
          ['reportingController', required],
          ['reportingController', invalid],
          ['reportingInstance', required],
          ['action', required],
        ],
      ],
      [
        'a reason of 129 letters',
        {
          eventTime: '2021-03-04T05:06:07.000000Z',
          reportingComponent: 'a',
          reportingInstance: 'b',
          action: 'c',
          reason: 'd'.repeat(129),
        },
        [['reason', invalid, 'can have at most 128 characters']],
      ],
    ],
  },
  {
    apiVersions: ['events.k8s.io/v1'],
    kind: 'Event',
    // Faults are told of the kind that is stored.
    errorGroup: '',
    create: [
      ['no time', { eventTime: undefined }, [['eventTime', required]]],
      ['another type', { type: 'Scary' }, [['type', invalid]]],
      ['an old time', { deprecatedFirstTimestamp: '2021-03-04T05:06:07Z' }, [['firstTimestamp', invalid]]],
      ['an old number', { deprecatedCount: 2 }, [['count', invalid]]],
      ['an old source', { deprecatedSource: { component: 'a' } }, [['source', invalid]]],
      [
        'a series of one',
        { series: { count: 1, lastObservedTime: '2021-03-04T05:06:07.000000Z' } },
        [['series.count', invalid, 'should be at least 2']],
      ],
      [
        'a series without a time',
        { series: { count: 2, lastObservedTime: null } },
        [['series.lastObservedTime', required]],
      ],
      ['no reason', { reason: '' }, [['reason', required]]],
      [
        'no reason, another type and an old number',
        { reason: '', type: 'Scary', deprecatedCount: 2 },
        [
          ['reason', required],
          ['type', invalid],
          ['count', invalid],
        ],
      ],
      [
        'nobody who says so',
        { reportingController: '' },
        [
          ['reportingController', required],
          ['reportingController', invalid],
        ],
      ],
      ['somebody with a bad name', { reportingController: 'a b' }, [['reportingController', invalid]]],
      [
        'a note of 1025 letters',
        { note: 'x'.repeat(1025) },
        [['message', invalid, 'can have at most 1024 characters']],
      ],
    ],
  },
]);
