import { isMap } from '../json/json-values.ts';
import {
  additionalOf,
  type ExtensionNames,
  itemsOf,
  type JsonSchema,
  metaFields,
  propertyOf,
} from '../schema/json-schema.ts';

/**
 * Whether a value has no field that its schema does not specify. Below preserve-unknown-fields, specified fields are
 * still checked. `additionalProperties: true` allows any key, but no field of the objects under these keys.
 */
export function isPruned(value: unknown, schema: JsonSchema | undefined, names: ExtensionNames): boolean {
  const preserves = schema?.[names.preserveUnknownFields] === true;
  if (Array.isArray(value)) {
    const items = schema && itemsOf(schema);
    if (preserves && items === undefined) return true;
    const below = preserves ? { ...items, [names.preserveUnknownFields]: true } : items;
    return value.every((item) => isPruned(item, below, names));
  }
  if (!isMap(value)) return true;
  if (schema === undefined) return Object.keys(value).length === 0;
  return Object.entries(value).every(([name, item]) => {
    if (schema[names.embeddedResource] && metaFields.includes(name)) return true;
    const property = propertyOf(schema, name);
    if (property !== undefined) return isPruned(item, property, names);
    if (schema.additionalProperties !== undefined) return isPruned(item, additionalOf(schema), names);
    return preserves;
  });
}
