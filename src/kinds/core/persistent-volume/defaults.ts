import type { CoreV1PersistentVolume } from '../../../api/schema/types.gen.ts';
import { roundUpToMilli } from '../../shared/resources/quantities.ts';
import { applyVolumeSourceDefaults } from '../../shared/volume-sources/index.ts';

export function applyDefaults({ spec }: CoreV1PersistentVolume): void {
  spec.persistentVolumeReclaimPolicy ??= 'Retain';
  spec.volumeMode ??= 'Filesystem';
  applyVolumeSourceDefaults(spec);
  roundUpToMilli(spec.capacity);
}
