import { isMap, type JsonMap, setValue } from '../../json/json-values.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { type FieldNode, isMember } from './field-set.ts';
import { fieldKey } from './path-key.ts';
import {
  type AssociativeList,
  known,
  pathElementOf,
  type TypedSchema,
  type TypedSchemas,
} from './typed-schema.ts';

/**
 * Removes the fields that an applier has givenUp up and no other manager owns. `givenUp`: fields that it owned and no
 * longer lists. `kept`: the sets of all managers now, the applier's too.
 *
 * A struct is no member of a set, and yet it is removed when nothing in it has an owner any more: an applier that sent
 * `strategy: {type: …}` and now leaves it out wants no strategy of its own.
 */
export function pruneObject(
  object: JsonMap,
  givenUp: FieldNode,
  kept: readonly FieldNode[],
  schema: StructSchema,
  schemas: TypedSchemas,
): JsonMap {
  return new Pruner(schemas).struct(object, givenUp, [...kept, always], schema);
}

/** Never removed. */
const always: FieldNode = { 'f:metadata': { 'f:name': {} } };

class Pruner {
  readonly #schemas: TypedSchemas;

  constructor(schemas: TypedSchemas) {
    this.#schemas = schemas;
  }

  struct(object: JsonMap, givenUp: FieldNode, kept: readonly FieldNode[], schema: StructSchema): JsonMap {
    const result: JsonMap = {};
    for (const name of Object.keys(object)) {
      const field = schema.byName.get(name);
      const key = fieldKey(name);
      const node = givenUp[key];
      if (field === undefined || node === undefined) setValue(result, name, object[name]);
      else {
        const below = at(kept, key);
        if (below.length === 0) continue;
        const left = this.#value(object[name], node, below, this.#schemas.of(field).typed);
        setValue(result, name, isEmptied(left, object[name]) ? null : left);
      }
    }
    return result;
  }

  #value(value: unknown, givenUp: FieldNode, kept: readonly FieldNode[], schema: TypedSchema): unknown {
    const typed = known(schema, value);
    switch (typed.kind) {
      case 'leaf':
        return value;
      case 'struct':
        return isMap(value) ? this.struct(value, givenUp, kept, typed.schema) : value;
      case 'map':
        return isMap(value) ? this.#map(value, givenUp, kept, typed.value) : value;
      default:
        return Array.isArray(value) ? this.#list(value, givenUp, kept, typed) : value;
    }
  }

  #map(map: JsonMap, givenUp: FieldNode, kept: readonly FieldNode[], typed: TypedSchema): JsonMap {
    const result: JsonMap = {};
    for (const name of Object.keys(map)) {
      const left = this.#element(fieldKey(name), map[name], givenUp, kept, typed);
      if (left !== undefined) setValue(result, name, left);
    }
    return result;
  }

  #list(list: unknown[], givenUp: FieldNode, kept: readonly FieldNode[], typed: AssociativeList): unknown[] {
    const result: unknown[] = [];
    for (const item of list) {
      const left = this.#element(pathElementOf(item, typed), item, givenUp, kept, typed.item);
      if (left !== undefined) result.push(left);
    }
    return result;
  }

  /** A key of a map, an item of a list: removed when it was owned itself and no longer is, whatever is below it. */
  #element(
    key: string,
    value: unknown,
    givenUp: FieldNode,
    kept: readonly FieldNode[],
    typed: TypedSchema,
  ): unknown {
    const node = givenUp[key];
    if (node === undefined) return value;
    const below = at(kept, key);
    if (isMember(node) && !below.some(isMember)) return undefined;
    return this.#value(value, node, below, typed);
  }
}

/**
 * A struct or map that loses its last field is removed with it: `securityContext: {runAsUser: 1}` leaves no empty
 * context. It becomes null here, so that a manager that owns the context itself goes on owning it.
 */
const isEmptied = (left: unknown, before: unknown): boolean =>
  isMap(left) && isMap(before) && Object.keys(left).length === 0 && Object.keys(before).length > 0;

function at(nodes: readonly FieldNode[], key: string): FieldNode[] {
  const found: FieldNode[] = [];
  for (const node of nodes) if (node[key] !== undefined) found.push(node[key]);
  return found;
}
