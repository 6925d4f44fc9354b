import { writeJson } from '../../codec/json.ts';
import type { Schema, StructSchema } from '../../schema/schema.ts';
import { goValue } from '../go-value.ts';
import { isMap, type JsonMap, ownValue } from '../json-values.ts';
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
  const walker = new ConfigWalker(structures);
  const { kind: _kind, apiVersion: _version, ...fields } = config;
  const children = walker.struct(fields, schema, undefined);
  if (walker.faults.length > 0) throw new ConfigError(walker.faults);
  return differenceBelow(nodeOf(counted(children, counts), false), neverTracked);
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
  readonly faults: string[] = [];
  readonly #structures: Structures;
  /** Keys on the way down, for messages. */
  readonly #path: string[] = [];

  constructor(structures: Structures) {
    this.#structures = structures;
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
    return nodeOf(this.#list(value as unknown[], structure, schema), itself);
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

  #list(list: unknown[], structure: ListStructure, schema: Schema): Child[] {
    const children: Child[] = [];
    const { element } = schema as Schema & { type: 'list' };
    const seen = new Set<string>();
    let last: FieldSet;
    for (const [index, item] of list.entries()) {
      const fault = itemFault(item, structure);
      // What comes after it is not looked at.
      if (fault !== undefined) {
        this.#fault(`element ${index}: ${fault}`);
        break;
      }
      const key = keyOf(item, structure);
      if (seen.has(key)) this.#fault(`duplicate entries for key ${keyText(key)}`);
      seen.add(key);
      last = this.#child(children, key, item, structure.item, element, true, last);
    }
    return children;
  }

  #fault(text: string, ...more: string[]): void {
    this.faults.push(`${[...this.#path, ...more].map(keyText).join('')}: ${text}`);
  }
}

/** What is owned although nothing is in it. */
function isNothing(value: unknown): boolean {
  return value === null || (isMap(value) && Object.keys(value).length === 0);
}

function itemFault(item: unknown, structure: ListStructure): string | undefined {
  if (structure.kind === 'set') {
    if (isMap(item)) return "associative list without keys has an element that's a map type";
    if (item === null) return "associative list without keys has an element that's an explicit null";
    return Array.isArray(item) ? 'not supported: associative list with lists as elements' : undefined;
  }
  if (item === null) return 'associative list with keys may not have a null element';
  if (!isMap(item)) return 'associative list with keys may not have non-map elements';
  const missing = structure.keys.find(
    (key) => ownValue(item, key) === undefined && !(key in structure.defaults),
  );
  return missing === undefined
    ? undefined
    : `associative list with keys has an element that omits key field "${missing}" (and doesn't have default value)`;
}

/** What is wrong with the type of a value, in the words that clients know. */
function typeFault(value: unknown, schema: Schema): string | undefined {
  switch (schema.type) {
    case 'struct':
    case 'map':
      return isMap(value) ? undefined : `expected map, got &{${goValue(value)}}`;
    case 'list':
      return Array.isArray(value) ? undefined : `expected list, got &{${goValue(value)}}`;
    case 'string':
    case 'bytes':
    case 'duration':
      return typeof value === 'string'
        ? undefined
        : `expected string, got &value.valueUnstructured{Value:${shown(value)}}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `expected boolean, got &{${goValue(value)}}`;
    case 'int32':
    case 'int64':
    case 'double':
      return isNumber(value) ? undefined : `expected numeric (int or float), got ${goType(value)}`;
    default:
      return undefined;
  }
}

const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint';

function shown(value: unknown): string {
  return typeof value === 'object' ? goValue(value) : writeJson(value);
}

function goType(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  return typeof value === 'boolean'
    ? 'bool'
    : typeof value === 'string'
      ? 'string'
      : 'map[string]interface {}';
}
