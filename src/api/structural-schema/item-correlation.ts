import { isMap, type JsonMap } from '../json/json-values.ts';
import type { ExtensionNames, JsonSchema } from '../schema/json-schema.ts';

/**
 * Returns what finds the item that another one replaces: in lists that are maps, by their keys; elsewhere none is known to
 * be the same. Undefined where there is nothing to find.
 */
export function itemsBefore(
  old: unknown,
  schema: JsonSchema,
  names: ExtensionNames,
): ((item: unknown) => unknown) | undefined {
  if (!Array.isArray(old) || schema[names.listType] !== 'map') return undefined;
  const keys = (schema[names.listMapKeys] as string[] | undefined) ?? [];
  const keyOf = (item: JsonMap): string => JSON.stringify(keys.map((key) => item[key] ?? null));
  const before = new Map<string, unknown>();
  for (const item of old) if (isMap(item)) before.set(keyOf(item), item);
  return (item) => (isMap(item) ? before.get(keyOf(item)) : undefined);
}
