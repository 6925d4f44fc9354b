import type { FieldError } from '../../../../api/validation/field-errors.ts';

/** As `push(...more)`, but a schema may have more faults than a call can have arguments. */
export function addErrors(faults: FieldError[], more: readonly FieldError[]): void {
  for (const fault of more) faults.push(fault);
}
