import type { CoreV1PersistentVolume } from '../../../api/schema/types.gen.ts';
import { roundUpToMilli } from '../../shared/resources/quantities.ts';
import { applyVolumeSourceDefaults } from '../../shared/volume-sources/index.ts';

export function applyDefaults({ spec, status }: CoreV1PersistentVolume): void {
  status.phase ??= 'Pending';
  spec.persistentVolumeReclaimPolicy ??= 'Retain';
  spec.volumeMode ??= 'Filesystem';
  applyVolumeSourceDefaults(spec);
  roundUpToMilli(spec.capacity);
}
