import { describe, expect, test } from 'vitest';
import { Bench, created, dependencies, type Written } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { persistentVolume } from './index.ts';

const base = {
  metadata: { name: 'disk', creationTimestamp: created },
  spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } },
};
const bench = new Bench(persistentVolume(dependencies), base);
const spec = (change: Written): Written => ({ spec: change });
const source = (change: Written): Written => spec({ hostPath: undefined, ...change });
const modes = 'supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"';
const affinity = (...terms: Written[]) => ({ nodeAffinity: { required: { nodeSelectorTerms: terms } } });
const keyed = (key: string) => affinity({ matchExpressions: [{ key, operator: 'In', values: ['a'] }] });
const onNode = affinity({ matchExpressions: [{ key: 'a', operator: 'Exists' }] });
const terms = 'spec.nodeAffinity.required.nodeSelectorTerms';
const mountOptions = { metadata: { annotations: { 'volume.beta.orch.io/mount-options': 'ro' } } };

test('a PersistentVolume gets defaults for what the client left out', () => {
  expect(bench.decode(spec({ capacity: { storage: '1500u' } }))).toMatchObject({
    spec: {
      capacity: { storage: '2m' },
      persistentVolumeReclaimPolicy: 'Retain',
      volumeMode: 'Filesystem',
      hostPath: { type: '' },
    },
    status: { phase: 'Pending' },
  });
});

