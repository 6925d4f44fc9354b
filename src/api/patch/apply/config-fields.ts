import { writeJson } from '../../codec/json.ts';
import { goValue } from '../go-value.ts';
import type { Schema, StructSchema } from '../../schema/schema.ts';
import { isMap, type JsonMap, ownValue } from '../json-values.ts';
import { differenceBelow, type FieldNode, type FieldSet, leaf, sorted } from './field-set.ts';
import { fieldKey, keyText, selfKey } from './path-key.ts';
import { keyOf, type Structure, type Structures } from './structure.ts';
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
 * and each key of a map itself, empty maps; of structs only what is in them. Throws ConfigError.
 */
export function configFields(config: JsonMap, schema: StructSchema, structures: Structures, counts: Counts): FieldSet {
  const walker = new ConfigWalker(structures);
  const { kind: _kind, apiVersion: _version, ...fields } = config;
  const node: MutableNode = {};
  walker.struct(fields, schema, node);
  if (walker.faults.length > 0) throw new ConfigError(walker.faults);
  const counted = Object.entries(node).filter(([key]) => key !== selfKey && counts(key.slice(2)));
  if (counted.length === 0) return undefined;
  return differenceBelow(sorted(Object.fromEntries(counted)), neverTracked);
}

type MutableNode = Record<string, FieldNode>;

class ConfigWalker {
  readonly faults: string[] = [];
  readonly #structures: Structures;
  /** Keys on the way down, for messages. */
  readonly #path: string[] = [];

  constructor(structures: Structures) {
    this.#structures = structures;
  }

  /** Adds what is in the value to its node. */
  struct(value: JsonMap, schema: StructSchema, node: MutableNode): void {
    for (const name of Object.keys(value)) {
      const field = schema.byName.get(name);
      const key = fieldKey(name);
      if (field === undefined) this.#fault('field not declared in schema', key);
      else this.#child(node, key, value[name], this.#structures.of(field), field.schema, isNothing(value[name]));
    }
  }

  /** `itself`: whether the value is owned beside what is in it. What is owned as one always is. */
  #child(node: MutableNode, key: string, value: unknown, structure: Structure, schema: Schema, itself: boolean): void {
    this.#path.push(key);
    const fault = value === null ? undefined : typeFault(value, schema);
    if (fault !== undefined) this.#fault(fault);
    else if (structure.kind === 'leaf' || value === null) node[key] = leaf;
    else {
      const below: MutableNode = itself ? { [selfKey]: leaf } : {};
      this.#inside(value, structure, schema, below);
      const count = Object.keys(below).length;
      if (count > (itself ? 1 : 0)) node[key] = below;
      else if (itself) node[key] = leaf;
    }
    this.#path.pop();
  }

  #inside(value: unknown, structure: Structure, schema: Schema, node: MutableNode): void {
    if (structure.kind === 'struct') this.struct(value as JsonMap, structure.schema, node);
    else if (structure.kind === 'map') this.#map(value as JsonMap, structure.value, schema, node);
    else if (structure.kind !== 'leaf') this.#list(value as unknown[], structure, schema, node);
  }

  #map(value: JsonMap, inner: Structure, schema: Schema, node: MutableNode): void {
    const element = (schema as Schema & { type: 'map' }).value;
    for (const name of Object.keys(value)) {
      this.#child(node, fieldKey(name), ownValue(value, name), inner, element, true);
    }
  }

  #list(list: unknown[], structure: Structure & { kind: 'set' | 'items' }, schema: Schema, node: MutableNode): void {
    const { element } = schema as Schema & { type: 'list' };
    const inner: Structure = structure.kind === 'set' ? { kind: 'leaf' } : structure.item;
    for (const item of list) {
      const fault = itemFault(item, structure);
      if (fault !== undefined) {
        this.#fault(fault);
        continue;
      }
      const key = keyOf(item, structure);
      if (key in node) this.#fault(`duplicate entries for key ${keyText(key)}`);
      this.#child(node, key, item, inner, element, true);
    }
  }

  #fault(text: string, ...more: string[]): void {
    this.faults.push(`${[...this.#path, ...more].map(keyText).join('')}: ${text}`);
  }
}

/** What is owned even where nothing is in it: null, an empty map. */
function isNothing(value: unknown): boolean {
  return value === null || (isMap(value) && Object.keys(value).length === 0);
}

function itemFault(item: unknown, structure: Structure & { kind: 'set' | 'items' }): string | undefined {
  if (structure.kind === 'set') {
    if (isMap(item)) return "associative list without keys has an element that's a map type";
    return Array.isArray(item) ? 'not supported: associative list with lists as elements' : undefined;
  }
  if (item === null) return 'associative list with keys may not have null elements';
  if (!isMap(item)) return 'associative list with keys may not have non-map elements';
  const missing = structure.keys.find((key) => ownValue(item, key) === undefined && !(key in structure.defaults));
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
      return typeof value === 'string' ? undefined : `expected string, got &value.valueUnstructured{Value:${shown(value)}}`;
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
  return typeof value === 'boolean' ? 'bool' : typeof value === 'string' ? 'string' : 'map[string]interface {}';
}
