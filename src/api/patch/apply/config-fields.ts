import { writeJson } from '../../codec/json.ts';
import { goValue } from '../go-value.ts';
import type { FieldSchema, Schema, StructSchema } from '../../schema/schema.ts';
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
  const node = walker.struct(fields, schema, '');
  if (walker.faults.length > 0) throw new ConfigError(walker.faults);
  const counted = Object.entries(node).filter(([key]) => key !== selfKey && counts(key.slice(2)));
  if (counted.length === 0) return undefined;
  return differenceBelow(sorted(Object.fromEntries(counted)), neverTracked);
}

class ConfigWalker {
  readonly faults: string[] = [];
  readonly #structures: Structures;

  constructor(structures: Structures) {
    this.#structures = structures;
  }

  /** The node of what is in the value; `.` is for the caller to say. */
  struct(value: JsonMap, schema: StructSchema, path: string): Record<string, FieldNode> {
    const node: Record<string, FieldNode> = {};
    for (const name of Object.keys(value)) {
      const field = schema.byName.get(name);
      const at = `${path}.${name}`;
      if (field === undefined) this.faults.push(`${at}: field not declared in schema`);
      else this.#put(node, fieldKey(name), this.#field(value[name], field, at), isNothing(value[name]));
    }
    return node;
  }

  #field(value: unknown, field: FieldSchema, path: string): FieldNode | undefined {
    return this.#value(value, this.#structures.of(field), field.schema, path);
  }

  /** What is below the value; undefined when it is owned as one. */
  #value(value: unknown, structure: Structure, schema: Schema, path: string): FieldNode | undefined {
    const fault = value === null ? undefined : typeFault(value, schema);
    if (fault !== undefined) this.faults.push(`${path}: ${fault}`);
    if (value === null || fault !== undefined || structure.kind === 'leaf') {
      return structure.kind === 'set' || structure.kind === 'items' ? {} : undefined;
    }
    if (structure.kind === 'struct') return this.struct(value as JsonMap, structure.schema, path);
    if (structure.kind === 'map') return this.#map(value as JsonMap, structure.value, schema, path);
    return this.#list(value as unknown[], structure, schema, path);
  }

  #map(value: JsonMap, inner: Structure, schema: Schema, path: string): FieldNode {
    const node: Record<string, FieldNode> = {};
    const element = (schema as Schema & { type: 'map' }).value;
    for (const name of Object.keys(value)) {
      const at = `${path}.${name}`;
      this.#put(node, fieldKey(name), this.#value(ownValue(value, name), inner, element, at), true);
    }
    return node;
  }

  #list(list: unknown[], structure: Structure & { kind: 'set' | 'items' }, schema: Schema, path: string): FieldNode {
    const node: Record<string, FieldNode> = {};
    const { element } = schema as Schema & { type: 'list' };
    for (const item of list) {
      const fault = itemFault(item, structure);
      if (fault !== undefined) {
        this.faults.push(`${path}: ${fault}`);
        continue;
      }
      const key = keyOf(item, structure);
      const at = path + keyText(key);
      if (key in node) this.faults.push(`${path}: duplicate entries for key ${keyText(key)}`);
      const inner: Structure = structure.kind === 'set' ? { kind: 'leaf' } : structure.item;
      this.#put(node, key, this.#value(item, inner, element, at), true);
    }
    return node;
  }

  /** `below` undefined: owned as one. Otherwise the node itself counts only when `itself` says so. */
  #put(node: Record<string, FieldNode>, key: string, below: FieldNode | undefined, itself: boolean): void {
    if (below === undefined || (itself && Object.keys(below).length === 0)) node[key] = leaf;
    else if (itself) node[key] = { [selfKey]: leaf, ...below };
    else if (Object.keys(below).length > 0) node[key] = below;
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
