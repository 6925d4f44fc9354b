import { type Interruptible, Stops } from '../../../util/slices.ts';
import { isNullOrEmpty, type JsonMap } from '../../json/json-values.ts';
import { type Child, type FieldNode, leaf, nodeLike, nodeOfMany } from './field-set.ts';
import { fieldKey } from './path-key.ts';
import { fewChildren } from './slow-order.ts';
import {
  type AssociativeList,
  known,
  pathElementOf,
  type TypedField,
  type TypedMap,
  type TypedSchema,
  type TypedSchemas,
} from './typed-schema.ts';

/** Builds the field sets of whole values: each with everything below it. Stops now and then. */
export class WholeValues {
  readonly #schemas: TypedSchemas;
  readonly #stops = new Stops();

  constructor(schemas: TypedSchemas) {
    this.#schemas = schemas;
  }

  /** `alike`: the node of another item of the same list, see nodeLike. */
  *nodeOf(value: unknown, schema: TypedSchema, alike?: FieldNode): Interruptible<FieldNode> {
    const typed = known(schema, value);
    if (typed.kind === 'leaf' || isNullOrEmpty(value)) return leaf;
    const isList = typed.kind === 'set' || typed.kind === 'items';
    if (isList !== Array.isArray(value)) return leaf;
    if (isList) return (yield* nodeOfMany(yield* this.#items(value as unknown[], typed), true))!;
    const children = yield* this.#children(value as JsonMap, typed, alike);
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
      const field = value[name] === undefined ? undefined : this.#fieldOf(name, typed);
      if (field === undefined) continue;
      const { key, typed: inner } = field;
      const one = value[name];
      children.push([key, isLeaf(one, inner) ? leaf : yield* this.nodeOf(one, inner, alike?.[key])]);
      if (this.#stops.due()) yield;
    }
    return children;
  }

  #fieldOf(name: string, typed: TypedStruct | TypedMap): TypedField | undefined {
    if (typed.kind === 'map') return { key: fieldKey(name), typed: typed.value };
    const field = typed.schema.byName.get(name);
    return field === undefined ? undefined : this.#schemas.of(field);
  }
}

/** Whether the value has nothing below it; asked before a generator is made, since most values are such. */
const isLeaf = (value: unknown, { kind }: TypedSchema): boolean => kind === 'leaf' || isNullOrEmpty(value);

type TypedStruct = TypedSchema & { kind: 'struct' };
