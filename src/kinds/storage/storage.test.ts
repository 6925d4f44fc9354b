import { describe, expect, test } from 'vitest';
import { Bench, created, later, texts } from '../../../test/support/unit/kinds.ts';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { csiDriver } from './csi-driver/index.ts';
import { csiNode } from './csi-node/index.ts';
import { csiStorageCapacity } from './csi-storage-capacity/index.ts';
import { storageKinds } from './index.ts';
import { storageClass } from './storage-class/index.ts';
import { volumeAttachment } from './volume-attachment/index.ts';

const metadata = { name: 'a', creationTimestamp: created };

describe.each(storageKinds(dependencies).map((rules) => [rules.kind, rules] as const))('%s', (_, rules) => {
  test('converts between versions without loss', () => new Versions(rules).expectRoundTrips());
});

describe('a StorageClass', () => {
  const rules = storageClass(dependencies);
  const versions = new Versions(rules);
  const base = { metadata, provisioner: 'example.com/disk' };
  const topology = (...terms: [key: string, values: string[]][]) => ({
    matchLabelExpressions: terms.map(([key, values]) => ({ key, values })),
  });

  test.each<[string, object, string[]]>([
    ['a provisioner alone', {}, []],
    ['no provisioner', { provisioner: '' }, ['provisioner: Required value']],
    ['a provisioner in upper case', { provisioner: 'Example.com/Disk' }, []],
    [
      'an invalid provisioner',
      { provisioner: 'a/b/c' },
      [
        "provisioner: Invalid value: \"a/b/c\": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
      ],
    ],
    [
      'a parameter without a name',
      { parameters: { '': 'x' } },
      ['parameters: Invalid value: "": field can not be empty.'],
    ],
    [
      'parameters that are too large',
      { parameters: { a: 'x'.repeat(262144) } },
      ['parameters: Too long: must have at most 262144 bytes'],
    ],
    [
      'too many parameters',
      { parameters: Object.fromEntries(Array.from({ length: 513 }, (_, index) => [`p${index}`, 'x'])) },
      ['parameters: Too long: must have at most 512 bytes'],
    ],
    [
      'an unknown reclaimPolicy',
      { reclaimPolicy: 'Recycle' },
      ['reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"'],
    ],
    [
      'an unknown volumeBindingMode',
      { volumeBindingMode: 'Never' },
      [
        'volumeBindingMode: Unsupported value: "Never": supported values: "Immediate", "WaitForFirstConsumer"',
      ],
    ],
    ['an allowed topology', { allowedTopologies: [topology(['zone', ['a', 'b']])] }, []],
    [
      'topologies with empty and repeated values and a repeated key',
      { allowedTopologies: [topology(['zone', []]), topology(['zone', ['a', 'a']], ['zone', ['a']])] },
      [
        'allowedTopologies[0].matchLabelExpressions[0].values: Required value',
        'allowedTopologies[1].matchLabelExpressions[0].values[1]: Duplicate value: "a"',
        'allowedTopologies[1].matchLabelExpressions[1].key: Duplicate value: "zone"',
      ],
    ],
    [
      'an equal topology with values in another order',
      { allowedTopologies: [topology(['zone', ['a', 'b']]), topology(['zone', ['b', 'a']])] },
      ['allowedTopologies[1].matchLabelExpressions: Duplicate value: ""'],
    ],
    [
      'three equal topologies, each reported once for every one before it',
      { allowedTopologies: [1, 2, 3].map(() => topology(['zone', ['a']])) },
      [1, 2, 2].map((index) => `allowedTopologies[${index}].matchLabelExpressions: Duplicate value: ""`),
    ],
    [
      'an empty topology',
      { allowedTopologies: [{}, topology(['zone', ['a']])] },
      [0, 0].map((index) => `allowedTopologies[${index}].matchLabelExpressions: Duplicate value: ""`),
    ],
    [
      'an empty volumeBindingMode',
      { volumeBindingMode: '' },
      ['volumeBindingMode: Unsupported value: "": supported values: "Immediate", "WaitForFirstConsumer"'],
    ],
  ])('is validated: %s', (_, change, errors) => {
    expect(versions.create({ ...base, ...change }, 'v1')).toEqual(errors);
    expect(versions.create({ ...base, ...change }, 'v1beta1')).toEqual(errors);
  });

  test.each<[string, object, string[]]>([
    ['volume expansion and mount options', { allowVolumeExpansion: true, mountOptions: ['ro'] }, []],
    [
      'parameters',
      { parameters: { a: 'b' } },
      ['parameters: Forbidden: updates to parameters are forbidden.'],
    ],
    [
      'provisioner',
      { provisioner: 'b.c/d' },
      ['provisioner: Forbidden: updates to provisioner are forbidden.'],
    ],
    [
      'reclaimPolicy',
      { reclaimPolicy: 'Retain' },
      ['reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden.'],
    ],
    [
      'volumeBindingMode',
      { volumeBindingMode: 'WaitForFirstConsumer' },
      ['volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable'],
    ],
  ])('may change in an update or not: %s', (_, change, errors) => {
    expect(versions.update({ ...base, ...change }, base, 'v1')).toEqual(errors);
  });

  test('shows in the table whether it is the default', () => {
    const annotations = { 'storageclass.orch.io/is-default-class': 'true' };
    const made = versions.decode({ ...base, metadata: { ...metadata, annotations } }, versions.version('v1'));
    expect(rules.table?.cells(made as never, later)).toEqual([
      'a (default)',
      'example.com/disk',
      'Delete',
      'Immediate',
      false,
      '5m10s',
    ]);
  });
});

