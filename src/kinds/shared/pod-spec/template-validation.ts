import type { CoreV1PodTemplateSpec } from '../../../api/schema/types.gen.ts';
import { validateLabels } from '../../../api/selectors/label-selector.ts';
import { type FieldError, type FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { validateAnnotations } from '../../../api/validation/metadata-validation.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { ServedApi } from '../served-api.ts';
import { validatePodAnnotations } from './annotations.ts';
import { validateAppArmorAgreement } from './app-armor.ts';
import { type PodSpecOptions, podContext } from './options.ts';
import { validateSeccompAgreement } from './seccomp.ts';
import { validatePodSpec } from './validation.ts';

/** A template has no name, and some things are only for pods that run. */
export type PodTemplateOptions = Omit<PodSpecOptions, 'metadata'>;

/** Validates a pod template at `path`. */
export function validatePodTemplateSpec(
  template: CoreV1PodTemplateSpec,
  path: FieldPath,
  api: ServedApi,
  options: PodTemplateOptions = {},
): FieldError[] {
  const { metadata, spec } = template;
  const specPath = path.child('spec');
  const annotationsPath = path.child('annotations');
  return [
    ...validateLabels(metadata.labels, path.child('labels')),
    ...validateAnnotations(metadata.annotations, annotationsPath),
    ...validatePodAnnotations(metadata, spec, annotationsPath, podContext(api, options)),
    ...validatePodSpec(spec, specPath, api, options),
    ...validateSeccompAgreement(template, specPath, api.dialect),
    ...(api.gates.isIn('1.30') ? validateAppArmorAgreement(template, specPath, api.dialect) : []),
    ...(spec.ephemeralContainers?.length
      ? [forbidden(specPath.child('ephemeralContainers'), 'ephemeral containers not allowed in pod template')]
      : []),
  ];
}

/**
 * A disk of this cloud can be attached to many nodes only for reading. Releases from 1.31 on leave that to its driver,
 * those from 1.28 on as well with the gate. `path` is that of the template.
 */
export function validateReadOnlyDisks(
  { spec: { volumes = [] } }: CoreV1PodTemplateSpec,
  path: FieldPath,
  { gates }: ServedApi,
): FieldError[] {
  if (gates.isIn('1.31') || gates.isOn('SkipReadOnlyValidationGCE')) return [];
  const text =
    'must be true for replicated pods > 1; GCE PD can only be mounted on multiple machines if it is read-only';
  return validateEach(volumes, ({ gcePersistentDisk }, index) => {
    if (gcePersistentDisk === undefined || gcePersistentDisk.readOnly) return [];
    const field = path.child('spec', 'volumes').index(index).child('gcePersistentDisk', 'readOnly');
    return [invalid(field, false, text)];
  });
}
