import { copyJson } from '../codec/copy-json.ts';
import type { JsonMap } from '../json/json-values.ts';
import { mapItems, mapMembers, sorted } from './prune.ts';
import { memberOf, type SchemaNode } from './schema-node.ts';

/**
 * A value with the defaults of absent fields and of nulls that the schema does not allow; those of nested fields where
 * their parent is there or was filled in. The given value is not changed, and returned where nothing is missing.
 */
export function withDefaults(value: unknown, node: SchemaNode): unknown {
  if (!node.hasDefaults || typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return withDefaultFields(value as JsonMap, node);
  const { items } = node;
  if (!items?.hasDefaults) return value;
  return mapItems(value, (item) => withDefaults(orDefault(item, items), items));
}

function withDefaultFields(object: JsonMap, node: SchemaNode): JsonMap {
  return mapMembers(withAbsent(object, node.defaulted), (value, key) => {
    const member = memberOf(node, key);
    if (typeof member !== 'object' || !member.hasDefaults) return value;
    return withDefaults(orDefault(value, member), member);
  });
}

function withAbsent(object: JsonMap, defaulted: SchemaNode['defaulted']): JsonMap {
  let result = object;
  for (const [name, property] of defaulted) {
    if (Object.hasOwn(object, name)) continue;
    if (result === object) result = { ...object };
    result[name] = copyJson(property.default);
  }
  return result === object ? object : sorted(result);
}

const orDefault = (value: unknown, node: SchemaNode): unknown =>
  value === null && !node.nullable && node.default !== undefined ? copyJson(node.default) : value;
