/** The types of persistent volumes, of what attaches them and of quotas, in the notation of `pod-types.ts`. */
export const storageTypes: Readonly<Record<string, string>> = {
  PersistentVolumeSource: [
    'GCEPersistentDisk?GCEPersistentDiskVolumeSource AWSElasticBlockStore?AWSElasticBlockStoreVolumeSource',
    'HostPath?HostPathVolumeSource Glusterfs?GlusterfsPersistentVolumeSource NFS?NFSVolumeSource',
    'RBD?RBDPersistentVolumeSource Quobyte?QuobyteVolumeSource ISCSI?ISCSIPersistentVolumeSource',
    'FlexVolume?FlexPersistentVolumeSource Cinder?CinderPersistentVolumeSource',
    'CephFS?CephFSPersistentVolumeSource FC?FCVolumeSource Flocker?FlockerVolumeSource',
    'AzureFile?AzureFilePersistentVolumeSource VsphereVolume?VsphereVirtualDiskVolumeSource',
    'AzureDisk?AzureDiskVolumeSource PhotonPersistentDisk?PhotonPersistentDiskVolumeSource',
    'PortworxVolume?PortworxVolumeSource ScaleIO?ScaleIOPersistentVolumeSource Local?LocalVolumeSource',
    'StorageOS?StorageOSPersistentVolumeSource CSI?CSIPersistentVolumeSource',
  ].join(' '),
  PersistentVolumeSpec: [
    'Capacity{} ...PersistentVolumeSource AccessModes[] ClaimRef?ObjectReference',
    'PersistentVolumeReclaimPolicy StorageClassName MountOptions[] VolumeMode?',
    'NodeAffinity?VolumeNodeAffinity VolumeAttributesClassName?',
  ].join(' '),
  VolumeNodeAffinity: 'Required?NodeSelector',
  GlusterfsPersistentVolumeSource: '...GlusterfsVolumeSource EndpointsNamespace?',
  RBDPersistentVolumeSource: [
    'CephMonitors[] RBDImage FSType RBDPool RadosUser Keyring SecretRef?SecretReference ReadOnly:bool',
  ].join(' '),
  ISCSIPersistentVolumeSource: [
    'TargetPortal IQN Lun:int ISCSIInterface FSType ReadOnly:bool Portals[] DiscoveryCHAPAuth:bool',
    'SessionCHAPAuth:bool SecretRef?SecretReference InitiatorName?',
  ].join(' '),
  FlexPersistentVolumeSource: 'Driver FSType SecretRef?SecretReference ReadOnly:bool Options{}',
  CinderPersistentVolumeSource: 'VolumeID FSType ReadOnly:bool SecretRef?SecretReference',
  CephFSPersistentVolumeSource: 'Monitors[] Path User SecretFile SecretRef?SecretReference ReadOnly:bool',
  AzureFilePersistentVolumeSource: 'SecretName ShareName ReadOnly:bool SecretNamespace?',
  ScaleIOPersistentVolumeSource: [
    'Gateway System SecretRef?SecretReference SSLEnabled:bool ProtectionDomain StoragePool StorageMode',
    'VolumeName FSType ReadOnly:bool',
  ].join(' '),
  LocalVolumeSource: 'Path FSType?',
  StorageOSPersistentVolumeSource:
    'VolumeName VolumeNamespace FSType ReadOnly:bool SecretRef?ObjectReference',
  CSIPersistentVolumeSource: [
    'Driver VolumeHandle ReadOnly:bool FSType VolumeAttributes{} ControllerPublishSecretRef?SecretReference',
    'NodeStageSecretRef?SecretReference NodePublishSecretRef?SecretReference',
    'ControllerExpandSecretRef?SecretReference NodeExpandSecretRef?SecretReference',
  ].join(' '),
  SecretReference: 'Name Namespace',
  ObjectReference: 'Kind Namespace Name UID APIVersion ResourceVersion FieldPath',
  VolumeAttachmentSpec: 'Attacher Source:VolumeAttachmentSource NodeName',
  VolumeAttachmentSource: 'PersistentVolumeName? InlineVolumeSpec?PersistentVolumeSpec',
  CSINodeDriver: 'Name NodeID TopologyKeys[] Allocatable?VolumeNodeResources',
  VolumeNodeResources: 'Count?',
  ScopeSelector: 'MatchExpressions[]ScopedResourceSelectorRequirement',
  ScopedResourceSelectorRequirement: 'ScopeName Operator Values[]',
};
