import { equalValues, isMap, type JsonMap, setValue } from '../json/json-values.ts';
import type { StructSchema } from '../schema/schema.ts';

/** A copy with the keys of all maps in order. */
export function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (!isMap(value)) return value;
  const result: JsonMap = {};
  for (const key of Object.keys(value).sort()) setValue(result, key, sortedKeys(value[key]));
  return result;
}

/**
 * The object with the raw values among its fields in the order of keys that a strategic patch or an apply leaves them in:
 * both take the whole object apart. Those deeper in the object are left as they are. `live`: what the object was; it is
 * given back where nothing changes but the order.
 */
export function withSortedRawFields<T extends JsonMap>(object: T, { fields }: StructSchema, live?: T): T {
  let result = object;
  for (const { name, schema } of fields) {
    const value = object[name];
    if (schema.type === 'raw' && isMap(value)) result = { ...result, [name]: sortedKeys(value) };
  }
  return result !== object && live !== undefined && equalValues(object, live) ? live : result;
}
