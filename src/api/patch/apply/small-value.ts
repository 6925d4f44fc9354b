import { isNullOrEmpty, type JsonMap } from '../../json/json-values.ts';
import { type Child, type FieldNode, leaf, nodeOf, nodeOfKeys } from './field-set.ts';
import { fieldKey } from './path-key.ts';
import {
  type AssociativeList,
  known,
  pathElementOf,
  type TypedField,
  type TypedMap,
  type TypedSchema,
  type TypedSchemas,
} from './typed-schema.ts';

export type TypedStruct = TypedSchema & { kind: 'struct' };

/** Values of which the field set is built without a stop: as much work as there is between two. */
const smallSize = 1_000;

/**
 * Builds the field sets of whole values that are small, nearly all that there are: in one go, and with hardly anything
 * made but the nodes.
 */
export class SmallValues {
  readonly #schemas: TypedSchemas;
  #left = 0;
  /** Keys and nodes of the children that are being put together, those of an inner value after those of an outer one. */
  readonly #keys: string[] = [];
  readonly #nodes: FieldNode[] = [];
  #top = 0;

  constructor(schemas: TypedSchemas) {
    this.#schemas = schemas;
  }

  /** Undefined for a value that is not small. `alike`: the node of a value that is likely to have the same fields. */
  nodeOf(value: unknown, typed: TypedSchema, alike?: FieldNode): FieldNode | undefined {
    this.#left = smallSize;
    this.#top = 0;
    return this.#node(value, typed, alike);
  }

  /** Steps that the last value took. */
  get steps(): number {
    return smallSize - this.#left;
  }

  #node(value: unknown, schema: TypedSchema, alike: FieldNode | undefined): FieldNode | undefined {
    const typed = known(schema, value);
    if (isLeaf(value, typed)) return leaf;
    const isList = typed.kind === 'set' || typed.kind === 'items';
    if (isList !== Array.isArray(value)) return leaf;
    return isList
      ? this.#list(value as unknown[], typed)
      : this.#map(value as JsonMap, typed as TypedStruct | TypedMap, alike);
  }

  #list(list: unknown[], typed: AssociativeList): FieldNode | undefined {
    if (list.length > this.#left) return undefined;
    this.#left -= list.length;
    const children: Child[] = [];
    let node: FieldNode | undefined = leaf;
    for (const item of list) {
      node = typed.kind === 'items' ? this.#node(item, typed.item, node) : leaf;
      if (node === undefined) return undefined;
      children.push([pathElementOf(item, typed), node]);
    }
    // Of children with one key the last counts.
    return nodeOf(children, true);
  }

  #map(value: JsonMap, typed: TypedStruct | TypedMap, alike: FieldNode | undefined): FieldNode | undefined {
    const names = Object.keys(value);
    this.#left -= names.length;
    if (this.#left < 0) return undefined;
    const base = this.#top;
    for (const name of sortedInPlace(names)) {
      const one = value[name];
      const field = one === undefined ? undefined : fieldOf(name, typed, this.#schemas);
      if (field === undefined) continue;
      const node = isLeaf(one, field.typed) ? leaf : this.#node(one, field.typed, alike?.[field.key]);
      if (node === undefined) return undefined;
      this.#keys[this.#top] = field.key;
      this.#nodes[this.#top++] = node;
    }
    const node = nodeOfKeys(this.#keys, this.#nodes, base, this.#top, alike);
    this.#top = base;
    return node;
  }
}

/** Whether the value has nothing below it: most values. */
export const isLeaf = (value: unknown, { kind }: TypedSchema): boolean =>
  kind === 'leaf' || isNullOrEmpty(value);

export function fieldOf(
  name: string,
  typed: TypedStruct | TypedMap,
  schemas: TypedSchemas,
): TypedField | undefined {
  if (typed.kind === 'map') return { key: fieldKey(name), typed: typed.value };
  const field = typed.schema.byName.get(name);
  return field === undefined ? undefined : schemas.of(field);
}

/** The names in order: they are few, and often in order already. */
function sortedInPlace(names: string[]): string[] {
  for (let index = 1; index < names.length; index++) {
    const name = names[index]!;
    let at = index;
    for (; at > 0 && names[at - 1]! > name; at--) names[at] = names[at - 1]!;
    names[at] = name;
  }
  return names;
}
