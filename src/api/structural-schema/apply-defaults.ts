import { copyJson } from '../codec/copy-json.ts';
import { bytesOfName } from '../codec/object-size.ts';
import type { JsonMap } from '../json/json-values.ts';
import { DefaultSpace } from './default-space.ts';
import { mapItems, mapMembers } from './prune.ts';
import { memberOf, type SchemaNode } from './schema-node.ts';

/**
 * A value with the defaults of absent fields and of nulls that the schema does not allow; those of nested fields where
 * their parent is there or was filled in, as far as there is room. The given value is not changed, and returned where
 * nothing is missing.
 */
export function withDefaults(value: unknown, node: SchemaNode, space = new DefaultSpace()): unknown {
  if (!node.hasDefaults || typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return withDefaultFields(value as JsonMap, node, space);
  const { items } = node;
  if (!items?.hasDefaults) return value;
  return mapItems(value, (item) => withDefaults(orDefault(item, items, space), items, space));
}

function withDefaultFields(object: JsonMap, node: SchemaNode, space: DefaultSpace): JsonMap {
  return mapMembers(withAbsent(object, node.defaulted, space), (value, key) => {
    if (typeof value !== 'object') return value;
    const member = memberOf(node, key);
    if (typeof member !== 'object' || !member.hasDefaults) return value;
    return withDefaults(orDefault(value, member, space), member, space);
  });
}

/** The object itself if it has all fields with a default. Its copy takes as long as a name of it, and counts as one. */
function withAbsent(object: JsonMap, defaulted: SchemaNode['defaulted'], space: DefaultSpace): JsonMap {
  let result = object;
  for (const { name, value, bytes } of defaulted) {
    if (Object.hasOwn(object, name) || !space.take(result === object ? bytes + bytesOfName : bytes)) continue;
    if (result === object) result = { ...object };
    result[name] = copyJson(value);
  }
  return result;
}

const orDefault = (value: unknown, node: SchemaNode, space: DefaultSpace): unknown =>
  value === null && !node.nullable && node.default !== undefined && space.take(node.defaultBytes)
    ? copyJson(node.default)
    : value;
