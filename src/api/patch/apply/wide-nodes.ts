import { isMap, type JsonMap } from '../../json/json-values.ts';
import type { Schema, StructSchema } from '../../schema/schema.ts';
import { type Child, type FieldNode, nodeInParts } from './field-set.ts';
import type { ListStructure, MapStructure, TypedSchemas } from './structure.ts';

/** Nodes of lists and maps, by the list or map itself. */
export type KnownNodes = Map<unknown, FieldNode>;

/** Gives others their turn between two steps; undefined when the steps are short. */
export type Turn = () => Promise<void> | undefined;

export type ListSchema = Schema & { type: 'list' };
export type MapSchema = Schema & { type: 'map' };

/** Makes children of some items of a list, and of some keys of a map. */
export interface ChildMaker {
  items(items: unknown[], structure: ListStructure, schema: ListSchema): Child[];
  values(map: JsonMap, names: string[], structure: MapStructure, schema: MapSchema): Child[];
}

/** How many items a list or map has at least that is worked out in parts, and how many go into one part. */
const wide = 500;
const part = 250;

/**
 * Adds the node of each list and map in an object that has many items, with owners of its own for each: then nobody
 * need work them out in one go, and others have their turn meanwhile. `areMembers`: whether such nodes are members of
 * their set.
 */
export async function addWideNodes(
  to: KnownNodes,
  object: JsonMap,
  schema: StructSchema,
  structures: TypedSchemas,
  maker: ChildMaker,
  areMembers: boolean,
  turn: Turn,
): Promise<void> {
  for (const { value, count, children } of new WideParts(structures, maker).of(object, schema)) {
    const all: Child[] = [];
    for (let from = 0; from < count; from += part) {
      all.push(...children(from, from + part));
      await turn();
    }
    to.set(value, await nodeInParts(all, areMembers, part, turn));
  }
}

interface WidePart {
  readonly value: unknown[] | JsonMap;
  readonly count: number;
  children(from: number, to: number): Child[];
}

/** The wide lists and maps of an object; those inside of others come first. */
class WideParts {
  readonly #structures: TypedSchemas;
  readonly #maker: ChildMaker;
  readonly #found: WidePart[] = [];

  constructor(structures: TypedSchemas, maker: ChildMaker) {
    this.#structures = structures;
    this.#maker = maker;
  }

  of(object: JsonMap, schema: StructSchema): readonly WidePart[] {
    this.#struct(object, schema);
    return this.#found;
  }

  #struct(value: unknown, schema: StructSchema): void {
    if (!isMap(value)) return;
    for (const name of Object.keys(value)) {
      const field = schema.byName.get(name);
      if (field === undefined) continue;
      const { structure } = this.#structures.of(field);
      if (structure.kind === 'struct') this.#struct(value[name], structure.schema);
      else if (structure.kind === 'map') this.#map(value[name], structure, field.schema as MapSchema);
      else if (structure.kind !== 'leaf') this.#list(value[name], structure, field.schema as ListSchema);
    }
  }

  #map(value: unknown, structure: MapStructure, schema: MapSchema): void {
    if (!isMap(value)) return;
    const names = Object.keys(value);
    const inner = structure.value;
    if (inner.kind === 'struct') for (const name of names) this.#struct(value[name], inner.schema);
    if (names.length < wide) return;
    const children = (from: number, to: number): Child[] =>
      this.#maker.values(value, names.slice(from, to), structure, schema);
    this.#found.push({ value, count: names.length, children });
  }

  #list(value: unknown, structure: ListStructure, schema: ListSchema): void {
    if (!Array.isArray(value)) return;
    const inner = structure.item;
    if (inner.kind === 'struct') for (const item of value) this.#struct(item, inner.schema);
    if (value.length < wide) return;
    const children = (from: number, to: number): Child[] =>
      this.#maker.items(value.slice(from, to), structure, schema);
    this.#found.push({ value, count: value.length, children });
  }
}
