import type { CoreV1PersistentVolumeClaim } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, required } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validatePersistentVolumeClaimSpec } from '../../shared/claim-spec-validation.ts';
import { validateBasicAmount } from '../../shared/resources/validation.ts';

type Claim = CoreV1PersistentVolumeClaim;

const specPath = FieldPath.of('spec');

/** A stored claim keeps an access mode that is disabled now. */
export function validateClaim({ spec }: Claim, old?: Claim): FieldError[] {
  const allowReadWriteOncePod = old?.spec.accessModes?.includes('ReadWriteOncePod') ?? false;
  return validatePersistentVolumeClaimSpec(spec, specPath, { allowReadWriteOncePod });
}

export function validateClaimStatus({ spec, status }: Claim): FieldError[] {
  const path = FieldPath.of('status', 'capacity');
  return [
    ...(spec.accessModes?.length ? [] : [required(FieldPath.of('Spec', 'accessModes'))]),
    ...validateEach(Object.entries(status.capacity ?? {}), ([name, text]) =>
      validateBasicAmount(text, path.key(name)),
    ),
  ];
}
