import { describe, expect, test } from 'vitest';
import { fillMessage } from '../../../../test/support/unit/message-rules.ts';
import { faultsOf } from '../../../../test/support/unit/pod-specs.ts';
import type { CoreV1VolumeSource } from '../../../api/schema/types.gen.ts';

const problems = (source: CoreV1VolumeSource) => faultsOf({ volumes: [{ name: 'v', ...source }] });

const volume = 'spec.volumes[0]';
const claim = {
  metadata: { creationTimestamp: null },
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    volumeMode: 'Filesystem',
  },
};

const valid: CoreV1VolumeSource[] = [
  { emptyDir: {} },
  { emptyDir: { medium: 'Memory', sizeLimit: '1Gi' } },
  { hostPath: { path: '/var/..data', type: '' } },
  { gitRepo: { repository: 'https://example.com/r.git', directory: 'a/b' } },
  { gcePersistentDisk: { pdName: 'd', partition: 255 } },
  { awsElasticBlockStore: { volumeID: 'd' } },
  { secret: { secretName: 's', defaultMode: 0o777, items: [{ key: 'k', path: 'a/b', mode: 0 }] } },
  { configMap: { name: 'c', defaultMode: 0o644 } },
  { nfs: { server: 's', path: '/p' } },
  { iscsi: { targetPortal: '127.0.0.1', iqn: 'iqn.2015-02.example.com:test', lun: 0 } },
  { iscsi: { targetPortal: '127.0.0.1', iqn: 'eui.0123456789ABCDEF', lun: 255 } },
  { iscsi: { targetPortal: '127.0.0.1', iqn: 'naa.62004567BA64678D0123456789ABCDEF', lun: 1 } },
  { glusterfs: { endpoints: 'e', path: 'p' } },
  { persistentVolumeClaim: { claimName: 'c' } },
  { rbd: { monitors: ['m'], image: 'i' } },
  { cinder: { volumeID: 'v', secretRef: { name: 's' } } },
  { cephfs: { monitors: ['m'] } },
  { flocker: { datasetName: 'd' } },
  { quobyte: { registry: 'a:1,[::1]:2', volume: 'v', tenant: 't' } },
  { fc: { targetWWNs: ['w'], lun: 0 } },
  { fc: { wwids: ['w'] } },
  { flexVolume: { driver: 'example.com/d', options: { 'example.com/o': 'v' } } },
  { azureFile: { secretName: 's', shareName: 'n' } },
  { azureDisk: { diskName: 'd', diskURI: 'https://blob/d.vhd', cachingMode: 'None', kind: 'Shared' } },
  { azureDisk: { diskName: 'd', diskURI: '/subscriptions/d', cachingMode: 'None', kind: 'Managed' } },
  { vsphereVolume: { volumePath: 'p' } },
  { photonPersistentDisk: { pdID: 'p' } },
  { portworxVolume: { volumeID: 'v' } },
  { scaleIO: { gateway: 'g', system: 's', volumeName: 'v', secretRef: null } },
  { storageos: { volumeName: 'v', volumeNamespace: 'n', secretRef: { name: 's' } } },
  { csi: { driver: 'Csi.Example.com', nodePublishSecretRef: { name: 's' } } },
  {
    downwardAPI: {
      items: [{ path: 'l', fieldRef: { apiVersion: 'v1', fieldPath: "metadata.labels['a/b']" } }],
    },
  },
  { ephemeral: { volumeClaimTemplate: claim } },
];

test.each(valid)('%j is valid', (source) => {
  expect(problems(source)).toEqual([]);
});

