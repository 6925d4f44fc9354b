import { type FieldError, FieldPath, forbidden, invalid } from '../../api/validation/field-errors.ts';
import { configMapKey } from '../../api/validation/names.ts';
import { validateEach } from '../../api/validation/validate-each.ts';
import { sameValue } from './same-value.ts';

/** A map whose keys become names of files: what ConfigMaps and Secrets hold. */
export type DataMap = Readonly<Record<string, string>>;

/** All values of one object together, in bytes, so that it fits into the store. Keys do not count. */
export const maxDataBytes = 1024 * 1024;

export function validateDataKeys(data: DataMap | undefined, path: FieldPath): FieldError[] {
  return validateEach(Object.keys(data ?? {}), (key) =>
    configMapKey(key).map((message) => invalid(path.key(key), key, message)),
  );
}

/** Bytes of the values; `encoding` says what the texts are. */
export function bytesOf(data: DataMap | undefined, encoding: 'utf8' | 'base64'): number {
  return Object.values(data ?? {}).reduce((sum, text) => sum + Buffer.byteLength(text, encoding), 0);
}

interface Freezable {
  immutable?: boolean;
}

/** Once immutable, an object stays so, and so do the fields that are named. */
export function validateImmutable<T extends Freezable>(
  object: T,
  old: T,
  fields: readonly (keyof T & string)[],
): FieldError[] {
  if (!old.immutable) return [];
  const thawed = object.immutable ? [] : ['immutable'];
  const changed = fields.filter((field) => !sameValue(object[field], old[field]));
  return [...thawed, ...changed].map((field) =>
    forbidden(FieldPath.of(field), 'field is immutable when `immutable` is set'),
  );
}
