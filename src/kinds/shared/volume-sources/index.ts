import type { CoreV1PersistentVolumeSource, CoreV1VolumeSource } from '../../../api/schema/types.gen.ts';
import { validateAzureDisk, validateAzureFile } from './azure.ts';
import {
  validateAwsElasticBlockStore,
  validateCinder,
  validateFibreChannel,
  validateGcePersistentDisk,
  validatePhoton,
  validatePortworx,
  validateScaleIo,
  validateVsphere,
} from './disks.ts';
import { validateDownwardApiSource } from './downward-api.ts';
import { validateCsi, validateFlexVolume, validateStorageOs } from './drivers.ts';
import { validateEphemeral } from './ephemeral.ts';
import { validateConfigMapSource, validateSecretSource } from './files.ts';
import { validateIscsi } from './iscsi.ts';
import {
  validateEmptyDir,
  validateGitRepo,
  validateHostPath,
  validateImage,
  validatePersistentVolumeClaimSource,
} from './local.ts';
import {
  validateCephFs,
  validateFlocker,
  validateGlusterfs,
  validateNfs,
  validateQuobyte,
  validateRbd,
} from './network.ts';
import { validateProjected } from './projected.ts';
import type { PodVolumeOptions, VolumeSourceOptions, VolumeSourceValidator } from './validator.ts';

export { validateCsiDriverName } from './drivers.ts';
export { validatePersistentIscsi } from './iscsi.ts';
export type { VolumeSourceOptions, VolumeSourceValidator } from './validator.ts';

/** The sources that pods and PersistentVolumes have in common, by field: the rules that hold in both. */
type SharedName = Exclude<keyof CoreV1VolumeSource & keyof CoreV1PersistentVolumeSource, PodOnlyRules>;

/** Fields of that name are in both, but the rules of a PersistentVolume differ (it names secrets of a namespace). */
type PodOnlyRules = 'azureFile' | 'cinder' | 'csi' | 'iscsi' | 'storageos';

type SharedSources = {
  [K in SharedName]-?: NonNullable<CoreV1VolumeSource[K]> | NonNullable<CoreV1PersistentVolumeSource[K]>;
};

type PodSources = {
  [K in Exclude<keyof CoreV1VolumeSource, SharedName>]-?: NonNullable<CoreV1VolumeSource[K]>;
};

type Validators<Sources, Options = VolumeSourceOptions> = {
  readonly [K in keyof Sources]: VolumeSourceValidator<Sources[K], Options>;
};

/** For pods and PersistentVolumes alike. */
export const sharedVolumeSourceValidators: Validators<SharedSources> = {
  gcePersistentDisk: validateGcePersistentDisk,
  awsElasticBlockStore: validateAwsElasticBlockStore,
  hostPath: validateHostPath,
  glusterfs: validateGlusterfs,
  nfs: validateNfs,
  rbd: validateRbd,
  cephfs: validateCephFs,
  fc: validateFibreChannel,
  flocker: validateFlocker,
  flexVolume: validateFlexVolume,
  vsphereVolume: validateVsphere,
  quobyte: validateQuobyte,
  azureDisk: validateAzureDisk,
  photonPersistentDisk: validatePhoton,
  portworxVolume: validatePortworx,
  scaleIO: validateScaleIo,
};

/** For the volumes of pods. */
export const volumeSourceValidators: Validators<SharedSources & PodSources, PodVolumeOptions> = {
  ...sharedVolumeSourceValidators,
  azureFile: validateAzureFile,
  cinder: validateCinder,
  iscsi: validateIscsi,
  storageos: validateStorageOs,
  csi: validateCsi,
  emptyDir: validateEmptyDir,
  gitRepo: validateGitRepo,
  secret: validateSecretSource,
  configMap: validateConfigMapSource,
  persistentVolumeClaim: validatePersistentVolumeClaimSource,
  downwardAPI: validateDownwardApiSource,
  projected: validateProjected,
  ephemeral: validateEphemeral,
  image: validateImage,
};
