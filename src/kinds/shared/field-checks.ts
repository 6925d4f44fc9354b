import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../api/validation/field-errors.ts';
import { dns1123Label, dns1123Subdomain, type NameCheck, rangeText } from '../../api/validation/names.ts';

/**
 * Checks of single values that many kinds share. An absent value counts as empty: normalized objects leave out empty
 * values.
 */

/** One field error for each message. */
export function invalidEach(path: FieldPath, value: unknown, messages: readonly string[]): FieldError[] {
  return messages.length === 0 ? [] : messages.map((message) => invalid(path, value, message));
}

/** The field `name` below `path` must not be empty. */
export function requireText(text: string | undefined, path: FieldPath, name: string): FieldError[] {
  return text ? [] : [required(path.child(name))];
}

/** The field `name` below `path` must hold at least one item. */
export function requireItems(
  items: readonly unknown[] | null | undefined,
  path: FieldPath,
  name: string,
): FieldError[] {
  return items && items.length > 0 ? [] : [required(path.child(name))];
}

export function requireFormat(value: string | undefined, path: FieldPath, check: NameCheck): FieldError[] {
  return value ? invalidEach(path, value, check(value)) : [required(path)];
}

export function validateLabelFormat(value: string, path: FieldPath): FieldError[] {
  return invalidEach(path, value, dns1123Label(value));
}

export function validateSubdomainFormat(value: string, path: FieldPath): FieldError[] {
  return invalidEach(path, value, dns1123Subdomain(value));
}

export function validateNonNegative(value: number | undefined, path: FieldPath, name: string): FieldError[] {
  return value !== undefined && value < 0
    ? [invalid(path.child(name), value, 'must be greater than or equal to 0')]
    : [];
}

/** `detail` is for messages that name another range than the one checked. */
export function validateRange(
  value: number | undefined,
  path: FieldPath,
  [min, max]: readonly [number, number],
  detail = rangeText(min, max),
): FieldError[] {
  return value !== undefined && (value < min || value > max) ? [invalid(path, value, detail)] : [];
}

/** The value may be absent. */
export function validateOneOf(
  value: string | undefined,
  path: FieldPath,
  supported: readonly string[],
): FieldError[] {
  return value === undefined || supported.includes(value) ? [] : [notSupported(path, value, supported)];
}

/** The value must be present. */
export function requireOneOf(
  value: string | undefined,
  path: FieldPath,
  supported: readonly string[],
): FieldError[] {
  return value ? validateOneOf(value, path, supported) : [required(path)];
}

/** Whether a value is empty; a struct without fields is. */
export function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return true;
  return typeof value === 'object' && Object.values(value).every((field) => field === undefined);
}
