import { describe, expect, test } from 'vitest';
import { created, later, texts } from '../../../test/support/unit/kinds.ts';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';
import { csiDriver } from './csi-driver/index.ts';
import { csiNode } from './csi-node/index.ts';
import { csiStorageCapacity } from './csi-storage-capacity/index.ts';
import { storageKinds } from './index.ts';
import { storageClass } from './storage-class/index.ts';
import { volumeAttachment } from './volume-attachment/index.ts';

const metadata = { name: 'a', creationTimestamp: created };

describe.each(storageKinds(dependencies).map((rules) => [rules.kind, rules] as const))('%s', (_, rules) => {
  test('goes from version to version without loss', () => new Versions(rules).expectRoundTrips());
});

describe('a storage class', () => {
  const rules = storageClass(dependencies);
  const versions = new Versions(rules);
  const base = { metadata, provisioner: 'example.com/disk' };
  const topology = (...terms: [key: string, values: string[]][]) => ({
    matchLabelExpressions: terms.map(([key, values]) => ({ key, values })),
  });

  test.each<[string, object, string[]]>([
    ['may say no more than who provides', {}, []],
    ['says who provides', { provisioner: '' }, ['provisioner: Required value']],
    ['may spell the provider in capitals', { provisioner: 'Example.com/Disk' }, []],
    [
      'is provided by one with a name',
      { provisioner: 'a/b/c' },
      [
        "provisioner: Invalid value: \"a/b/c\": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
      ],
    ],
    [
      'has parameters with names',
      { parameters: { '': 'x' } },
      ['parameters: Invalid value: "": field can not be empty.'],
    ],
    [
      'has parameters that fit',
      { parameters: { a: 'x'.repeat(262144) } },
      ['parameters: Too long: must have at most 262144 bytes'],
    ],
    [
      'has not too many parameters',
      { parameters: Object.fromEntries(Array.from({ length: 513 }, (_, index) => [`p${index}`, 'x'])) },
      ['parameters: Too long: must have at most 512 bytes'],
    ],
    [
      'keeps volumes or not',
      { reclaimPolicy: 'Recycle' },
      ['reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"'],
    ],
    [
      'binds now or later',
      { volumeBindingMode: 'Never' },
      [
        'volumeBindingMode: Unsupported value: "Never": supported values: "Immediate", "WaitForFirstConsumer"',
      ],
    ],
    ['may be for some places', { allowedTopologies: [topology(['zone', ['a', 'b']])] }, []],
    [
      'names places that are none, twice, or the same',
      { allowedTopologies: [topology(['zone', []]), topology(['zone', ['a', 'a']], ['zone', ['a']])] },
      [
        'allowedTopologies[0].matchLabelExpressions[0].values: Required value',
        'allowedTopologies[1].matchLabelExpressions[0].values[1]: Duplicate value: "a"',
        'allowedTopologies[1].matchLabelExpressions[1].key: Duplicate value: "zone"',
      ],
    ],
    [
      'says each place once',
      { allowedTopologies: [topology(['zone', ['a', 'b']]), topology(['zone', ['b', 'a']])] },
      ['allowedTopologies[1].matchLabelExpressions: Duplicate value: ""'],
    ],
    [
      'is told of each place that it is like',
      { allowedTopologies: [1, 2, 3].map(() => topology(['zone', ['a']])) },
      [1, 2, 2].map((index) => `allowedTopologies[${index}].matchLabelExpressions: Duplicate value: ""`),
    ],
    [
      'says something of each place',
      { allowedTopologies: [{}, topology(['zone', ['a']])] },
      [0, 0].map((index) => `allowedTopologies[${index}].matchLabelExpressions: Duplicate value: ""`),
    ],
    [
      'does not bind at no time',
      { volumeBindingMode: '' },
      ['volumeBindingMode: Unsupported value: "": supported values: "Immediate", "WaitForFirstConsumer"'],
    ],
  ])('%s', (_, change, errors) => {
    expect(versions.create({ ...base, ...change }, 'v1')).toEqual(errors);
    expect(versions.create({ ...base, ...change }, 'v1beta1')).toEqual(errors);
  });

  test.each<[string, object, string[]]>([
    ['may allow larger volumes', { allowVolumeExpansion: true, mountOptions: ['ro'] }, []],
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
      'policy',
      { reclaimPolicy: 'Retain' },
      ['reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden.'],
    ],
    [
      'mode',
      { volumeBindingMode: 'WaitForFirstConsumer' },
      ['volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable'],
    ],
  ])('update: %s', (_, change, errors) => {
    expect(versions.update({ ...base, ...change }, base, 'v1')).toEqual(errors);
  });

  test('shows whether it is the default', () => {
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

describe('a volume attachment', () => {
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
    ['names a volume', {}, []],
    ['says who attaches', { attacher: '' }, ['spec.attacher: Required value']],
    ['names something', { source: {} }, [`spec.source: Required value: ${oneOf}`]],
    [
      'names one thing',
      { source: { persistentVolumeName: 'v', inlineVolumeSpec: {} } },
      [`spec.source: Forbidden: ${oneOf}`],
    ],
    [
      'names a volume that has a name',
      { source: { persistentVolumeName: '' } },
      ['spec.source.persistentVolumeName: Required value: must specify non empty persistentVolumeName'],
    ],
    ['may hold the volume of a pod', inline({}), []],
    [
      'holds a volume that nobody claims',
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
      'holds a volume of a driver',
      { source: { inlineVolumeSpec: {} } },
      [
        `${at}.csi: Required value: has to be specified in the context of inline volumes`,
        `${at}.accessModes: Required value`,
      ],
    ],
  ])('%s', (_, change, errors) => {
    expect(versions.create({ metadata, spec: { ...spec, ...change } }, 'v1beta1')).toEqual(errors);
  });

  test('of v1 looks closely at names', () => {
    const named = { ...spec, attacher: 'x'.repeat(64), source: { persistentVolumeName: 'V' } };
    expect(versions.create({ metadata, spec: named }, 'v1beta1')).toEqual([]);
    expect(versions.create({ metadata, spec: named }, 'v1')).toEqual([
      'spec.attacher: Too long: must have at most 63 bytes',
      expect.stringMatching(/^spec.source.persistentVolumeName: Invalid value: "V": a lowercase RFC 1123/),
    ]);
  });

  test('says in its status what fits', () => {
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

  test('never changes what it is about', () => {
    expect(versions.update({ metadata, spec: { ...spec, nodeName: 'm' } }, base, 'v1')).toEqual([
      'spec: Invalid value: {"attacher":"disk","source":{"persistentVolumeName":"v"},"nodeName":"m"}: field is immutable',
    ]);
  });

  test('is written apart from its status in v1 alone', () => {
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

  test('shows where it is attached', () => {
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

describe('a driver', () => {
  const rules = csiDriver(dependencies);
  const versions = new Versions(rules);

  test('is attached, told nothing, and for volumes that last', () => {
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
    ['may say nothing', {}, []],
    [
      'has a policy that there is',
      { fsGroupPolicy: 'All' },
      [
        'spec.fsGroupPolicy: Unsupported value: "All": supported values: "File", "None", "ReadWriteOnceWithFSType"',
      ],
    ],
    [
      'is for volumes that there are',
      { volumeLifecycleModes: ['Persistent', 'Eternal'] },
      [
        'spec.volumeLifecycleModes: Unsupported value: "Eternal": supported values: "Persistent", "Ephemeral"',
      ],
    ],
    [
      'asks for one token of an audience, for a time that can be',
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
  ])('%s', (_, spec, errors) => {
    expect(versions.create({ metadata, spec }, 'v1')).toEqual([...errors, ...errors]);
  });

  test('has a name of at most 63 characters', () => {
    expect(versions.create({ metadata: { name: 'x'.repeat(64) } }, 'v1')).toEqual([
      'name: Too long: must have at most 63 bytes',
      'name: Too long: must have at most 63 bytes',
    ]);
  });

  test('may want to be told more, but not mount otherwise', () => {
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

  test('is looked at as a whole when it changes', () => {
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

  test('counts its changes', () => {
    expect(rules.tracksGeneration).toBe(true);
  });

  test('shows what it wants', () => {
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

describe('the drivers of a node', () => {
  const rules = csiNode(dependencies);
  const versions = new Versions(rules);
  const driver = { name: 'd', nodeID: 'n', topologyKeys: ['zone'] };

  test.each<[string, object, string[]]>([
    ['may be one', driver, []],
    ['have ids', { name: 'd', nodeID: '' }, ['spec.drivers[0].nodeID: Required value']],
    [
      'have ids that fit',
      { name: 'd', nodeID: 'x'.repeat(129) },
      [`spec.drivers[0].nodeID: Invalid value: "${'x'.repeat(129)}": must be 128 characters or less`],
    ],
    [
      'do not hold less than nothing',
      { ...driver, allocatable: { count: -1 } },
      ['spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'say each label once',
      { ...driver, topologyKeys: ['a', 'a'] },
      ['spec.drivers[0]: Duplicate value: "a"'],
    ],
    [
      'say labels that are some',
      { ...driver, topologyKeys: ['a', 'b c'] },
      [
        expect.stringMatching(
          /^spec\.drivers\[0\]: Invalid value: \[\]string\{"a", "b c"\}: name part must/,
        ) as never,
      ],
    ],
    ['have ids of some length', { name: 'd', nodeID: 'x'.repeat(128) }, []],
  ])('%s', (_, given, errors) => {
    // Told twice.
    expect(versions.create({ metadata, spec: { drivers: [given] } }, 'v1')).toEqual([...errors, ...errors]);
  });

  test('are there once each, and say once who they are', () => {
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

  test('are counted', () => {
    expect(rules.table?.cells({ metadata, spec: { drivers: [driver] } } as never, later)).toEqual([
      'a',
      1,
      '5m10s',
    ]);
  });
});

describe('a storage capacity', () => {
  const versions = new Versions(csiStorageCapacity(dependencies));
  const base = { metadata, storageClassName: 'fast', capacity: '1Gi' };

  test.each<[string, object, string[]]>([
    ['is of a class', {}, []],
    ['may say anything of its largest volume', { maximumVolumeSize: '-1' }, []],
    [
      'is not less than nothing',
      { capacity: '-1' },
      ['capacity: Invalid value: "-1": must be greater than or equal to 0'],
    ],
    [
      'is somewhere',
      { nodeTopology: { matchExpressions: [{ key: 'a', operator: 'x' }] } },
      ['nodeTopology.matchExpressions[0].operator: Invalid value: "x": not a valid selector operator'],
    ],
  ])('%s', (_, change, errors) => {
    expect(versions.create({ ...base, ...change }, 'v1alpha1')).toEqual([...errors, ...errors]);
    expect(versions.update({ ...base, ...change }, { ...base, ...change }, 'v1beta1')).toEqual(errors);
  });

  test('stays where it is', () => {
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
