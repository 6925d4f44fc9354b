import type { Schema, StructSchema } from '../../schema/schema.ts';
import { isMap, type JsonMap, ownValue } from '../json-values.ts';
import { itemFault, typeFault } from './config-faults.ts';
import {
  type Child,
  childKeys,
  differenceBelow,
  type FieldSet,
  isMember,
  leaf,
  nodeLike,
  nodeOf,
} from './field-set.ts';
import { fieldKey, keyText } from './path-key.ts';
import { keyOf, type ListStructure, type Structure, type Structures } from './structure.ts';
import { type Counts, neverTracked } from './tracked.ts';

/** A configuration that is not of its type: one text a fault, `.spec.x: field not declared in schema`. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(faults.length === 1 ? faults[0] : ['errors:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

/**
 * The fields that a configuration gives: its scalars (null too), atomic lists and maps as one, each item of a list
 * and each key of a map itself, empty structs and maps; of others only what is in them. Throws ConfigError.
 */
export function configFields(
  config: JsonMap,
  schema: StructSchema,
  structures: Structures,
  counts: Counts,
): FieldSet {
  const { kind: _kind, apiVersion: _version, ...fields } = config;
  const walker = new ConfigWalker(structures);
  const children = walker.struct(fields, schema, undefined);
  if (!walker.isSound) throw new ConfigError(faultsOf(fields, schema, structures));
  return differenceBelow(nodeOf(counted(children, counts), false), neverTracked);
}

/** What is wrong is told on a second way: it costs something that nearly no configuration needs. */
function faultsOf(fields: JsonMap, schema: StructSchema, structures: Structures): string[] {
  const faults: string[] = [];
  new ConfigWalker(structures, faults).struct(fields, schema, undefined);
  return faults;
}

function counted(children: readonly Child[], counts: Counts): Child[] {
  return children.flatMap(([key, node]): Child[] => {
    if (!counts(key.slice(2))) return [];
    if (key !== metadataKey) return [[key, node]];
    const fields = childKeys(node).filter((name) => counts(`metadata.${name.slice(2)}`));
    const left = nodeOf(
      fields.map((name): Child => [name, node[name]!]),
      isMember(node),
    );
    return left === undefined ? [] : [[key, left]];
  });
}

const metadataKey = fieldKey('metadata');

class ConfigWalker {
  /** Whether nothing is wrong so far. */
  isSound = true;
  readonly #structures: Structures;
  readonly #faults: string[] | undefined;
  /** Keys on the way down, for messages. */
  readonly #path: string[] = [];
  readonly #texts = new Map<string, string>();

  /** `faults`: where to tell what is wrong; undefined when it is enough to know whether something is. */
  constructor(structures: Structures, faults?: string[]) {
    this.#structures = structures;
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
    structure: Structure,
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

  #node(value: unknown, structure: Structure, schema: Schema, itself: boolean, alike: FieldSet): FieldSet {
    if (structure.kind === 'leaf' || value === null) return leaf;
    if (structure.kind === 'struct')
      return nodeLike(alike, this.struct(value as JsonMap, structure.schema, alike), itself);
    if (structure.kind === 'map')
      return nodeLike(alike, this.#map(value as JsonMap, structure.value, schema, alike), itself);
    return this.#list(value as unknown[], structure, schema, itself);
  }

  #map(value: JsonMap, inner: Structure, schema: Schema, alike: FieldSet): Child[] {
    const children: Child[] = [];
    const element = (schema as Schema & { type: 'map' }).value;
    for (const name of Object.keys(value)) {
      const key = fieldKey(name);
      this.#child(children, key, ownValue(value, name), inner, element, true, alike?.[key]);
    }
    return children;
  }

  #list(list: unknown[], structure: ListStructure, schema: Schema, itself: boolean): FieldSet {
    const children: Child[] = [];
    const { element } = schema as Schema & { type: 'list' };
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
      const key = keyOf(item, structure);
      if (seen?.has(key)) this.#fault(`duplicate entries for key ${this.#textOf(key)}`);
      seen?.add(key);
      last = this.#child(children, key, item, structure.item, element, true, last);
    }
    const node = nodeOf(children, itself);
    // Of two items with one key the node has one: cheaper to see than to look for each.
    if (childCount(node) !== children.length) this.isSound = false;
    return node;
  }

  #fault(text: string, ...more: string[]): void {
    this.isSound = false;
    this.#faults?.push(`${[...this.#path, ...more].map(this.#textOf).join('')}: ${text}`);
  }

  /** Where there is one fault there are many, and all at the same place. */
  readonly #textOf = (key: string): string => {
    const known = this.#texts.get(key) ?? keyText(key);
    if (this.#texts.size < mostTexts) this.#texts.set(key, known);
    return known;
  };
}

/** Keys of which the texts are kept. */
const mostTexts = 100;

const childCount = (node: FieldSet): number => (node === undefined ? 0 : childKeys(node).length);

/** What is owned although nothing is in it. */
function isNothing(value: unknown): boolean {
  return value === null || (isMap(value) && Object.keys(value).length === 0);
}
