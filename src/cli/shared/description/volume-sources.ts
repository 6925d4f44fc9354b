/** Form in which a value is printed, with the text for an absent one. */
export type Form =
  | 'text'
  | 'number'
  | 'flag'
  | 'list'
  | 'commas'
  | 'map'
  | 'reference'
  | 'size'
  | 'unset'
  | 'none';

/** The title of a field, its path, and the form of its value. */
export type Row = readonly [title: string, key: string, form?: Form];

export interface SourceLayout {
  /** `{nodeAgent}` stands for the word of the dialect. */
  type: string;
  rows: readonly Row[];
  /** Rows for a PersistentVolume, if it has other fields than a volume of a pod. */
  persistentRows?: readonly Row[];
}

const fsType: Row = ['FSType', 'fsType'];
const readOnly: Row = ['ReadOnly', 'readOnly', 'flag'];
const secretRef: Row = ['SecretRef', 'secretRef', 'reference'];
const path: Row = ['Path', 'path'];
const partition: Row = ['Partition', 'partition', 'number'];
const volumeID: Row = ['VolumeID', 'volumeID'];
const optional: Row = ['Optional', 'optional', 'flag'];
const driver: Row = ['Driver', 'driver'];
const endpoints: Row = ['EndpointsName', 'endpoints'];
const secretName: Row = ['SecretName', 'secretName'];
const shareName: Row = ['ShareName', 'shareName'];
const volumeName: Row = ['VolumeName', 'volumeName'];
const scaleIO: readonly Row[] = [
  ['Gateway', 'gateway'],
  ['System', 'system'],
  ['Protection Domain', 'protectionDomain'],
  ['Storage Pool', 'storagePool'],
  ['Storage Mode', 'storageMode'],
  volumeName,
];

