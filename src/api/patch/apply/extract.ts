import { isMap, type JsonMap, setValue } from '../../json/json-values.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { type FieldNode, isMember } from './field-set.ts';
import { fieldKey, selfKey } from './path-key.ts';
import { pathElementOf, type TypedSchema, type TypedSchemas } from './structure.ts';

/** The part of an object that a set names. Items of lists keep what identifies them. */
export function extractFields(
  object: JsonMap,
  set: FieldNode,
  schema: StructSchema,
  structures: TypedSchemas,
): JsonMap {
  const result: JsonMap = {};
  for (const name of Object.keys(object)) {
    const field = schema.byName.get(name);
    const node = set[fieldKey(name)];
    if (field !== undefined && node !== undefined) {
      result[name] = extractValue(object[name], node, structures.of(field).structure, structures);
    }
  }
  return result;
}

function extractValue(
  value: unknown,
  node: FieldNode,
  structure: TypedSchema,
  structures: TypedSchemas,
): unknown {
  if (structure.kind === 'leaf' || (isMember(node) && !(selfKey in node))) return value;
  if (structure.kind === 'struct') {
    return isMap(value) ? extractFields(value, node, structure.schema, structures) : value;
  }
  if (structure.kind === 'map') {
    if (!isMap(value)) return value;
    const result: JsonMap = {};
    for (const name of Object.keys(value)) {
      const own = node[fieldKey(name)];
      if (own !== undefined)
        setValue(result, name, extractValue(value[name], own, structure.value, structures));
    }
    return result;
  }
  if (!Array.isArray(value)) return value;
  return value.flatMap((item) => {
    const own = node[pathElementOf(item, structure)];
    if (own === undefined) return [];
    if (structure.kind === 'set') return [item];
    const part = extractValue(item, own, structure.item, structures) as JsonMap;
    for (const key of structure.keys) if (item[key] !== undefined) part[key] ??= item[key];
    return [part];
  });
}
