import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1PersistentVolumeSpec } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden, required } from '../../../api/validation/field-errors.ts';
import { validateSubdomainFormat } from '../../shared/field-checks.ts';

type Spec = CoreV1PersistentVolumeSpec;

/** The rules of the attributes class of a volume, which it may have been given since it was made. */
export interface AttributesClassRules {
  validate(spec: Spec): FieldError[];
  validateUpdate(spec: Spec, old: Spec): FieldError[];
}

const specPath = FieldPath.of('spec');
const path = specPath.child('volumeAttributesClassName');
const gate = 'VolumeAttributesClass';

export const attributesClassRules = (gates: FeatureGates): AttributesClassRules => ({
  validate,
  validateUpdate: (spec, old) => validateUpdate(spec, old, gates.isOn(gate)),
});

function validate({ volumeAttributesClassName: name, csi }: Spec): FieldError[] {
  if (name === undefined) return [];
  return [
    ...(name === ''
      ? [required(path, 'an empty string is disallowed')]
      : validateSubdomainFormat(name, path)),
    ...(csi === undefined
      ? [required(specPath.child('csi'), 'has to be specified when using volumeAttributesClassName')]
      : []),
  ];
}

function validateUpdate(spec: Spec, old: Spec, isOn: boolean): FieldError[] {
  const name = spec.volumeAttributesClassName;
  if (name === old.volumeAttributesClassName) return [];
  if (!isOn) return [forbidden(path, `update is forbidden when the ${gate} feature gate is disabled`)];
  return name === undefined ? [forbidden(path, 'update from non-nil value to nil is forbidden')] : [];
}
