import { equalValues } from '../../api/json/json-values.ts';
import { type FieldError, FieldPath, forbidden, invalid } from '../../api/validation/field-errors.ts';
import { configMapKey } from '../../api/validation/names.ts';
import { validateEach } from '../../api/validation/validate-each.ts';

/** The data of a ConfigMap or Secret. Keys become file names when it is mounted. */
export type DataMap = Readonly<Record<string, string>>;

/** Limit for the values of one object together, in bytes, so that it fits into the store. Keys do not count. */
export const maxDataBytes = 1024 * 1024;

export function validateDataKeys(data: DataMap | undefined, path: FieldPath): FieldError[] {
  return validateEach(Object.keys(data ?? {}), (key) =>
    configMapKey(key).map((message) => invalid(path.key(key), key, message)),
  );
}

/** Size of the values in bytes, once decoded from `encoding`. */
export function bytesOf(data: DataMap | undefined, encoding: 'utf8' | 'base64'): number {
  return Object.values(data ?? {}).reduce((sum, text) => sum + Buffer.byteLength(text, encoding), 0);
}

interface WithImmutable {
  immutable?: boolean;
}

/** An immutable object stays immutable, and `fields` must not change. */
export function validateImmutable<T extends WithImmutable>(
  object: T,
  old: T,
  fields: readonly (keyof T & string)[],
): FieldError[] {
  if (!old.immutable) return [];
  const reset = object.immutable ? [] : ['immutable'];
  const changed = fields.filter((field) => !equalValues(object[field], old[field]));
  return [...reset, ...changed].map((field) =>
    forbidden(FieldPath.of(field), 'field is immutable when `immutable` is set'),
  );
}
