import { goQuote } from '../../../util/quote.ts';
import { isMap, type JsonMap, ownValue, setValue } from '../../json/json-values.ts';
import type { FieldSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { requireDepth } from '../depth-check.ts';
import { PatchError } from '../patch-error.ts';
import {
  added,
  addedMap,
  badFormat,
  type Directives,
  directivesOf,
  isDirective,
  marker,
  unknownDirective,
} from './directives.ts';
import { mergeMaps, orderAdded } from './map-list.ts';
import { type ListPatch, mergeScalars } from './scalar-list.ts';

/**
 * A strategic merge patch: a merge patch that knows from the definitions which lists merge, and by which key.
 * The result is a new value that may share parts with both.
 *
 *     spec {containers: [{name: a, image: x:1}, {name: b}]}
 *     patched with {containers: [{name: a, image: x:2}]}
 *     is {containers: [{name: a, image: x:2}, {name: b}]}
 *
 * Throws PatchError.
 */
export function applyStrategicPatch(live: JsonMap, patch: JsonMap, schema: StructSchema): JsonMap {
  requireDepth(patch);
  return mergeMap(live, patch, schema);
}

/** `schema` undefined: nothing is known about what is in there, and no list of it merges. */
function mergeMap(live: JsonMap, patch: JsonMap, schema: Schema | undefined): JsonMap {
  if (Object.hasOwn(patch, marker)) return putInPlace(patch);
  const directives = directivesOf(patch);
  const result = retain(live, directives);
  for (const name of namesIn(patch, directives)) {
    const value = mergeField(ownValue(result, name), patch, directives, name, schema);
    if (value === undefined) delete result[name];
    else setValue(result, name, value);
  }
  return result;
}

function putInPlace(patch: JsonMap): JsonMap {
  if (patch[marker] === 'delete') return {};
  if (patch[marker] === 'replace') return addedMap(patch);
  throw unknownDirective(patch);
}

/** A copy, with the keys that may stay. */
function retain(live: JsonMap, { retained }: Directives): JsonMap {
  if (retained === undefined) return { ...live };
  return Object.fromEntries(Object.entries(live).filter(([key]) => retained.has(key)));
}

/** Every field that the patch says something about. */
function namesIn(patch: JsonMap, { orders, deletions }: Directives): Iterable<string> {
  const names = Object.keys(patch).filter((key) => !isDirective(key));
  if (orders.size === 0 && deletions.size === 0) return names;
  return new Set([...names, ...orders.keys(), ...deletions.keys()]);
}

/** The new value of a field, undefined for none. */
function mergeField(
  live: unknown,
  patch: JsonMap,
  { orders, deletions }: Directives,
  name: string,
  schema: Schema | undefined,
): unknown {
  const value = ownValue(patch, name);
  const field = schema?.type === 'struct' ? schema.byName.get(name) : undefined;
  const order = orders.get(name);
  const deleted = deletions.get(name);
  if (order !== undefined || deleted !== undefined)
    requireList(name, value, field, schema, deleted !== undefined);
  if (value === null) return undefined;
  // Values are taken out of any list, whether it merges or not.
  const loses = deleted !== undefined && value === undefined;
  if (field?.schema.type === 'list' && (loses || field.patchStrategies.includes('merge'))) {
    if (value === undefined || Array.isArray(value)) {
      return mergeList(live, { elements: value, order, deletions: deleted }, field);
    }
  }
  // Only directives, about a list that does not merge: there is nothing to put in order.
  if (value === undefined) return Array.isArray(live) && deleted ? without(live, deleted) : live;
  if (!isMap(value) || !isMap(live) || field?.patchStrategies.includes('replace')) return added(value);
  return mergeMap(live, value, field?.schema ?? (schema?.type === 'map' ? schema.value : undefined));
}

/** Scalars are taken out of any list, whether it merges or not. */
function without(live: readonly unknown[], deleted: readonly unknown[]): unknown[] {
  requireShort(deleted);
  const gone = new Set(deleted);
  return live.filter((element) => !gone.has(element));
}

/** Directives about lists are about lists. */
function requireList(
  name: string,
  value: unknown,
  field: FieldSchema | undefined,
  schema: Schema | undefined,
  deletes: boolean,
): void {
  if (field === undefined) {
    const struct = schema?.type === 'struct' ? schema.name.slice(schema.name.lastIndexOf('.') + 1) : 'map';
    throw new PatchError(
      'Unmergeable',
      `unable to find api field in struct ${struct} for the json field ${goQuote(name)}`,
    );
  }
  const isList =
    field.schema.type === 'list' && (value === undefined || value === null || Array.isArray(value));
  if (deletes && (!isList || field.mergeKey !== undefined)) throw badFormat('primitive list');
  if (!isList) throw badFormat('setElementOrder list');
}

/** Elements of a list that merges, of its order, of what it loses: bringing them in order is one turn of work. */
const maxElements = 50_000;

function requireShort(list: readonly unknown[] | undefined): void {
  if (list === undefined || list.length <= maxElements) return;
  throw new PatchError(
    'TooLarge',
    `The allowed maximum elements of a list that a strategic merge patch merges is ${maxElements}, got ${list.length}`,
  );
}

function mergeList(live: unknown, patch: ListPatch, { mergeKey, schema }: FieldSchema): unknown {
  const { elements, order, deletions } = patch;
  for (const part of [elements, order, deletions]) requireShort(part);
  if (!Array.isArray(live)) {
    if (elements === undefined) return live;
    const list = added(elements) as unknown[];
    if (order === undefined) return list;
    return mergeKey === undefined ? mergeScalars([], patch) : orderAdded(list, patch, mergeKey);
  }
  if (mergeKey === undefined) return mergeScalars(live, patch);
  const element = schema.type === 'list' ? schema.element : undefined;
  return mergeMaps(live, patch, mergeKey, (own, changes) => mergeMap(own, changes, element));
}
