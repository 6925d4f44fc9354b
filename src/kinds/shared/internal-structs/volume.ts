import type { GoStruct } from '../../../api/go-format/go-json.ts';
import { nodeSelectorStructs } from './node-selector.ts';
import { volumeSourceStructs } from './volume-source.ts';

/** The structs of the spec of a PersistentVolume, with their fields in Go's order: its source is inlined. */
export const volumeStructs = {
  ...nodeSelectorStructs,
  ...volumeSourceStructs,
  PersistentVolumeSpec: [
    ['Capacity', 'quantities'],
    ...volumeSourceStructs.PersistentVolumeSource,
    ['AccessModes', '[]string'],
    ['ClaimRef', '?ObjectReference'],
    ['PersistentVolumeReclaimPolicy', 'string'],
    ['StorageClassName', 'string'],
    ['MountOptions', '[]string'],
    ['VolumeMode', '?string'],
    ['NodeAffinity', '?VolumeNodeAffinity'],
    ['VolumeAttributesClassName', '?string'],
  ],
} satisfies Record<string, GoStruct>;