describe('a VolumeAttachment', () => {
  const rules = volumeAttachment(dependencies);
  const versions = new Versions(rules);
  const spec = { attacher: 'disk', nodeName: 'n', source: { persistentVolumeName: 'v' } };
  const base = { metadata, spec };
  const oneOf = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  const csi = { driver: 'd', volumeHandle: 'h' };
  const inline = (change: object) => ({
    source: { inlineVolumeSpec: { csi, accessModes: ['ReadWriteOnce'], ...change } },
  });
  const at = 'spec.source.inlineVolumeSpec';

  test.each<[string, object, string[]]>([
    ['a persistent volume', {}, []],
    ['no attacher', { attacher: '' }, ['spec.attacher: Required value']],
    ['no source', { source: {} }, [`spec.source: Required value: ${oneOf}`]],
    [
      'two sources',
      { source: { persistentVolumeName: 'v', inlineVolumeSpec: {} } },
      [`spec.source: Forbidden: ${oneOf}`],
    ],
    [
      'a persistent volume without a name',
      { source: { persistentVolumeName: '' } },
      ['spec.source.persistentVolumeName: Required value: must specify non empty persistentVolumeName'],
    ],
    ['an inline volume', inline({}), []],
    [
      'an inline volume with fields of claimed volumes',
      inline({
        capacity: { storage: '1' },
        storageClassName: 'x',
        persistentVolumeReclaimPolicy: 'Delete',
        volumeMode: 'Block',
      }),
      [
        `${at}.capacity: Forbidden: may not be specified in the context of inline volumes`,
        `${at}.persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes`,
        `${at}.storageClassName: Forbidden: may not be specified in the context of inline volumes`,
        `${at}.volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes`,
      ],
    ],
    [
      'an inline volume without a CSI driver',
      { source: { inlineVolumeSpec: {} } },
      [
        `${at}.csi: Required value: has to be specified in the context of inline volumes`,
        `${at}.accessModes: Required value`,
      ],
    ],
  ])('is validated: %s', (_, change, errors) => {
    expect(versions.create({ metadata, spec: { ...spec, ...change } }, 'v1beta1')).toEqual(errors);
  });

  test('has the names of driver and volume validated in v1 only', () => {
    const named = { ...spec, attacher: 'x'.repeat(64), source: { persistentVolumeName: 'V' } };
    expect(versions.create({ metadata, spec: named }, 'v1beta1')).toEqual([]);
    expect(versions.create({ metadata, spec: named }, 'v1')).toEqual([
      'spec.attacher: Too long: must have at most 63 bytes',
      expect.stringMatching(/^spec.source.persistentVolumeName: Invalid value: "V": a lowercase RFC 1123/),
    ]);
  });

  test('has a limit for the error messages of its status', () => {
    const status = {
      attached: true,
      attachError: { message: 'x'.repeat(1025) },
      attachmentMetadata: { '': 'x' },
    };
    expect(versions.create({ ...base, status }, 'v1')).toEqual([]);
    expect(versions.create({ ...base, status }, 'v1beta1')).toEqual([
      'status.attachError.message: Too long: must have at most 262144 bytes',
    ]);
    expect(texts(rules.status?.validateUpdate?.({ ...base, status } as never, base as never))).toEqual([
      'status.attachError.message: Too long: must have at most 262144 bytes',
      'status.attachError.message: Too long: must have at most 262144 bytes',
    ]);
  });

  test('has an immutable spec', () => {
    expect(versions.update({ metadata, spec: { ...spec, nodeName: 'm' } }, base, 'v1')).toEqual([
      'spec: Invalid value: {"attacher":"disk","source":{"persistentVolumeName":"v"},"nodeName":"m"}: field is immutable',
    ]);
  });

  test('has a separate status in v1 only', () => {
    const old = { ...base, status: { attached: false } };
    const object = () => structuredClone({ ...base, status: { attached: true } }) as any;
    const prepare = rules.prepareForUpdate as (object: any, old: any, apiVersion?: string) => void;
    const ofV1 = object();
    prepare(ofV1, old);
    expect(ofV1.status.attached).toBe(false);
    const ofBeta = object();
    prepare(ofBeta, old, 'storage.orch.io/v1beta1');
    expect(ofBeta.status.attached).toBe(true);
    const ofStatus = { ...object(), spec: {}, metadata: { labels: { a: 'b' } } };
    rules.status?.prepareForUpdate?.(ofStatus, old as never);
    expect(ofStatus).toEqual({ metadata: {}, spec, status: { attached: true } });
  });

  test('shows volume, node and state in the table', () => {
    expect(rules.table?.cells({ ...base, status: { attached: true } } as never, later)).toEqual([
      'a',
      'disk',
      'v',
      'n',
      true,
      '5m10s',
    ]);
  });
});