/** By the field of the volume that holds the source. */
export const sourceLayouts: Readonly<Record<string, SourceLayout>> = {
  hostPath: {
    type: 'HostPath (bare host directory volume)',
    rows: [path, ['HostPathType', 'type', 'none']],
  },
  emptyDir: {
    type: "EmptyDir (a temporary directory that shares a pod's lifetime)",
    rows: [
      ['Medium', 'medium'],
      ['SizeLimit', 'sizeLimit', 'size'],
    ],
  },
  gcePersistentDisk: {
    type: 'GCEPersistentDisk (a Persistent Disk resource in Google Compute Engine)',
    rows: [['PDName', 'pdName'], fsType, partition, readOnly],
  },
  awsElasticBlockStore: {
    type: 'AWSElasticBlockStore (a Persistent Disk resource in AWS)',
    rows: [volumeID, fsType, partition, readOnly],
  },
  gitRepo: {
    type: 'GitRepo (a volume that is pulled from git when the pod is created)',
    rows: [
      ['Repository', 'repository'],
      ['Revision', 'revision'],
    ],
  },
  secret: { type: 'Secret (a volume populated by a Secret)', rows: [secretName, optional] },
  configMap: { type: 'ConfigMap (a volume populated by a ConfigMap)', rows: [['Name', 'name'], optional] },
  nfs: {
    type: 'NFS (an NFS mount that lasts the lifetime of a pod)',
    rows: [['Server', 'server'], path, readOnly],
  },
  iscsi: {
    type: "ISCSI (an ISCSI Disk resource that is attached to a {nodeAgent}'s host machine and then exposed to the pod)",
    rows: [
      ['TargetPortal', 'targetPortal'],
      ['IQN', 'iqn'],
      ['Lun', 'lun', 'number'],
      ['ISCSIInterface', 'iscsiInterface'],
      ...[fsType, readOnly],
      ['Portals', 'portals', 'list'],
      ['DiscoveryCHAPAuth', 'chapAuthDiscovery', 'flag'],
      ['SessionCHAPAuth', 'chapAuthSession', 'flag'],
      secretRef,
      ['InitiatorName', 'initiatorName', 'none'],
    ],
  },
  glusterfs: {
    type: "Glusterfs (a Glusterfs mount on the host that shares a pod's lifetime)",
    rows: [endpoints, path, readOnly],
    persistentRows: [endpoints, ['EndpointsNamespace', 'endpointsNamespace', 'unset'], path, readOnly],
  },
  persistentVolumeClaim: {
    type: 'PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
    rows: [['ClaimName', 'claimName'], readOnly],
  },
  rbd: {
    type: "RBD (a Rados Block Device mount on the host that shares a pod's lifetime)",
    rows: [
      ['CephMonitors', 'monitors', 'list'],
      ['RBDImage', 'image'],
      fsType,
      ['RBDPool', 'pool'],
      ['RadosUser', 'user'],
      ['Keyring', 'keyring'],
      ...[secretRef, readOnly],
    ],
  },
  quobyte: {
    type: "Quobyte (a Quobyte mount on the host that shares a pod's lifetime)",
    rows: [['Registry', 'registry'], ['Volume', 'volume'], readOnly],
  },
  azureDisk: {
    type: 'AzureDisk (an Azure Data Disk mount on the host and bind mount to the pod)',
    rows: [
      ['DiskName', 'diskName'],
      ['DiskURI', 'diskURI'],
      ['Kind', 'kind'],
      fsType,
      ['CachingMode', 'cachingMode'],
      readOnly,
    ],
  },
  vsphereVolume: {
    type: 'vSphereVolume (a Persistent Disk resource in vSphere)',
    rows: [['VolumePath', 'volumePath'], fsType, ['StoragePolicyName', 'storagePolicyName']],
  },
  cinder: {
    type: 'Cinder (a Persistent Disk resource in OpenStack)',
    rows: [volumeID, fsType, readOnly, secretRef],
  },
  photonPersistentDisk: {
    type: 'PhotonPersistentDisk (a Persistent Disk resource in photon platform)',
    rows: [['PdID', 'pdID'], fsType],
  },
  portworxVolume: { type: 'PortworxVolume (a Portworx Volume resource)', rows: [volumeID] },
  scaleIO: {
    type: 'ScaleIO (a persistent volume backed by a block device in ScaleIO)',
    rows: [...scaleIO, fsType, readOnly],
    persistentRows: [
      ...scaleIO,
      ['SecretName', 'secretRef.name'],
      ['SecretNamespace', 'secretRef.namespace'],
      ...[fsType, readOnly],
    ],
  },
  local: { type: 'LocalVolume (a persistent volume backed by local storage on a node)', rows: [path] },
  cephfs: {
    type: "CephFS (a CephFS mount on the host that shares a pod's lifetime)",
    rows: [
      ['Monitors', 'monitors', 'list'],
      path,
      ['User', 'user'],
      ['SecretFile', 'secretFile'],
      ...[secretRef, readOnly],
    ],
  },
  storageos: {
    type: 'StorageOS (a StorageOS Persistent Disk resource)',
    rows: [volumeName, ['VolumeNamespace', 'volumeNamespace'], fsType, readOnly],
  },
  fc: {
    type: 'FC (a Fibre Channel disk)',
    rows: [['TargetWWNs', 'targetWWNs', 'commas'], ['LUN', 'lun', 'none'], fsType, readOnly],
  },
  azureFile: {
    type: 'AzureFile (an Azure File Service mount on the host and bind mount to the pod)',
    rows: [secretName, shareName, readOnly],
    persistentRows: [secretName, ['SecretNamespace', 'secretNamespace'], shareName, readOnly],
  },
  flexVolume: {
    type: 'FlexVolume (a generic volume resource that is provisioned/attached using an exec based plugin)',
    rows: [driver, fsType, secretRef, readOnly, ['Options', 'options', 'map']],
  },
  flocker: {
    type: 'Flocker (a Flocker volume mounted by the Flocker agent)',
    rows: [
      ['DatasetName', 'datasetName'],
      ['DatasetUUID', 'datasetUUID'],
    ],
  },
  csi: {
    type: 'CSI (a Container Storage Interface (CSI) volume source)',
    rows: [driver, fsType, readOnly],
    persistentRows: [driver, fsType, ['VolumeHandle', 'volumeHandle'], readOnly],
  },
};
