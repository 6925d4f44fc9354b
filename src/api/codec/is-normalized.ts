import { isDeeperThan, maxDepth } from '../json/depth.ts';
import type { Choice, DynamicFields, FieldSchema, Schema, StructSchema } from '../schema/schema.ts';

/** No type has raw values more than 20 levels deep. */
const maxRawDepth = maxDepth - 20;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const quantity = /^-?\d+(?:\.\d+)?(?:[numkMGTPE]|[KMGTPE]i|e-?\d+)?$/;

/**
 * Whether a value is as the Normalizer leaves it, in all that other code relies on: only fields of the definition, in
 * its order, all that are always printed, and every value of its type. Much cheaper than normalizing.
 */
export function isNormalized(value: unknown, schema: StructSchema, keep: readonly string[] = []): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (schema.dynamic !== undefined)
    return isCustomNormalized(value as Record<string, unknown>, schema, schema.dynamic);
  const { fields } = schema;
  let next = 0;
  for (const key in value) {
    if (keep.includes(key)) continue;
    while (next < fields.length && fields[next]!.name !== key) if (fields[next++]!.always) return false;
    const field = fields[next++];
    if (field === undefined) return false;
    const own = (value as Record<string, unknown>)[key];
    if (own === null ? !mayBeNull(field) : !isOfType(own, field.schema)) return false;
  }
  while (next < fields.length) if (fields[next++]!.always) return false;
  return true;
}

/** kind, apiVersion and metadata first, as the Normalizer puts them. */
function isCustomNormalized(
  value: Record<string, unknown>,
  schema: StructSchema,
  dynamic: DynamicFields,
): boolean {
  const { kind: _kind, apiVersion: _apiVersion, metadata, ...fields } = value;
  const ofMetadata = schema.byName.get('metadata')!.schema as StructSchema;
  const isOrdered =
    Object.keys(value).indexOf('metadata') === Object.keys(value).length - Object.keys(fields).length - 1;
  return (
    isOrdered &&
    !isDeeperThan(maxDepth - 1, fields) &&
    isNormalized(metadata, ofMetadata) &&
    dynamic.normalize(fields) === fields
  );
}

/** A field that is always printed is null when it is unset, unless it is a struct. */
const mayBeNull = ({ nullable, always, schema }: FieldSchema): boolean =>
  nullable || (always && schema.type !== 'struct');

function isOfType(value: unknown, schema: Schema): boolean {
  switch (schema.type) {
    case 'struct':
      return isNested(value, schema);
    case 'list':
      return Array.isArray(value) && value.every((item) => isOfType(item, schema.element));
    case 'map':
      return isMap(value, schema.value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'int32':
    case 'int64':
      return Number.isInteger(value);
    case 'double':
      return typeof value === 'number';
    case 'time':
    case 'micro-time':
      return typeof value === 'string' && instant.test(value) && !Number.isNaN(Date.parse(value));
    case 'quantity':
      return typeof value === 'string' && quantity.test(value);
    case 'int-or-string':
      return typeof value === 'string' || typeof value === 'number';
    case 'deduced':
      return true;
    case 'raw':
      return schema.choice === undefined ? !isDeeperThan(maxRawDepth, value) : isChosen(value, schema.choice);
    case 'fields':
      return true;
    default:
      return typeof value === 'string';
  }
}

/** A nested kind has kind and apiVersion. */
function isNested(value: unknown, schema: StructSchema): boolean {
  const { typeMeta } = schema;
  if (typeMeta === undefined) return isNormalized(value, schema);
  if (!isNormalized(value, schema, Object.keys(typeMeta))) return false;
  const { kind, apiVersion } = value as Record<string, unknown>;
  return kind === typeMeta.kind && apiVersion === typeMeta.apiVersion;
}

function isChosen(value: unknown, { boolean, object, list }: Choice): boolean {
  if (typeof value === 'boolean') return boolean !== undefined;
  if (!Array.isArray(value)) return object !== undefined && isNormalized(value, object.schema);
  return list !== undefined && value.length > 0 && value.every((item) => isOfType(item, list.element));
}

function isMap(value: unknown, element: Schema): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) if (!isOfType((value as Record<string, unknown>)[key], element)) return false;
  return true;
}
