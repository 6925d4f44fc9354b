import { equalValues, isMap, type JsonMap, ownValue, setValue } from '../../../api/json/json-values.ts';
import type { FieldSchema, Schema } from '../../../api/schema/schema.ts';
import { mapListPatch, scalarListPatch, type ThreeMaps } from './three-way-lists.ts';

/**
 * The patch that makes `current` what `modified` says: fields of `modified` that differ, and null for fields that
 * `original` has and `modified` has no more. Fields that only `current` has stay as they are. Empty when nothing is to
 * be done.
 *
 * With a schema it is a strategic merge patch: lists merge by the keys of the schema. Without one it is a JSON merge
 * patch: lists are replaced.
 *
 *     {original: {a: 1, b: 1}, current: {a: 1, b: 1, c: 1}, modified: {a: 2}} gives {a: 2, b: null}
 */
export function threeWayPatch({ original, current, modified }: ThreeMaps, schema?: Schema): JsonMap {
  const patch: JsonMap = {};
  for (const key of Object.keys(modified)) {
    const values = {
      original: ownValue(original, key),
      current: ownValue(current, key),
      modified: modified[key],
    };
    patchField(patch, key, values, fieldOf(schema, key));
  }
  for (const key of Object.keys(original)) {
    if (!Object.hasOwn(modified, key) && Object.hasOwn(current, key)) setValue(patch, key, null);
  }
  return patch;
}

interface ThreeValues {
  original: unknown;
  current: unknown;
  modified: unknown;
}

/** The schema of a member of a struct or map. */
function fieldOf(schema: Schema | undefined, key: string): Partial<FieldSchema> | undefined {
  if (schema?.type === 'struct') return schema.byName.get(key);
  return schema?.type === 'map' ? { schema: schema.value, patchStrategies: [] } : undefined;
}

function patchField(
  patch: JsonMap,
  key: string,
  values: ThreeValues,
  field: Partial<FieldSchema> | undefined,
): void {
  const { original, current, modified } = values;
  const strategies = field?.patchStrategies ?? [];
  if (isMap(modified) && isMap(current) && !strategies.includes('replace')) {
    const inner = threeWayPatch(
      { original: isMap(original) ? original : {}, current, modified },
      field?.schema,
    );
    if (Object.keys(inner).length === 0) return;
    if (strategies.includes('retainKeys')) inner['$retainKeys'] = Object.keys(modified).sort();
    setValue(patch, key, inner);
  } else if (Array.isArray(modified) && Array.isArray(current) && strategies.includes('merge')) {
    const lists = { original: Array.isArray(original) ? original : [], current, modified };
    Object.assign(patch, listPatch(key, lists, field));
  } else if (!equalValues(current ?? null, modified)) {
    setValue(patch, key, modified);
  }
}

function listPatch(
  key: string,
  lists: { original: unknown[]; current: unknown[]; modified: unknown[] },
  field: Partial<FieldSchema> | undefined,
): JsonMap {
  const element = field?.schema?.type === 'list' ? field.schema.element : undefined;
  if (field?.mergeKey === undefined) return scalarListPatch(key, lists);
  const isKeyed = (item: unknown): item is JsonMap =>
    isMap(item) && ownValue(item, field.mergeKey!) !== undefined;
  const { original, current, modified } = lists;
  // The server says what is wrong with elements that lack their key.
  if (!modified.every(isKeyed) || !current.every(isKeyed)) return { [key]: modified };
  const keyed = { original: original.filter(isKeyed), current, modified };
  const isRetaining = field.patchStrategies?.includes('retainKeys') === true;
  return mapListPatch(key, keyed, field.mergeKey, (maps) => {
    const inner = threeWayPatch(maps, element);
    if (isRetaining && Object.keys(inner).length > 0)
      inner['$retainKeys'] = Object.keys(maps.modified).sort();
    return inner;
  });
}
