import { isMap } from '../../../../api/json/json-values.ts';
import { additionalOf, type ExtensionNames, itemsOf, type JsonSchema } from './json-schema.ts';

/** What every object has: known without a schema. */
export const metaFields: readonly string[] = ['apiVersion', 'kind', 'metadata'];

/** A property's own schema, if it has one. */
export const propertyOf = ({ properties = {} }: JsonSchema, name: string): JsonSchema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

/**
 * Whether a value has no field that its schema does not know. Where unknown fields are kept, the known ones are
 * looked at all the same; a map of anything knows its keys, but nothing of the objects behind them.
 */
export function isPruned(value: unknown, schema: JsonSchema | undefined, names: ExtensionNames): boolean {
  const keeps = schema?.[names.preserveUnknownFields] === true;
  if (Array.isArray(value)) {
    const items = schema && itemsOf(schema);
    if (keeps && items === undefined) return true;
    const below = keeps ? { ...items, [names.preserveUnknownFields]: true } : items;
    return value.every((item) => isPruned(item, below, names));
  }
  if (!isMap(value)) return true;
  if (schema === undefined) return Object.keys(value).length === 0;
  return Object.entries(value).every(([name, item]) => {
    if (schema[names.embeddedResource] && metaFields.includes(name)) return true;
    const property = propertyOf(schema, name);
    if (property !== undefined) return isPruned(item, property, names);
    if (schema.additionalProperties !== undefined) return isPruned(item, additionalOf(schema), names);
    return keeps;
  });
}
