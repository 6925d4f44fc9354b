import { isMap, type JsonMap, setValue } from '../../json/json-values.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { type FieldNode, isMember } from './field-set.ts';
import { fieldKey } from './path-key.ts';
import { type ListStructure, pathElementOf, type TypedSchema, type TypedSchemas } from './structure.ts';

/**
 * Takes out of an object what its applier has given up and nobody else owns. `given`: the paths that it owned and
 * does not list any more. `kept`: what everybody owns now, the applier too.
 *
 * A struct is no member of a set, and yet it goes when nothing in it has an owner any more: whoever applied
 * `strategy: {type: …}` and now leaves it out wants no strategy of its own.
 */
export function pruneObject(
  object: JsonMap,
  given: FieldNode,
  kept: readonly FieldNode[],
  schema: StructSchema,
  structures: TypedSchemas,
): JsonMap {
  return new Pruner(structures).struct(object, given, [...kept, always], schema);
}

/** No object is without it. */
const always: FieldNode = { 'f:metadata': { 'f:name': {} } };

class Pruner {
  readonly #structures: TypedSchemas;

  constructor(structures: TypedSchemas) {
    this.#structures = structures;
  }

  struct(object: JsonMap, given: FieldNode, kept: readonly FieldNode[], schema: StructSchema): JsonMap {
    const result: JsonMap = {};
    for (const name of Object.keys(object)) {
      const field = schema.byName.get(name);
      const key = fieldKey(name);
      const node = given[key];
      if (field === undefined || node === undefined) setValue(result, name, object[name]);
      else {
        const below = at(kept, key);
        if (below.length === 0) continue;
        const left = this.#value(object[name], node, below, this.#structures.of(field).structure);
        setValue(result, name, isEmptied(left, object[name]) ? null : left);
      }
    }
    return result;
  }

  #value(value: unknown, given: FieldNode, kept: readonly FieldNode[], structure: TypedSchema): unknown {
    switch (structure.kind) {
      case 'leaf':
        return value;
      case 'struct':
        return isMap(value) ? this.struct(value, given, kept, structure.schema) : value;
      case 'map':
        return isMap(value) ? this.#map(value, given, kept, structure.value) : value;
      default:
        return Array.isArray(value) ? this.#list(value, given, kept, structure) : value;
    }
  }

  #map(map: JsonMap, given: FieldNode, kept: readonly FieldNode[], structure: TypedSchema): JsonMap {
    const result: JsonMap = {};
    for (const name of Object.keys(map)) {
      const left = this.#element(fieldKey(name), map[name], given, kept, structure);
      if (left !== undefined) setValue(result, name, left);
    }
    return result;
  }

  #list(list: unknown[], given: FieldNode, kept: readonly FieldNode[], structure: ListStructure): unknown[] {
    const result: unknown[] = [];
    for (const item of list) {
      const left = this.#element(pathElementOf(item, structure), item, given, kept, structure.item);
      if (left !== undefined) result.push(left);
    }
    return result;
  }

  /** A key of a map, an item of a list: goes when it was owned itself and is no more, whatever is below it. */
  #element(
    key: string,
    value: unknown,
    given: FieldNode,
    kept: readonly FieldNode[],
    structure: TypedSchema,
  ): unknown {
    const node = given[key];
    if (node === undefined) return value;
    const below = at(kept, key);
    if (isMember(node) && !below.some(isMember)) return undefined;
    return this.#value(value, node, below, structure);
  }
}

/**
 * What loses the last of what was in it goes with it: `securityContext: {runAsUser: 1}` leaves no empty context. Null
 * until then: whoever owns the context itself, or the map, goes on owning it.
 */
const isEmptied = (left: unknown, before: unknown): boolean =>
  isMap(left) && isMap(before) && Object.keys(left).length === 0 && Object.keys(before).length > 0;

function at(nodes: readonly FieldNode[], key: string): FieldNode[] {
  const found: FieldNode[] = [];
  for (const node of nodes) if (node[key] !== undefined) found.push(node[key]);
  return found;
}
