import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { FieldError } from '../../api/validation/field-errors.ts';

/** Repeats errors where clients expect each of them twice: the object counts as validated twice. */
export const reportTwice = (errors: readonly FieldError[]): FieldError[] => [...errors, ...errors];

/** Errors of an update: each twice, until releases mended that for these kinds. */
export const reportedOfUpdate = (gates: FeatureGates): ((errors: FieldError[]) => FieldError[]) =>
  gates.isIn('1.35') ? (errors) => errors : reportTwice;
