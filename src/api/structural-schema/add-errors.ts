import type { FieldError } from '../validation/field-errors.ts';

/** Like `errors.push(...more)`, for more errors than a call can have arguments. */
export function addErrors(errors: FieldError[], more: readonly FieldError[]): void {
  for (const error of more) errors.push(error);
}
