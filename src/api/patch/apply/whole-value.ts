import { isNullOrEmpty, type JsonMap } from '../../json/json-values.ts';
import { type Child, type FieldNode, leaf, nodeLike, nodeOf } from './field-set.ts';
import { fieldKey } from './path-key.ts';
import {
  type AssociativeList,
  known,
  pathElementOf,
  type TypedMap,
  type TypedSchema,
  type TypedSchemas,
} from './typed-schema.ts';

/** Builds the field sets of whole values: each with everything below it. */
export class WholeValues {
  readonly #schemas: TypedSchemas;

  constructor(schemas: TypedSchemas) {
    this.#schemas = schemas;
  }

  /** `alike`: the node of another item of the same list, see nodeLike. */
  nodeOf(value: unknown, schema: TypedSchema, alike?: FieldNode): FieldNode {
    const typed = known(schema, value);
    if (typed.kind === 'leaf' || isNullOrEmpty(value)) return leaf;
    const isList = typed.kind === 'set' || typed.kind === 'items';
    if (isList !== Array.isArray(value)) return leaf;
    if (isList) return nodeOf(this.#items(value as unknown[], typed), true)!;
    return nodeLike(alike, this.#children(value as JsonMap, typed, alike), true)!;
  }

  /** Children with each key once, so that a million items that lack their keys are one child to put in order. */
  #items(list: unknown[], typed: AssociativeList): Child[] {
    const nodes = new Map<string, FieldNode>();
    let node = leaf;
    for (const one of list) {
      if (typed.kind === 'items') node = this.nodeOf(one, typed.item, node);
      nodes.set(pathElementOf(one, typed), node);
    }
    return [...nodes];
  }

  #values(map: JsonMap, typed: TypedMap, alike?: FieldNode): Child[] {
    const children: Child[] = [];
    for (const name of Object.keys(map)) {
      const key = fieldKey(name);
      if (map[name] !== undefined) children.push([key, this.nodeOf(map[name], typed.value, alike?.[key])]);
    }
    return children;
  }

  #children(value: JsonMap, typed: TypedStruct | TypedMap, alike?: FieldNode): Child[] {
    if (typed.kind === 'map') return this.#values(value, typed, alike);
    const children: Child[] = [];
    for (const name of Object.keys(value)) {
      const field = value[name] === undefined ? undefined : typed.schema.byName.get(name);
      if (field === undefined) continue;
      const { key, typed: inner } = this.#schemas.of(field);
      children.push([key, this.nodeOf(value[name], inner, alike?.[key])]);
    }
    return children;
  }
}

type TypedStruct = TypedSchema & { kind: 'struct' };
