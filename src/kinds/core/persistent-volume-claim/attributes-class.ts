import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1PersistentVolumeClaim } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden } from '../../../api/validation/field-errors.ts';

type Claim = CoreV1PersistentVolumeClaim;

/** Validates a change of the attributes class of a claim. */
export interface ClassUpdate {
  /** Whether a bound claim may get another. */
  isMutable: boolean;
  validate(claim: Claim, old: Claim): FieldError[];
}

const path = FieldPath.of('spec', 'volumeAttributesClassName');
const gate = 'VolumeAttributesClass';

export function classUpdate(gates: FeatureGates): ClassUpdate {
  const isMutable = gates.isOn(gate);
  const validateChange = !isMutable
    ? () => [forbidden(path, `update is forbidden when the ${gate} feature gate is disabled`)]
    : gates.isIn('1.34')
      ? validateTakingBack
      : validateNotTakenBack;
  return {
    isMutable,
    validate: (claim, old) =>
      claim.spec.volumeAttributesClassName === old.spec.volumeAttributesClassName
        ? []
        : validateChange(claim, old),
  };
}

/** Without a class again only while the volume has not got one. */
function validateTakingBack({ spec }: Claim, { spec: before, status }: Claim): FieldError[] {
  const { currentVolumeAttributesClassName: current } = status;
  if (before.volumeAttributesClassName === undefined || current === undefined) return [];
  const text = 'forbidden when status.currentVolumeAttributesClassName is not nil';
  if (spec.volumeAttributesClassName === undefined) return [forbidden(path, `update to nil is ${text}`)];
  return spec.volumeAttributesClassName === '' ? [forbidden(path, `update to empty string is ${text}`)] : [];
}

function validateNotTakenBack({ spec }: Claim, { spec: before }: Claim): FieldError[] {
  if (before.volumeAttributesClassName === undefined) return [];
  if (spec.volumeAttributesClassName === undefined)
    return [forbidden(path, 'update from non-nil value to nil is forbidden')];
  return spec.volumeAttributesClassName === ''
    ? [forbidden(path, 'update from non-nil value to an empty string is forbidden')]
    : [];
}