describe('a CSIDriver', () => {
  const rules = csiDriver(dependencies);
  const versions = new Versions(rules);

  test('has defaults for all fields of its spec but tokenRequests', () => {
    expect(versions.decode({ metadata }, versions.version('v1'))['spec']).toEqual({
      attachRequired: true,
      podInfoOnMount: false,
      volumeLifecycleModes: ['Persistent'],
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      requiresRepublish: false,
    });
  });

  test.each<[string, object, string[]]>([
    ['an empty spec', {}, []],
    [
      'an unknown fsGroupPolicy',
      { fsGroupPolicy: 'All' },
      [
        'spec.fsGroupPolicy: Unsupported value: "All": supported values: "File", "None", "ReadWriteOnceWithFSType"',
      ],
    ],
    [
      'an unknown lifecycle mode',
      { volumeLifecycleModes: ['Persistent', 'Eternal'] },
      [
        'spec.volumeLifecycleModes: Unsupported value: "Eternal": supported values: "Persistent", "Ephemeral"',
      ],
    ],
    [
      'token requests with a repeated audience and invalid durations',
      {
        tokenRequests: [
          { audience: 'a', expirationSeconds: 599 },
          { audience: 'a' },
          { audience: 'b', expirationSeconds: 2 ** 33 },
        ],
      },
      [
        'spec.tokenRequests[0].expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes',
        'spec.tokenRequests[1].audience: Duplicate value: "a"',
        'spec.tokenRequests[2].expirationSeconds: Invalid value: 8589934592: may not specify a duration larger than 2^32 seconds',
      ],
    ],
  ])('is validated on create, which reports each error twice: %s', (_, spec, errors) => {
    expect(versions.create({ metadata, spec }, 'v1')).toEqual([...errors, ...errors]);
  });

  test('has a name of at most 63 characters', () => {
    expect(versions.create({ metadata: { name: 'x'.repeat(64) } }, 'v1')).toEqual([
      'name: Too long: must have at most 63 bytes',
      'name: Too long: must have at most 63 bytes',
    ]);
  });

  test('may change the information it requests, but not how volumes are attached and mounted', () => {
    const wants = { requiresRepublish: true, storageCapacity: true, tokenRequests: [{ audience: 'a' }] };
    expect(versions.update({ metadata, spec: wants }, { metadata }, 'v1')).toEqual([]);
    const mounts = {
      attachRequired: false,
      podInfoOnMount: true,
      fsGroupPolicy: 'None',
      volumeLifecycleModes: ['Ephemeral'],
    };
    expect(versions.update({ metadata, spec: mounts }, { metadata }, 'v1')).toEqual([
      'spec.attachedRequired: Invalid value: false: field is immutable',
      'spec.fsGroupPolicy: Invalid value: "None": field is immutable',
      'spec.podInfoOnMount: Invalid value: true: field is immutable',
      'spec.volumeLifecycleModes: Invalid value: []storage.VolumeLifecycleMode{"Ephemeral"}: field is immutable',
    ]);
  });

  test('is validated as a whole on update', () => {
    const bad = { fsGroupPolicy: 'All', tokenRequests: [{ audience: 'a', expirationSeconds: 1 }] };
    const short =
      'spec.tokenRequests[0].expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes';
    expect(versions.update({ metadata, spec: bad }, { metadata }, 'v1')).toEqual([
      'spec.fsGroupPolicy: Unsupported value: "All": supported values: "File", "None", "ReadWriteOnceWithFSType"',
      short,
      'spec.fsGroupPolicy: Invalid value: "All": field is immutable',
      short,
    ]);
  });

  test('the generation of a CSIDriver counts changes of its spec', () => {
    expect(rules.tracksGeneration).toBe(true);
  });

  test('shows its settings in the table', () => {
    const made = versions.decode(
      { metadata, spec: { tokenRequests: [{ audience: 'a' }, { audience: 'b' }] } },
      versions.version('v1'),
    );
    expect(rules.table?.cells(made as never, later)).toEqual([
      'a',
      true,
      false,
      false,
      'a,b',
      false,
      'Persistent',
      '5m10s',
    ]);
  });
});

