import type { FieldError } from '../../api/validation/field-errors.ts';

/** Faults that the API always told twice; they are looked for once. */
export const reportTwice = (faults: readonly FieldError[]): FieldError[] => [...faults, ...faults];
