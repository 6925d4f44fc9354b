import { type FieldError, type FieldPath, invalid } from '../../api/validation/field-errors.ts';

const minSeconds = 600;
const maxSeconds = 2 ** 32;

/** The requested lifetime of a service account token. */
export function validateTokenDuration(seconds: number, path: FieldPath): FieldError[] {
  if (seconds < minSeconds)
    return [invalid(path, seconds, 'may not specify a duration less than 10 minutes')];
  return seconds > maxSeconds
    ? [invalid(path, seconds, 'may not specify a duration larger than 2^32 seconds')]
    : [];
}
