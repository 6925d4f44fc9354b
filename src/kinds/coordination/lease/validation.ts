import type { CoordinationV1Lease } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { validateStrategy } from '../../shared/election-strategy.ts';

const specPath = FieldPath.of('spec');

export function validateLease({ spec }: CoordinationV1Lease): FieldError[] {
  const { leaseDurationSeconds: duration, leaseTransitions: transitions, strategy, preferredHolder } = spec;
  const errors: FieldError[] = [];
  if (duration !== undefined && duration <= 0) {
    errors.push(invalid(specPath.child('leaseDurationSeconds'), duration, 'must be greater than 0'));
  }
  if (transitions !== undefined && transitions < 0) {
    const text = 'must be greater than or equal to 0';
    errors.push(invalid(specPath.child('leaseTransitions'), transitions, text));
  }
  if (strategy !== undefined) errors.push(...validateStrategy(strategy, specPath.child('strategy')));
  if (preferredHolder && !strategy) {
    const text = 'may only be specified if `strategy` is defined';
    errors.push(forbidden(specPath.child('preferredHolder'), text));
  }
  return errors;
}
