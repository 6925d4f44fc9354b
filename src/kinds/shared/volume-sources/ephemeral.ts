import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1EphemeralVolumeSource, MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';
import { validateLabels } from '../../../api/selectors/label-selector.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateAnnotations } from '../../../api/validation/metadata-validation.ts';
import { claimOptions, validatePersistentVolumeClaimSpec } from '../claim-spec-validation.ts';
import { isEmptyValue } from '../field-checks.ts';
import type { PodVolumeOptions } from './validator.ts';

export function validateEphemeral(
  { volumeClaimTemplate }: CoreV1EphemeralVolumeSource,
  path: FieldPath,
  { gates }: PodVolumeOptions,
): FieldError[] {
  const templatePath = path.child('volumeClaimTemplate');
  if (volumeClaimTemplate === undefined) return [required(templatePath)];
  return [
    ...validateTemplateMetadata(volumeClaimTemplate.metadata, templatePath.child('metadata'), gates),
    ...validatePersistentVolumeClaimSpec(
      volumeClaimTemplate.spec,
      templatePath.child('spec'),
      gates.isIn('1.24') ? claimOptions(gates)() : {},
    ),
  ];
}

/** Fields that the server or the name of the pod determines; with the names that the API gives them in messages. */
const forbiddenMetadata: readonly (readonly [keyof MetaV1ObjectMeta, string])[] = [
  ['name', 'name'],
  ['generateName', 'generateName'],
  ['namespace', 'namespace'],
  ['selfLink', 'selfLink'],
  ['uid', 'uID'],
  ['resourceVersion', 'resourceVersion'],
  ['generation', 'generation'],
  ['creationTimestamp', 'creationTimestamp'],
  ['deletionTimestamp', 'deletionTimestamp'],
  ['deletionGracePeriodSeconds', 'deletionGracePeriodSeconds'],
  ['ownerReferences', 'ownerReferences'],
  ['finalizers', 'finalizers'],
  ['clusterName', 'clusterName'],
  ['managedFields', 'managedFields'],
];

function validateTemplateMetadata(
  metadata: MetaV1ObjectMeta,
  path: FieldPath,
  gates: FeatureGates,
): FieldError[] {
  const text = gates.isIn('1.26') ? 'cannot be set' : 'cannot be set for an ephemeral volume';
  return [
    ...validateAnnotations(metadata.annotations, path.child('annotations')),
    ...validateLabels(metadata.labels, path.child('labels')),
    ...forbiddenMetadata
      .filter(([field]) => !isEmptyValue(metadata[field]))
      .map(([, name]) => forbidden(path.child(name), text)),
  ];
}
