import { validateDomainPath } from '../../../api/validation/domain-path.ts';
import { type FieldError, type FieldPath, tooLong } from '../../../api/validation/field-errors.ts';

const maxBytes = 63;

/** Validates the name of what looks after a job in place of the controller: `example.com/queue`. */
export function validateManagedBy(name: string | undefined, path: FieldPath): FieldError[] {
  if (name === undefined) return [];
  return [
    ...validateDomainPath(name, path),
    ...(Buffer.byteLength(name) > maxBytes ? [tooLong(path, maxBytes)] : []),
  ];
}
