import { type Interruptible, Stops } from '../../../util/slices.ts';
import type { JsonMap } from '../../json/json-values.ts';
import { type Child, type FieldNode, leaf, nodeLike, nodeOfMany } from './field-set.ts';
import { fewChildren } from './slow-order.ts';
import { fieldOf, isLeaf, SmallValues, type TypedStruct } from './small-value.ts';
import {
  type AssociativeList,
  known,
  pathElementOf,
  type TypedMap,
  type TypedSchema,
  type TypedSchemas,
} from './typed-schema.ts';

/** Builds the field sets of whole values: each with everything below it. Stops now and then. */
export class WholeValues {
  readonly #schemas: TypedSchemas;
  readonly #small: SmallValues;
  readonly #stops = new Stops();

  constructor(schemas: TypedSchemas) {
    this.#schemas = schemas;
    this.#small = new SmallValues(schemas);
  }

  /** `alike`: the node of another item of the same list, see nodeLike. */
  *nodeOf(value: unknown, schema: TypedSchema, alike?: FieldNode): Interruptible<FieldNode> {
    const small = this.#small.nodeOf(value, schema, alike);
    if (this.#stops.due(this.#small.steps)) yield;
    if (small !== undefined) return small;
    const typed = known(schema, value);
    const isList = typed.kind === 'set' || typed.kind === 'items';
    if (isList) return (yield* nodeOfMany(yield* this.#items(value as unknown[], typed), true))!;
    const children = yield* this.#children(value as JsonMap, typed as TypedStruct | TypedMap, alike);
    if (children.length > fewChildren) return (yield* nodeOfMany(children, true))!;
    return nodeLike(alike, children, true)!;
  }

  /** Children with each key once, so that a million items that lack their keys are one child to put in order. */
  *#items(list: unknown[], typed: AssociativeList): Interruptible<Child[]> {
    const nodes = new Map<string, FieldNode>();
    let node = leaf;
    for (const one of list) {
      if (typed.kind === 'items' && !isLeaf(one, typed.item))
        node = yield* this.nodeOf(one, typed.item, node);
      else node = leaf;
      nodes.set(pathElementOf(one, typed), node);
      if (this.#stops.due()) yield;
    }
    return [...nodes];
  }

  *#children(value: JsonMap, typed: TypedStruct | TypedMap, alike?: FieldNode): Interruptible<Child[]> {
    const children: Child[] = [];
    for (const name of Object.keys(value)) {
      const one = value[name];
      const field = one === undefined ? undefined : fieldOf(name, typed, this.#schemas);
      if (field === undefined) continue;
      const { key, typed: inner } = field;
      children.push([key, isLeaf(one, inner) ? leaf : yield* this.nodeOf(one, inner, alike?.[key])]);
      if (this.#stops.due()) yield;
    }
    return children;
  }
}