describe('a PersistentVolume', () => {
  test.each<[string, Written, string[]]>([
    ['is fine', {}, []],
    ['can be mounted somehow', spec({ accessModes: [] }), ['spec.accessModes: Required value']],
    [
      'can be mounted in known ways',
      spec({ accessModes: ['Sometimes'] }),
      [`spec.accessModes: Unsupported value: "Sometimes": ${modes}`],
    ],
    [
      'can not be for one pod yet',
      spec({ accessModes: ['ReadWriteOncePod'] }),
      [`spec.accessModes: Unsupported value: "ReadWriteOncePod": ${modes}`],
    ],
    [
      'holds something',
      spec({ capacity: undefined }),
      [
        'spec.capacity: Required value',
        'spec.capacity: Unsupported value: core.ResourceList(nil): supported values: "storage"',
      ],
    ],
    [
      'holds storage only',
      spec({ capacity: { cpu: '1' } }),
      [
        'spec.capacity: Unsupported value: core.ResourceList{"cpu":resource.Quantity{i:resource.int64Amount{value:1, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"1", Format:"DecimalSI"}, "storage":resource.Quantity{i:resource.int64Amount{value:1073741824, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"1Gi", Format:"BinarySI"}}: supported values: "storage"',
      ],
    ],
    [
      'holds more than nothing',
      spec({ capacity: { storage: '0' } }),
      ['spec.capacity[storage]: Invalid value: "0": must be greater than zero'],
    ],
    [
      'holds no less',
      spec({ capacity: { storage: '-1' } }),
      [
        'spec.capacity[storage]: Invalid value: -1: must be a valid resource quantity',
        'spec.capacity[storage]: Invalid value: "-1": must be greater than zero',
      ],
    ],
    [
      'is reclaimed in known ways',
      spec({ persistentVolumeReclaimPolicy: 'Burn' }),
      [
        'spec.persistentVolumeReclaimPolicy: Unsupported value: "Burn": supported values: "Delete", "Recycle", "Retain"',
      ],
    ],
    [
      'is not emptied when it is the node',
      spec({ persistentVolumeReclaimPolicy: 'Recycle', hostPath: { path: '/./' } }),
      ["spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'"],
    ],
    [
      'is of a mode',
      spec({ volumeMode: 'Tape' }),
      ['spec.volumeMode: Unsupported value: "Tape": supported values: "Block", "Filesystem"'],
    ],
    [
      'is of a class',
      spec({ storageClassName: 'A' }),
      [expect.stringContaining('spec.storageClassName: Invalid value: "A"')],
    ],
    [
      'is near some nodes',
      spec({ nodeAffinity: {} }),
      ['spec.nodeAffinity.required: Required value: must specify required node constraints'],
    ],
    [
      'is near at least one kind of node',
      spec(affinity()),
      [`${terms}: Required value: must have at least one node selector term`],
    ],
    [
      'compares with values',
      spec(
        affinity({
          matchExpressions: [
            { key: 'a', operator: 'In' },
            { key: 'a', operator: 'Gt' },
            { key: 'a', operator: 'Exists', values: ['b'] },
            { key: 'a', operator: 'Is' },
          ],
        }),
      ),
      [
        `${terms}[0].matchExpressions[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
        `${terms}[0].matchExpressions[1].values: Required value: must be specified single value when \`operator\` is 'Lt' or 'Gt'`,
        `${terms}[0].matchExpressions[2].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
        `${terms}[0].matchExpressions[3].operator: Invalid value: "Is": not a valid selector operator`,
      ],
    ],
    [
      'may be near a node by its name',
      spec(affinity({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['node-1'] }] })),
      [],
    ],
    [
      'is near nodes by no other field',
      spec(affinity({ matchFields: [{ key: 'spec.x', operator: 'Exists' }] })),
      [
        `${terms}[0].matchFields[0].operator: Invalid value: "Exists": not a valid selector operator`,
        `${terms}[0].matchFields[0].key: Invalid value: "spec.x": not a valid field selector key`,
      ],
    ],
    ['has a source', source({}), ['spec: Required value: must specify a volume type']],
    [
      'has one source',
      spec({ cephfs: { monitors: ['a'] }, nfs: { server: 'a', path: '/' } }),
      [
        'spec.nfs: Forbidden: may not specify more than 1 volume type',
        'spec.cephFS: Forbidden: may not specify more than 1 volume type',
      ],
    ],
    [
      'has a source that is fine',
      source({ gcePersistentDisk: {} }),
      ['spec.persistentDisk.pdName: Required value'],
    ],
    ['that is local has a path', source({ local: {}, ...onNode }), ['spec.local.path: Required value']],
    [
      'that is local is near some nodes',
      source({ local: { path: '/a/../b' } }),
      [
        'spec.local.path: Invalid value: "/a/../b": must not contain \'..\'',
        'spec.nodeAffinity: Required value: Local volume requires node affinity',
      ],
    ],
    ['that is local is fine', source({ local: { path: '/a' }, ...onNode }), []],
    ['of a driver', source({ csi: { driver: 'a.b', volumeHandle: 'x' } }), []],
    [
      'of a driver names everything',
      source({ csi: { nodePublishSecretRef: { name: 'A' } } }),
      [
        'spec.csi.driver: Required value',
        expect.stringContaining('spec.csi.driver: Invalid value: ""'),
        'spec.csi.volumeHandle: Required value',
        expect.stringContaining('spec.csi.name: Invalid value: "A"'),
        'spec.csi.nodePublishSecretRef.namespace: Required value',
      ],
    ],
    [
      'of a driver may name any Secret for staging',
      source({ csi: { driver: 'a.b', volumeHandle: 'x', nodeStageSecretRef: { name: 'A' } } }),
      [],
    ],
    [
      'may be two things when one of them is a flexible driver',
      source({ hostPath: { path: '/a' }, flexVolume: { driver: 'a/b' } }),
      [],
    ],
    [
      'over iSCSI',
      source({
        iscsi: {
          targetPortal: 'p'.repeat(64),
          iqn: 'x',
          lun: 0,
          initiatorName: 'y',
          secretRef: {},
        },
      }),
      [
        `spec.iscsi.targetportal: Invalid value: "${'p'.repeat(64)}": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.`,
        'spec.iscsi.iqn: Invalid value: "x": must be valid format',
        'spec.iscsi.secretRef.name: Required value',
        'spec.iscsi.initiatorname: Invalid value: "y": must be valid format',
      ],
    ],
    [
      'of cinder names its Secret',
      source({ cinder: { volumeID: 'a', secretRef: { name: 'b' } } }),
      ['spec.cinder.secretRef.namespace: Required value'],
    ],
    [
      'of storageos names its Secret',
      source({ storageos: { volumeName: 'a', secretRef: {} } }),
      ['spec.storageos.secretRef.name: Required value', 'spec.storageos.secretRef.namespace: Required value'],
    ],
    [
      'of azure names its namespace or none',
      source({ azureFile: { secretName: 'a', shareName: 'b', secretNamespace: '' } }),
      ['spec.azureFile.secretNamespace: Required value'],
    ],
    [
      'of gluster names its namespace or none',
      source({ glusterfs: { endpoints: 'a', path: 'b', endpointsNamespace: '' } }),
      [
        'spec.glusterfs.endpointsNamespace: Invalid value: "": if the endpointnamespace is set, it must be a valid namespace name',
      ],
    ],
    [
      'takes mount options from an annotation',
      { ...mountOptions, ...source({ nfs: { server: 'a', path: '/' } }) },
      [],
    ],
    [
      'takes none where there was never a way',
      mountOptions,
      [
        'metadata.annotations.volume.beta.orch.io/mount-options: Forbidden: may not specify mount options for this volume type',
      ],
    ],
  ])('%s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors);
  });

  const csi = { driver: 'a.b', volumeHandle: 'x' };
  const secret = { controllerExpandSecretRef: { name: 'a', namespace: 'b' } };
  const sourceError =
    'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n';

  test.each<[string, Written, Written, string[]]>([
    [
      'may grow, be claimed, and change class',
      spec({ capacity: { storage: '2Gi' }, claimRef: { name: 'a' }, storageClassName: 'b' }),
      {},
      [],
    ],
    [
      'keeps its source',
      spec({ hostPath: { path: '/b' } }),
      {},
      [`${sourceError}-hostPath: {"path":"/data","type":""}\n+hostPath: {"path":"/b","type":""}`],
    ],
    ['may get the Secret for growing', source({ csi: { ...csi, ...secret } }), source({ csi }), []],
    [
      'keeps the Secret for growing',
      source({ csi }),
      source({ csi: { ...csi, ...secret } }),
      [expect.stringContaining('is immutable after creation')],
    ],
    [
      'keeps its mode',
      spec({ volumeMode: 'Block' }),
      {},
      ['volumeMode: Invalid value: "Block": field is immutable'],
    ],
    [
      'is told twice of problems of its spec',
      { ...mountOptions, ...spec({ accessModes: [], volumeMode: 'Block' }) },
      {},
      [
        'spec.accessModes: Required value',
        expect.stringContaining('may not specify mount options for this volume type'),
        'spec.accessModes: Required value',
        'volumeMode: Invalid value: "Block": field is immutable',
      ],
    ],
    ['may come near some nodes', spec(onNode), {}, []],
    ['stays near them', {}, spec(onNode), ['nodeAffinity: Invalid value: "null": field is immutable']],
    [
      'may stay for one pod',
      spec({ accessModes: ['ReadWriteOncePod'] }),
      spec({ accessModes: ['ReadWriteOncePod'] }),
      [],
    ],
  ])('updated, %s', (_, change, old, errors) => {
    expect(bench.update(change, old).errors).toEqual(errors);
  });

  test('has a status of its own', () => {
    expect(bench.create({ status: { phase: 'Bound', reason: 'x' } }).object.status).toEqual({
      phase: 'Pending',
    });
    expect(bench.update({}, { status: { phase: 'Bound' } }).object.status).toEqual({ phase: 'Bound' });
  });

  test.each<[string, Written, Written]>([
    [
      'what it is',
      spec({ accessModes: ['ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOnce'], storageClassName: 'fast' }),
      {
        Name: 'disk',
        Capacity: '1Gi',
        'Access Modes': 'RWO,RWX',
        'Reclaim Policy': 'Retain',
        Status: 'Pending',
        Claim: '',
        StorageClass: 'fast',
        Reason: '',
        Age: '5m10s',
        VolumeMode: 'Filesystem',
      },
    ],
    ['that it goes', { metadata: { deletionTimestamp: created } }, { Status: 'Terminating' }],
    ['whose it is', spec({ claimRef: { namespace: 'shop', name: 'web' } }), { Claim: 'shop/web' }],
    [
      'the older class',
      {
        metadata: { annotations: { 'volume.beta.orch.io/storage-class': 'old' } },
        ...spec({ storageClassName: 'new' }),
      },
      { StorageClass: 'old' },
    ],
  ])('shows %s', (_, change, cells) => {
    expect(bench.row(change)).toMatchObject(cells);
  });
});

test.each<[string, string, string, string[]]>([
  ['1.27', 'failure-domain.beta.orch.io/zone', 'topology.orch.io/zone', []],
  ['1.27', 'beta.orch.io/arch', 'orch.io/arch', []],
  ['1.26', 'beta.orch.io/arch', 'orch.io/arch', [expect.stringMatching(/field is immutable$/)]],
  ['1.36', 'topology.orch.io/zone', 'zone', [expect.stringMatching(/^nodeAffinity: Invalid value: .*GA$/)]],
  // Refused as a label, and not as a change.
  ['1.36', 'zone', '', [expect.stringMatching(/name part must be non-empty$/), expect.stringMatching(/key/)]],
])('in %s the label of a node %j becomes %j', (release, before, after, expected) => {
  const gates = new FeatureGates(release);
  const releases = new Bench(persistentVolume({ ...dependencies, gates }), base, release);
  const { errors } = releases.update(spec(keyed(after)), spec(keyed(before)));
  expect([...new Set(errors)]).toEqual(expected);
});
