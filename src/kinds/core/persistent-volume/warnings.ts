import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1PersistentVolume, CoreV1PersistentVolumeSpec } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { warnOfOldClass } from '../../shared/class-annotation.ts';
import { warnOfSelectedLabels } from '../../shared/node-label-warnings.ts';

/** Sources that are deprecated: field, name in the text, what it says. */
const deprecatedSources: readonly [keyof CoreV1PersistentVolumeSpec, string, string][] = [
  ['cephfs', 'cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['photonPersistentDisk', 'photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['scaleIO', 'scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['storageos', 'storageOS', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['rbd', 'rbd', 'deprecated in v1.28, non-functional in v1.31+'],
];

const recycleText =
  'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. ' +
  'Instead, the recommended approach is to use dynamic provisioning.';

export function volumeWarnings(dialect: Dialect, gates: FeatureGates) {
  const termsPath = FieldPath.of('spec', 'nodeAffinity', 'required', 'nodeSelectorTerms');
  const optionsAnnotation = `volume.beta.${dialect.label}/mount-options`;
  const sources = gates.isIn('1.28') ? deprecatedSources : [];
  return ({ metadata, spec }: CoreV1PersistentVolume): string[] => {
    if (!gates.isIn('1.25')) return [];
    const terms = spec.nodeAffinity?.required?.nodeSelectorTerms ?? [];
    const hasOldOptions = metadata.annotations?.[optionsAnnotation] !== undefined;
    const isRecycled = spec.persistentVolumeReclaimPolicy === 'Recycle';
    return [
      ...(gates.isIn('1.28') ? warnOfOldClass(metadata, dialect) : []),
      ...(gates.isIn('1.31') && hasOldOptions
        ? [
            `metadata.annotations[${optionsAnnotation}]: deprecated since v1.31; use "mountOptions" attribute instead`,
          ]
        : []),
      ...(gates.isIn('1.30') && isRecycled ? [recycleText] : []),
      ...terms.flatMap((term, index) => warnOfSelectedLabels(term, termsPath.index(index), dialect)),
      ...sources.flatMap(([field, name, text]) =>
        spec[field] === undefined ? [] : [`spec.${name}: ${text}`],
      ),
    ];
  };
}
