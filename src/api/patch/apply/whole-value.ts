import { isNullOrEmpty, type JsonMap } from '../../json/json-values.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { type Child, type FieldNode, leaf, nodeLike, nodeOf } from './field-set.ts';
import { fieldKey } from './path-key.ts';
import {
  type ListStructure,
  type MapStructure,
  pathElementOf,
  type TypedSchema,
  type TypedSchemas,
} from './structure.ts';
import { addWideNodes, type ChildMaker, type KnownNodes, type Turn } from './wide-nodes.ts';

/** Nodes of values: each with all that is below it. */
export class WholeValues {
  readonly #structures: TypedSchemas;
  readonly #known: KnownNodes | undefined;

  /** `known`: nodes that need not be worked out, see `wholeWideNodes`. */
  constructor(structures: TypedSchemas, known?: KnownNodes) {
    this.#structures = structures;
    this.#known = known;
  }

  /** `alike`: the node of another item of the same list, see nodeLike. */
  nodeOf(value: unknown, structure: TypedSchema, alike?: FieldNode): FieldNode {
    if (structure.kind === 'leaf' || isNullOrEmpty(value)) return leaf;
    const isList = structure.kind === 'set' || structure.kind === 'items';
    if (isList !== Array.isArray(value)) return leaf;
    const known = this.#known?.get(value);
    if (known !== undefined) return known;
    // An item may be there twice, so that counting keys would not tell one list from another.
    if (isList) return nodeOf(this.items(value as unknown[], structure), true)!;
    return nodeLike(alike, this.#children(value as JsonMap, structure, alike), true)!;
  }

  items(list: unknown[], structure: ListStructure): Child[] {
    if (structure.kind === 'set') return list.map((one) => [pathElementOf(one, structure), leaf]);
    let node: FieldNode | undefined;
    return list.map((one) => {
      node = this.nodeOf(one, structure.item, node);
      return [pathElementOf(one, structure), node];
    });
  }

  values(map: JsonMap, names: string[], structure: MapStructure, alike?: FieldNode): Child[] {
    const children: Child[] = [];
    for (const name of names) {
      const key = fieldKey(name);
      if (map[name] !== undefined)
        children.push([key, this.nodeOf(map[name], structure.value, alike?.[key])]);
    }
    return children;
  }

  #children(value: JsonMap, structure: StructStructure | MapStructure, alike?: FieldNode): Child[] {
    if (structure.kind === 'map') return this.values(value, Object.keys(value), structure, alike);
    const children: Child[] = [];
    for (const name of Object.keys(value)) {
      const field = value[name] === undefined ? undefined : structure.schema.byName.get(name);
      if (field === undefined) continue;
      const { key, structure: inner } = this.#structures.of(field);
      children.push([key, this.nodeOf(value[name], inner, alike?.[key])]);
    }
    return children;
  }
}

type StructStructure = TypedSchema & { kind: 'struct' };

/**
 * The nodes that WholeValues has of what is wide in an object; others have their turn meanwhile. Undefined when the
 * object is small: then none need be known.
 */
export async function wholeWideNodes(
  object: JsonMap,
  schema: StructSchema,
  structures: TypedSchemas,
  turn: Turn,
): Promise<KnownNodes | undefined> {
  const others = turn();
  if (others === undefined) return undefined;
  await others;
  const known: KnownNodes = new Map();
  const whole = new WholeValues(structures, known);
  const maker: ChildMaker = {
    items: (items, structure) => whole.items(items, structure),
    values: (map, names, structure) => whole.values(map, names, structure),
  };
  await addWideNodes(known, object, schema, structures, maker, true, turn);
  return known;
}
