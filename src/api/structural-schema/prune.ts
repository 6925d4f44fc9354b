import { isMap, type JsonMap, setOwn } from '../json/json-values.ts';
import { memberOf, type SchemaNode } from './schema-node.ts';

/** Called with the path of each field that is dropped: `spec.a[0].b`. */
export type OnPruned = (path: string) => void;

const typeFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/**
 * An object without what its schema does not specify, and without nulls where the schema allows none and has no
 * default; keys sorted, which is the order in which objects are stored. The result shares unchanged
 * subtrees with the given object, which is not changed, and is that object when nothing is to be done.
 *
 * Worked example, `{properties: {a: {type: string}, b: {additionalProperties: false}}}`:
 * {b: {x: {y: 1}}, c: 1, a: null} becomes {b: {x: {}}}.
 */
export function prune(object: JsonMap, node: SchemaNode, onPruned?: OnPruned): JsonMap {
  return new Pruner(onPruned).object(object, node, '', true);
}

class Pruner {
  readonly #onPruned: OnPruned | undefined;

  constructor(onPruned: OnPruned | undefined) {
    this.#onPruned = onPruned;
  }

  /** `isWhole`: it has a type and metadata, which are not for its schema to say. */
  object(
    object: JsonMap,
    node: SchemaNode | undefined,
    path: string,
    isWhole = node?.isEmbedded === true,
  ): JsonMap {
    return mapMembers(object, (value, key) =>
      isWhole && typeFields.has(key) ? value : this.#member(value, key, node, path),
    );
  }

  /** Undefined for a key that goes. */
  #member(value: unknown, key: string, node: SchemaNode | undefined, path: string): unknown {
    const member = node && memberOf(node, key);
    if (member === undefined) {
      if (node?.preserves) return sortedDeep(value);
      this.#onPruned?.(below(path, key));
      return undefined;
    }
    if (value === null && typeof member === 'object' && !member.nullable && member.default === undefined)
      return undefined;
    if (typeof value !== 'object' || value === null) return value;
    return this.#value(value, member, this.#onPruned === undefined ? '' : below(path, key));
  }

  /** `true` and undefined: no schema, which lets lists and scalars be and empties objects. */
  #value(value: unknown, node: SchemaNode | true | undefined, path: string): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return this.#list(value, node, path);
    return this.object(value as JsonMap, typeof node === 'object' ? node : undefined, path);
  }

  #list(list: unknown[], node: SchemaNode | true | undefined, path: string): unknown[] {
    const own = typeof node === 'object' ? node : undefined;
    const items = own?.items;
    if (own?.preserves && items === undefined) return sortedDeep(list) as unknown[];
    return mapItems(list, (item, index) => {
      // A path for each number of a long list would be most of the work.
      if (typeof item !== 'object' || item === null) return item;
      return this.#value(item, items, this.#onPruned === undefined ? '' : `${path}[${index}]`);
    });
  }
}

const below = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

/** The object with its keys sorted and each value replaced; the very same if that changes nothing. */
export function mapMembers(
  object: JsonMap,
  replaced: (value: unknown, key: string) => unknown | undefined,
): JsonMap {
  const keys = Object.keys(object);
  let result: JsonMap | undefined;
  let isSorted = true;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    const value = object[key];
    const kept = replaced(value, key);
    isSorted &&= index === 0 || keys[index - 1]! < key;
    if (result === undefined) {
      if (kept === value) continue;
      result = {};
      for (let before = 0; before < index; before++) set(result, keys[before]!, object[keys[before]!]);
    }
    if (kept !== undefined) set(result, key, kept);
  }
  return isSorted ? (result ?? object) : sorted(result ?? object);
}

/** The list with each item replaced; the very same if that changes nothing. */
export function mapItems(list: unknown[], replaced: (item: unknown, index: number) => unknown): unknown[] {
  let result: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const kept = replaced(list[index], index);
    if (kept === list[index]) continue;
    result ??= [...list];
    result[index] = kept;
  }
  return result ?? list;
}

function set(object: JsonMap, key: string, value: unknown): void {
  if (key === '__proto__') setOwn(object, key, value);
  else object[key] = value;
}

/** A copy with its keys in order. */
export function sorted(object: JsonMap): JsonMap {
  const result: JsonMap = {};
  for (const key of Object.keys(object).sort()) set(result, key, object[key]);
  return result;
}

/** A value with the keys of all its objects in order. */
export function sortedDeep(value: unknown): unknown {
  if (Array.isArray(value)) return mapItems(value, sortedDeep);
  return isMap(value) ? mapMembers(value, sortedDeep) : value;
}
