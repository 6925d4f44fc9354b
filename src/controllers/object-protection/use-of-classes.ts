import type { CoreV1PersistentVolume, CoreV1PersistentVolumeClaim } from '../../api/schema/types.gen.ts';

/** The classes of attributes that a claim uses: the one it asks for, the one it has, and the one it is being changed to. */
export const classesOfClaim = ({ spec, status }: CoreV1PersistentVolumeClaim): readonly string[] =>
  named([
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ]);

export const classesOfVolume = ({ spec }: CoreV1PersistentVolume): readonly string[] =>
  named([spec?.volumeAttributesClassName]);

const named = (names: readonly (string | undefined)[]): string[] =>
  names.filter((name): name is string => name !== undefined && name !== '');
