import type { GoStruct } from '../../../api/go-format/go-json.ts';

/** The structs of the spec of a PersistentVolumeClaim, with their fields in Go's order. */
export const claimStructs = {
  PersistentVolumeClaimSpec: [
    ['AccessModes', '[]string'],
    ['Selector', '?json'],
    ['Resources', 'VolumeResourceRequirements'],
    ['VolumeName', 'string'],
    ['StorageClassName', '?string'],
    ['VolumeMode', '?string'],
    ['DataSource', '?TypedLocalObjectReference'],
    ['DataSourceRef', '?TypedObjectReference'],
    ['VolumeAttributesClassName', '?string'],
  ],
  VolumeResourceRequirements: [
    ['Limits', 'quantities'],
    ['Requests', 'quantities'],
  ],
  TypedLocalObjectReference: [
    ['APIGroup', '?string'],
    ['Kind', 'string'],
    ['Name', 'string'],
  ],
  TypedObjectReference: [
    ['APIGroup', '?string'],
    ['Kind', 'string'],
    ['Name', 'string'],
    ['Namespace', '?string'],
  ],
} satisfies Record<string, GoStruct>;
