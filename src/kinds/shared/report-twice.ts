import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { FieldError } from '../../api/validation/field-errors.ts';

/**
 * Reports errors of kinds whose objects count as validated twice, on a create or an update, until 1.32: each error twice.
 * From 1.33 on once.
 */
export const reporting = (gates: FeatureGates): ((errors: FieldError[]) => FieldError[]) =>
  gates.isIn('1.33') ? (errors) => errors : (errors) => [...errors, ...errors];