describe('a CSINode', () => {
  const rules = csiNode(dependencies);
  const versions = new Versions(rules);
  const driver = { name: 'd', nodeID: 'n', topologyKeys: ['zone'] };

  test.each<[string, object, string[]]>([
    ['a valid driver', driver, []],
    ['a driver without nodeID', { name: 'd', nodeID: '' }, ['spec.drivers[0].nodeID: Required value']],
    [
      'a nodeID that is too long',
      { name: 'd', nodeID: 'x'.repeat(129) },
      [`spec.drivers[0].nodeID: Invalid value: "${'x'.repeat(129)}": must be 128 characters or less`],
    ],
    [
      'a negative limit',
      { ...driver, allocatable: { count: -1 } },
      ['spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'a repeated topology key',
      { ...driver, topologyKeys: ['a', 'a'] },
      ['spec.drivers[0]: Duplicate value: "a"'],
    ],
    [
      'an invalid topology key',
      { ...driver, topologyKeys: ['a', 'b c'] },
      [
        expect.stringMatching(
          /^spec\.drivers\[0\]: Invalid value: \[\]string\{"a", "b c"\}: name part must/,
        ) as never,
      ],
    ],
    ['a nodeID of the maximum length', { name: 'd', nodeID: 'x'.repeat(128) }, []],
  ])('is validated on create, which reports each error twice: %s', (_, given, errors) => {
    expect(versions.create({ metadata, spec: { drivers: [given] } }, 'v1')).toEqual([...errors, ...errors]);
  });

  test('lists each driver once, and the entry of a driver is immutable', () => {
    const twice = 'spec.drivers[1].name: Duplicate value: "d"';
    expect(versions.create({ metadata, spec: { drivers: [driver, driver] } }, 'v1')).toEqual([twice, twice]);
    const other = { metadata, spec: { drivers: [{ ...driver, nodeID: 'm' }] } };
    expect(versions.update(other, { metadata, spec: { drivers: [driver] } }, 'v1')).toEqual([
      'CSINodeDriver: Invalid value: storage.CSINodeDriver{Name:"d", NodeID:"m", TopologyKeys:[]string{"zone"}, Allocatable:(*storage.VolumeNodeResources)(nil)}: field is immutable',
    ]);
    const nameless = { metadata, spec: { drivers: [{ ...driver, name: 'e', nodeID: '' }] } };
    expect(versions.update(nameless, { metadata, spec: { drivers: [driver] } }, 'v1')).toEqual([
      'spec.drivers[0].nodeID: Required value',
      'spec.drivers[0].nodeID: Required value',
    ]);
    expect(versions.update({ metadata, spec: { drivers: [] } }, other, 'v1')).toEqual([]);
  });

  test('keys of topology that were sent empty are shown so', () => {
    const gates = new FeatureGates('1.36');
    const bench = new Bench(
      csiNode({ ...dependencies, gates }),
      { metadata, spec: { drivers: [driver] } },
      '1.36',
    );
    const change = (topologyKeys?: string[]) =>
      bench.update({ spec: { drivers: [{ name: 'd', nodeID: 'n', topologyKeys }] } }).errors;
    const text = (keys: string) =>
      `spec.drivers: Invalid value: {"Name":"d","NodeID":"n","TopologyKeys":${keys},"Allocatable":null}: field is immutable`;
    expect([change([]), change()]).toEqual([[text('[]')], [text('null')]]);
  });

  test('shows the number of its drivers in the table', () => {
    expect(rules.table?.cells({ metadata, spec: { drivers: [driver] } } as never, later)).toEqual([
      'a',
      1,
      '5m10s',
    ]);
  });
});

describe('a CSIStorageCapacity', () => {
  const versions = new Versions(csiStorageCapacity(dependencies));
  const base = { metadata, storageClassName: 'fast', capacity: '1Gi' };

  test.each<[string, object, string[]]>([
    ['valid', {}, []],
    ['a negative maximumVolumeSize, which is not validated', { maximumVolumeSize: '-1' }, []],
    [
      'a negative capacity',
      { capacity: '-1' },
      ['capacity: Invalid value: "-1": must be greater than or equal to 0'],
    ],
    [
      'an invalid topology selector',
      { nodeTopology: { matchExpressions: [{ key: 'a', operator: 'x' }] } },
      ['nodeTopology.matchExpressions[0].operator: Invalid value: "x": not a valid selector operator'],
    ],
  ])('is validated, with each error twice on create: %s', (_, change, errors) => {
    expect(versions.create({ ...base, ...change }, 'v1alpha1')).toEqual([...errors, ...errors]);
    expect(versions.update({ ...base, ...change }, { ...base, ...change }, 'v1beta1')).toEqual(errors);
  });

  test('has an immutable topology and class', () => {
    const moved = {
      ...base,
      capacity: '2Gi',
      nodeTopology: { matchLabels: { a: 'b' } },
      storageClassName: 'slow',
    };
    expect(versions.update(moved, base, 'v1beta1')).toEqual([
      'nodeTopology: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"b"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable',
      'storageClassName: Invalid value: "slow": field is immutable',
    ]);
  });
});
