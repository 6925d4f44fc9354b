import type { CoordinationV1Lease } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';

const specPath = FieldPath.of('spec');

export function validateLease({ spec }: CoordinationV1Lease): FieldError[] {
  const { leaseDurationSeconds: duration, leaseTransitions: transitions } = spec;
  const errors: FieldError[] = [];
  if (duration !== undefined && duration <= 0) {
    errors.push(invalid(specPath.child('leaseDurationSeconds'), duration, 'must be greater than 0'));
  }
  if (transitions !== undefined && transitions < 0) {
    const text = 'must be greater than or equal to 0';
    errors.push(invalid(specPath.child('leaseTransitions'), transitions, text));
  }
  return errors;
}
