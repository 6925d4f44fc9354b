import { maxMessageLength } from '../../../util/truncate.ts';
import { isMap, type JsonMap, ownValue } from '../../json/json-values.ts';
import type { Schema, StructSchema } from '../../schema/schema.ts';
import { itemFault, typeFault } from './config-faults.ts';
import { type Child, childKeys, type FieldSet, leaf, nodeLike, nodeOf } from './field-set.ts';
import { fieldKey, keyText } from './path-key.ts';
import {
  type ListStructure,
  type MapStructure,
  pathElementOf,
  type TypedSchema,
  type TypedSchemas,
} from './structure.ts';
import type { ChildMaker, KnownNodes, ListSchema, MapSchema } from './wide-nodes.ts';

/** Goes through a configuration, and makes the nodes of what it gives. */
export class ConfigWalker implements ChildMaker {
  /** Whether nothing is wrong so far. */
  isSound = true;
  readonly #structures: TypedSchemas;
  readonly #known: KnownNodes | undefined;
  readonly #faults: string[] | undefined;
  /** Characters of all of them. */
  #faultText = 0;
  /** Keys on the way down, for messages. */
  readonly #path: string[] = [];
  readonly #texts = new Map<string, string>();

  /** `faults`: where to tell what is wrong; undefined when it is enough to know whether something is. */
  constructor(structures: TypedSchemas, known: KnownNodes | undefined, faults?: string[]) {
    this.#structures = structures;
    this.#known = known;
    this.#faults = faults;
  }

  /** `alike`: the node of another item of the same list, here and below; see nodeLike. */
  struct(value: JsonMap, schema: StructSchema, alike: FieldSet): Child[] {
    const children: Child[] = [];
    for (const name of Object.keys(value)) {
      const field = schema.byName.get(name);
      if (field === undefined) {
        this.#fault('field not declared in schema', fieldKey(name));
        continue;
      }
      const { key, structure } = this.#structures.of(field);
      const itself = isNothing(value[name]);
      this.#child(children, key, value[name], structure, field.schema, itself, alike?.[key]);
    }
    return children;
  }

  /** `itself`: whether the value is owned beside what is in it. What is owned as one always is. */
  #child(
    to: Child[],
    key: string,
    value: unknown,
    structure: TypedSchema,
    schema: Schema,
    itself: boolean,
    alike: FieldSet,
  ): FieldSet {
    this.#path.push(key);
    const fault = value === null ? undefined : typeFault(value, schema);
    if (fault !== undefined) this.#fault(fault);
    const node = fault === undefined ? this.#node(value, structure, schema, itself, alike) : undefined;
    if (node !== undefined) to.push([key, node]);
    this.#path.pop();
    return node;
  }

  #node(value: unknown, structure: TypedSchema, schema: Schema, itself: boolean, alike: FieldSet): FieldSet {
    if (structure.kind === 'leaf' || value === null) return leaf;
    if (structure.kind === 'set' || structure.kind === 'items')
      return this.#list(value as unknown[], structure, schema as ListSchema, itself);
    const known = this.#known?.get(value);
    if (known !== undefined) return known;
    const map = value as JsonMap;
    const children =
      structure.kind === 'struct'
        ? this.struct(map, structure.schema, alike)
        : this.values(map, Object.keys(map), structure, schema as MapSchema, alike);
    return nodeLike(alike, children, itself);
  }

  #list(list: unknown[], structure: ListStructure, schema: ListSchema, itself: boolean): FieldSet {
    let node: FieldSet = this.#known?.get(list);
    if (node === undefined) {
      const children = this.items(list, structure, schema);
      // Who is told what is wrong has no use for nodes.
      if (this.#faults !== undefined) return leaf;
      node = nodeOf(children, itself);
    }
    // Of two items with one key the node has one: cheaper to see than to look for each.
    if (childCount(node) !== list.length) this.isSound = false;
    return node;
  }

  values(
    map: JsonMap,
    names: string[],
    structure: MapStructure,
    schema: MapSchema,
    alike: FieldSet = undefined,
  ): Child[] {
    const children: Child[] = [];
    for (const name of names) {
      const key = fieldKey(name);
      this.#child(children, key, ownValue(map, name), structure.value, schema.value, true, alike?.[key]);
    }
    return children;
  }

  items(list: unknown[], structure: ListStructure, schema: ListSchema): Child[] {
    const children: Child[] = [];
    const seen = this.#faults === undefined ? undefined : new Set<string>();
    let last: FieldSet;
    for (let index = 0; index < list.length; index++) {
      const item = list[index];
      const fault = itemFault(item, structure);
      // What comes after it is not looked at.
      if (fault !== undefined) {
        this.#fault(`element ${index}: ${fault}`);
        break;
      }
      const key = pathElementOf(item, structure);
      if (seen?.has(key)) this.#fault(`duplicate entries for key ${this.#textOf(key)}`);
      seen?.add(key);
      last = this.#child(children, key, item, structure.item, schema.element, true, last);
    }
    return children;
  }

  #fault(text: string, ...more: string[]): void {
    this.isSound = false;
    if (this.#faults === undefined || this.#faultText > maxMessageLength) return;
    const fault = `${[...this.#path, ...more].map(this.#textOf).join('')}: ${text}`;
    this.#faultText += fault.length;
    this.#faults.push(fault);
  }

  /** Where there is one fault there are many, and all at the same place. */
  readonly #textOf = (key: string): string => {
    const known = this.#texts.get(key) ?? keyText(key);
    if (this.#texts.size < maxTexts) this.#texts.set(key, known);
    return known;
  };
}

/** Keys of which the texts are kept. */
const maxTexts = 100;

const childCount = (node: FieldSet): number => (node === undefined ? 0 : childKeys(node).length);

/** What is owned although nothing is in it. */
function isNothing(value: unknown): boolean {
  return value === null || (isMap(value) && Object.keys(value).length === 0);
}
