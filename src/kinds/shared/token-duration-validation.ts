import { type FieldError, type FieldPath, invalid } from '../../api/validation/field-errors.ts';

const tenMinutes = 600;
const max = 2 ** 32;

/** For how long a token of a service account may be asked for, in seconds. */
export function validateTokenDuration(seconds: number, path: FieldPath): FieldError[] {
  if (seconds < tenMinutes)
    return [invalid(path, seconds, 'may not specify a duration less than 10 minutes')];
  return seconds > max ? [invalid(path, seconds, 'may not specify a duration larger than 2^32 seconds')] : [];
}
