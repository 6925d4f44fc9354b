import type { FieldError } from '../../api/validation/field-errors.ts';

/** Faults that the API always told twice; they are looked for once. */
export const twice = (faults: readonly FieldError[]): FieldError[] => [...faults, ...faults];
