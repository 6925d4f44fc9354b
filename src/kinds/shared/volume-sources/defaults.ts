import type { CoreV1PersistentVolumeSource, CoreV1VolumeSource } from '../../../api/schema/types.gen.ts';

/** The sources of which fields are filled in alike in pods and in PersistentVolumes. Repeatable. */
type Defaulted = 'hostPath' | 'iscsi' | 'rbd' | 'azureDisk' | 'scaleIO';

/** Fills in what a client left out of a source. Works on volumes of pods and on specs of PersistentVolumes. */
export function applyVolumeSourceDefaults(
  source: Pick<CoreV1VolumeSource, Defaulted> | Pick<CoreV1PersistentVolumeSource, Defaulted>,
): void {
  const { hostPath, iscsi, rbd, azureDisk, scaleIO } = source;
  if (hostPath !== undefined) hostPath.type ??= '';
  if (iscsi !== undefined) iscsi.iscsiInterface ??= 'default';
  if (rbd !== undefined) {
    rbd.pool ??= 'rbd';
    rbd.user ??= 'admin';
    rbd.keyring ??= '/etc/ceph/keyring';
  }
  if (azureDisk !== undefined) {
    azureDisk.cachingMode ??= 'ReadWrite';
    azureDisk.kind ??= 'Shared';
    azureDisk.fsType ??= 'ext4';
    azureDisk.readOnly ??= false;
  }
  if (scaleIO !== undefined) {
    scaleIO.storageMode ??= 'ThinProvisioned';
    scaleIO.fsType ??= 'xfs';
  }
}