const invalid: [CoreV1VolumeSource, ...string[]][] = [
  [
    { emptyDir: { sizeLimit: '-1' } },
    'emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity',
  ],
  [{ hostPath: { path: '' } }, 'hostPath.path: Required value'],
  [
    { hostPath: { path: '/a/../b', type: '' } },
    `hostPath.path: Invalid value: "/a/../b": must not contain '..'`,
  ],
  [
    { hostPath: { path: '/a', type: 'Fifo' } },
    'hostPath.type: Unsupported value: "Fifo": supported values: "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"',
  ],
  [{ gitRepo: { repository: '' } }, 'gitRepo.repository: Required value'],
  [
    { gitRepo: { repository: 'r', directory: '/a/..' } },
    'gitRepo.directory: Invalid value: "/a/..": must be a relative path',
    `gitRepo.directory: Invalid value: "/a/..": must not contain '..'`,
  ],
  [
    { gcePersistentDisk: { pdName: '', partition: 256 } },
    'persistentDisk.pdName: Required value',
    'persistentDisk.partition: Invalid value: 256: must be between 1 and 255, inclusive',
  ],
  [
    { awsElasticBlockStore: { volumeID: '', partition: -1 } },
    'awsElasticBlockStore.volumeID: Required value',
    'awsElasticBlockStore.partition: Invalid value: -1: must be between 1 and 255, inclusive',
  ],
  [
    { nfs: { server: '', path: '' } },
    'nfs.server: Required value',
    'nfs.path: Required value',
    'nfs.path: Invalid value: "": must be an absolute path',
  ],
  [
    { iscsi: { targetPortal: '', iqn: '', lun: 256, chapAuthSession: true } },
    'iscsi.targetPortal: Required value',
    'iscsi.iqn: Required value',
    'iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive',
    'iscsi.secretRef: Required value',
  ],
  [
    { iscsi: { targetPortal: 'p', iqn: 'x', lun: 0, initiatorName: 'y' } },
    'iscsi.iqn: Invalid value: "x": must be valid format starting with iqn, eui, or naa',
    'iscsi.initiatorname: Invalid value: "y": must be valid format starting with iqn, eui, or naa',
  ],
  [
    { iscsi: { targetPortal: 'p', iqn: 'iqn.2015-02.example.com', lun: 0 } },
    'iscsi.iqn: Invalid value: "iqn.2015-02.example.com": must be valid format',
  ],
  [
    {
      iscsi: {
        targetPortal: 'p'.repeat(63),
        iqn: 'eui.0123456789ABCDEF',
        lun: 0,
        initiatorName: 'eui.0123456789ABCDEF',
      },
    },
    'name: Invalid value: "v": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.',
  ],
  [
    { glusterfs: { endpoints: '', path: '' } },
    'glusterfs.endpoints: Required value',
    'glusterfs.path: Required value',
  ],
  [{ persistentVolumeClaim: { claimName: '' } }, 'persistentVolumeClaim.claimName: Required value'],
  [{ rbd: { monitors: null, image: '' } }, 'rbd.monitors: Required value', 'rbd.image: Required value'],
  [
    { cinder: { volumeID: '', secretRef: {} } },
    'cinder.volumeID: Required value',
    'cinder.secretRef.name: Required value',
  ],
  [{ cephfs: { monitors: null } }, 'cephfs.monitors: Required value'],
  [{ flocker: {} }, 'flocker: Required value: one of datasetName and datasetUUID is required'],
  [
    { flocker: { datasetName: 'a/b', datasetUUID: 'u' } },
    'flocker: Invalid value: "resource": datasetName and datasetUUID can not be specified simultaneously',
    `flocker.datasetName: Invalid value: "a/b": must not contain '/'`,
  ],
  [
    { quobyte: { registry: '', volume: '' } },
    'quobyte.registry: Required value: must be a host:port pair or multiple pairs separated by commas',
    'quobyte.volume: Required value',
  ],
  [
    { quobyte: { registry: 'a:1,b', volume: 'v' } },
    'quobyte.registry: Invalid value: "a:1,b": must be a host:port pair or multiple pairs separated by commas',
  ],
  [
    { quobyte: { registry: 'a:1', volume: 'v', tenant: 't'.repeat(65) } },
    'quobyte.tenant: Required value: must be a UUID and may not exceed a length of 64 characters',
  ],
  [{ fc: {} }, 'fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both'],
  [
    { fc: { targetWWNs: ['w'], wwids: ['w'] } },
    'fc.targetWWNs: Invalid value: []string{"w"}: targetWWNs and wwids can not be specified simultaneously',
    'fc.lun: Required value: lun is required if targetWWNs is specified',
  ],
  [
    { fc: { targetWWNs: ['w'], lun: 256 } },
    'fc.lun: Invalid value: 256: must be between 0 and 255, inclusive',
  ],
  [
    { flexVolume: { driver: '', options: { 'a.Kubernetes.io/b': 'c', 'k8s.io': 'd' } } },
    'flexVolume.driver: Required value',
    'flexVolume.options[a.Kubernetes.io/b]: Invalid value: "a.Kubernetes.io/b": kubernetes.io and k8s.io namespaces are reserved',
    'flexVolume.options[k8s.io]: Invalid value: "k8s.io": kubernetes.io and k8s.io namespaces are reserved',
  ],
  [
    { azureFile: { secretName: '', shareName: '' } },
    'azureFile.secretName: Required value',
    'azureFile.shareName: Required value',
  ],
  [
    { azureDisk: { diskName: '', diskURI: '', cachingMode: 'x', kind: 'y' } },
    'azureDisk.diskName: Required value',
    'azureDisk.diskURI: Required value',
    'azureDisk.cachingMode: Unsupported value: "x": supported values: "None", "ReadOnly", "ReadWrite"',
    'azureDisk.kind: Unsupported value: "y": supported values: "Dedicated", "Managed", "Shared"',
    'azureDisk.diskURI: Unsupported value: "": supported values: "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"',
  ],
  [
    { azureDisk: { diskName: 'd', diskURI: 'https://d', cachingMode: 'None', kind: 'Managed' } },
    'azureDisk.diskURI: Unsupported value: "https://d": supported values: "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"',
  ],
  [{ vsphereVolume: { volumePath: '' } }, 'vsphereVolume.volumePath: Required value'],
  [{ photonPersistentDisk: { pdID: '' } }, 'photonPersistentDisk.pdID: Required value'],
  [{ portworxVolume: { volumeID: '' } }, 'portworxVolume.volumeID: Required value'],
  [
    { scaleIO: { gateway: '', system: '', secretRef: null } },
    'scaleIO.gateway: Required value',
    'scaleIO.system: Required value',
    'scaleIO.volumeName: Required value',
  ],
  [
    { storageos: { secretRef: {} } },
    'storageos.volumeName: Required value',
    'storageos.secretRef.name: Required value',
  ],
  [
    { csi: { driver: 'a_b', nodePublishSecretRef: {} } },
    `csi.driver: Invalid value: "a_b": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    'csi.nodePublishSecretRef.name: Required value',
  ],
  [{ csi: { driver: 'a'.repeat(64) } }, 'csi.driver: Too long: must have at most 63 bytes'],
  [
    { secret: { defaultMode: 0o1000, items: [{ key: '', path: '', mode: -1 }] } },
    'secret.secretName: Required value',
    'secret.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive',
    'secret.items[0].key: Required value',
    'secret.items[0].path: Required value',
    'secret.items[0].mode: Invalid value: -1: must be a number between 0 and 0777 (octal), both inclusive',
  ],
  [
    {
      configMap: {
        items: [
          { key: 'k', path: '..' },
          { key: 'k', path: '..a' },
          { key: 'k', path: '/../a' },
        ],
      },
    },
    'configMap.name: Required value',
    `configMap.items[0].path: Invalid value: "..": must not contain '..'`,
    `configMap.items[0].path: Invalid value: "..": must not start with '..'`,
    `configMap.items[1].path: Invalid value: "..a": must not start with '..'`,
    'configMap.items[2].path: Invalid value: "/../a": must be a relative path',
    `configMap.items[2].path: Invalid value: "/../a": must not contain '..'`,
  ],
];

test.each(invalid)('%j is invalid', (source, ...expected) => {
  expect(problems(source)).toEqual(expected.map((text) => `${volume}.${text}`));
});

describe('downward API', () => {
  const items = (...list: NonNullable<CoreV1VolumeSource['downwardAPI']>['items'] & {}) =>
    problems({ downwardAPI: { items: list } });
  const at = `${volume}.downwardAPI`;

  test('a file needs a path and one content, and the list has no index in paths', () => {
    const fieldRef = { apiVersion: 'v1', fieldPath: 'metadata.name' };
    const resourceFieldRef = { resource: 'limits.cpu', divisor: '0' };
    expect(items({ path: '' })).toEqual([
      `${at}.path: Required value`,
      `${at}: Required value: one of fieldRef and resourceFieldRef is required`,
    ]);
    expect(items({ path: 'p', fieldRef, resourceFieldRef, mode: 512 })).toEqual([
      `${at}: Invalid value: "resource": fieldRef and resourceFieldRef can not be specified simultaneously`,
      `${at}.mode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive`,
    ]);
    expect(items({ path: 'p', resourceFieldRef })).toEqual([
      `${at}.resourceFieldRef.containerName: Required value`,
    ]);
  });

  test('only fields of metadata are shown', () => {
    const fieldRef = { apiVersion: 'v1', fieldPath: 'status.podIP' };
    expect(items({ path: 'p', fieldRef })).toEqual([
      `${at}.fieldRef.fieldPath: Unsupported value: "status.podIP": supported values: "metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"`,
    ]);
  });
});

describe('projected', () => {
  const projected = (...sources: NonNullable<NonNullable<CoreV1VolumeSource['projected']>['sources']>) =>
    problems({ projected: { sources, defaultMode: 420 } });
  const at = `${volume}.projected`;

  test('each source has one type', () => {
    expect(projected({ secret: { name: 's' }, configMap: { name: 'c' } })).toEqual([
      `${at}.sources[0]: Forbidden: may not specify more than 1 volume type`,
    ]);
    expect(projected({ secret: {} }, { configMap: {} })).toEqual([
      `${at}.sources[0].secret.name: Required value`,
      `${at}.sources[1].configMap.name: Required value`,
    ]);
  });

  test('a path is filled once', () => {
    const items = [{ key: 'k', path: 'p' }];
    const fieldRef = { apiVersion: 'v1', fieldPath: 'metadata.name' };
    expect(
      projected(
        { secret: { name: 's', items } },
        { configMap: { name: 'c', items } },
        { downwardAPI: { items: [{ path: 'p', fieldRef }] } },
      ),
    ).toEqual([
      `${at}: Invalid value: "c": conflicting duplicate paths`,
      `${at}: Invalid value: "p": conflicting duplicate paths`,
    ]);
  });

  test('a token has a path and lives between ten minutes and 2^32 seconds', () => {
    const token = (path: string, expirationSeconds: number) =>
      projected({ serviceAccountToken: { path, expirationSeconds } }).filter(
        (text) => !text.includes('not set'),
      );
    expect(token('t', 600)).toEqual([]);
    expect(token('', 599)).toEqual([
      `${at}.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes`,
      `${at}.path: Required value`,
    ]);
    expect(token('t', 2 ** 32 + 1)).toEqual([
      `${at}.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds`,
    ]);
  });
});

describe('ephemeral', () => {
  const at = `${volume}.ephemeral.volumeClaimTemplate`;

  test('the template is needed, and of its metadata only labels and annotations', () => {
    expect(problems({ ephemeral: {} })).toEqual([`${at}: Required value`]);
    const metadata = {
      creationTimestamp: null,
      name: 'n',
      uid: 'u',
      labels: { a: 'b' },
      annotations: { c: 'd' },
    };
    expect(problems({ ephemeral: { volumeClaimTemplate: { ...claim, metadata } } })).toEqual([
      `${at}.metadata.name: Forbidden: cannot be set for an ephemeral volume`,
      `${at}.metadata.uID: Forbidden: cannot be set for an ephemeral volume`,
    ]);
  });

  test('the spec is that of a claim', () => {
    const spec = {
      accessModes: ['x', 'ReadWriteOncePod'],
      resources: { requests: { storage: '0' } },
      volumeMode: 'y',
      storageClassName: '',
      dataSource: { apiGroup: null, kind: 'Pod', name: '' },
    };
    expect(problems({ ephemeral: { volumeClaimTemplate: { ...claim, spec } } })).toEqual([
      `${at}.spec.accessModes: Unsupported value: "x": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"`,
      `${at}.spec.accessModes: Unsupported value: "ReadWriteOncePod": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"`,
      `${at}.spec.resources[storage]: Invalid value: "0": must be greater than zero`,
      `${at}.spec.volumeMode: Unsupported value: "y": supported values: "Block", "Filesystem"`,
      `${at}.spec.dataSource.name: Required value`,
      `${at}.spec.dataSource: Invalid value: "Pod"`,
    ]);
    expect(problems({ ephemeral: { volumeClaimTemplate: { ...claim, spec: { resources: {} } } } })).toEqual([
      `${at}.spec.accessModes: Required value: at least 1 access mode is required`,
      `${at}.spec.resources[storage]: Required value`,
    ]);
  });

  test('claims are named after the pod and the volume', () => {
    const volumes = [
      { name: 'v', ephemeral: { volumeClaimTemplate: claim } },
      { name: 'w', persistentVolumeClaim: { claimName: 'p-v' } },
    ];
    expect(faultsOf({ volumes })).toEqual([]);
    expect(faultsOf({ volumes }, { metadata: { name: 'p', creationTimestamp: null } })).toEqual([
      'spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: "p-v": must not reference a PVC that gets created for an ephemeral volume',
    ]);
    const [problem] = faultsOf(
      { volumes: volumes.slice(0, 1) },
      { metadata: { name: 'p'.repeat(253), creationTimestamp: null } },
    );
    expect(problem).toMatch(
      /^spec\.volumes\[0\]\.name: Invalid value: "v": PVC name "p+-v": must be no more than 253/,
    );
  });
});

