import { type FieldError, type FieldPath, invalid } from './field-errors.ts';
import { dns1035Label } from './names.ts';

export function validateLabel(value: string, path: FieldPath): FieldError[] {
  const errors = dns1035Label(value);
  return errors.length === 0 ? [] : [invalid(path, value, errors.join(','))];
}

/** A DNS label that may have upper case letters. */
export function validateKind(value: string, path: FieldPath): FieldError[] {
  const errors = dns1035Label(value.toLowerCase());
  if (errors.length === 0) return [];
  const text = `may have mixed case, but should otherwise match: ${errors.join(',')}`;
  return [invalid(path, value, text)];
}
