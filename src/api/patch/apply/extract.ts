import { isMap, type JsonMap, setValue } from '../../json/json-values.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { type FieldNode, isMember } from './field-set.ts';
import { fieldKey, selfKey } from './path-key.ts';
import { known, pathElementOf, type TypedSchema, type TypedSchemas } from './typed-schema.ts';

/** The fields of an object that are in the set. Items of lists keep their key fields. */
export function extractFields(
  object: JsonMap,
  set: FieldNode,
  schema: StructSchema,
  schemas: TypedSchemas,
): JsonMap {
  const result: JsonMap = {};
  for (const name of Object.keys(object)) {
    const field = schema.byName.get(name);
    const node = set[fieldKey(name)];
    if (field !== undefined && node !== undefined) {
      result[name] = extractValue(object[name], node, schemas.of(field).typed, schemas);
    }
  }
  return result;
}

function extractValue(value: unknown, node: FieldNode, schema: TypedSchema, schemas: TypedSchemas): unknown {
  const typed = known(schema, value);
  if (typed.kind === 'leaf' || (isMember(node) && !(selfKey in node))) return value;
  if (typed.kind === 'struct') {
    return isMap(value) ? extractFields(value, node, typed.schema, schemas) : value;
  }
  if (typed.kind === 'map') {
    if (!isMap(value)) return value;
    const result: JsonMap = {};
    for (const name of Object.keys(value)) {
      const own = node[fieldKey(name)];
      if (own !== undefined) setValue(result, name, extractValue(value[name], own, typed.value, schemas));
    }
    return result;
  }
  if (!Array.isArray(value)) return value;
  return value.flatMap((item) => {
    const own = node[pathElementOf(item, typed)];
    if (own === undefined) return [];
    if (typed.kind === 'set') return [item];
    const part = extractValue(item, own, typed.item, schemas) as JsonMap;
    for (const key of typed.keys) if (item[key] !== undefined) part[key] ??= item[key];
    return [part];
  });
}