describe('defaults', () => {
  test.each<[CoreV1VolumeSource, CoreV1VolumeSource]>([
    [{ hostPath: { path: '/a' } }, { hostPath: { path: '/a', type: '' } }],
    [
      { iscsi: { targetPortal: 'p', iqn: 'i', lun: 0 } },
      { iscsi: { targetPortal: 'p', iqn: 'i', lun: 0, iscsiInterface: 'default' } },
    ],
    [
      { rbd: { monitors: null, image: 'i' } },
      { rbd: { monitors: null, image: 'i', pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' } },
    ],
    [
      { azureDisk: { diskName: 'd', diskURI: 'u' } },
      {
        azureDisk: {
          diskName: 'd',
          diskURI: 'u',
          cachingMode: 'ReadWrite',
          kind: 'Shared',
          fsType: 'ext4',
          readOnly: false,
        },
      },
    ],
    [
      { scaleIO: { gateway: 'g', system: 's', secretRef: null } },
      {
        scaleIO: {
          gateway: 'g',
          system: 's',
          secretRef: null,
          storageMode: 'ThinProvisioned',
          fsType: 'xfs',
        },
      },
    ],
  ])('%j', (source, expected) => {
    fillMessage('core.v1.VolumeSource', source);
    expect(source).toEqual(expected);
  });

  test('keep what the client said', () => {
    const source: CoreV1VolumeSource = { hostPath: { path: '/a', type: 'File' } };
    fillMessage('core.v1.VolumeSource', source);
    expect(source.hostPath?.type).toBe('File');
  });
});
