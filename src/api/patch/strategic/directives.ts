import { goValue } from '../../go-format/go-value.ts';
import { isMap, type JsonMap, setValue } from '../../json/json-values.ts';
import { PatchError } from '../patch-error.ts';

/** In a map: what to do with the map that stands there. In an element of a list: what to do with the list. */
export const marker = '$patch';
/** In a map: the only keys that may stay. */
const retainKeys = '$retainKeys';
/** `$setElementOrder/<field>`: the order of the elements of a list. */
const setElementOrder = '$setElementOrder';
/** `$deleteFromPrimitiveList/<field>`: scalars to take out of a list. */
const deleteFromPrimitiveList = '$deleteFromPrimitiveList';

/** The directives in a map of a patch. */
export interface Directives {
  /** Undefined: every key stays. */
  retained: ReadonlySet<unknown> | undefined;
  /** By name of the field. */
  orders: ReadonlyMap<string, readonly unknown[]>;
  deletions: ReadonlyMap<string, readonly unknown[]>;
}

const none: Directives = { retained: undefined, orders: new Map(), deletions: new Map() };

export function isDirective(key: string): boolean {
  return (
    key.startsWith('$') &&
    (key === marker ||
      key === retainKeys ||
      key.startsWith(setElementOrder) ||
      key.startsWith(deleteFromPrimitiveList))
  );
}

/** Throws PatchError when one is not in its form. */
export function directivesOf(patch: JsonMap): Directives {
  const keys = Object.keys(patch).filter(isDirective);
  if (keys.length === 0) return none;
  return {
    retained: keys.includes(retainKeys) ? retainedKeys(patch) : undefined,
    orders: listsOf(patch, keys, setElementOrder, 'setElementOrder list'),
    deletions: listsOf(patch, keys, deleteFromPrimitiveList, 'primitive list'),
  };
}

function listsOf(
  patch: JsonMap,
  keys: readonly string[],
  directive: string,
  what: string,
): ReadonlyMap<string, readonly unknown[]> {
  const lists = new Map<string, readonly unknown[]>();
  for (const key of keys) {
    if (!key.startsWith(directive)) continue;
    const list = patch[key];
    if (key[directive.length] !== '/' || !Array.isArray(list)) throw badFormat(what);
    lists.set(key.slice(directive.length + 1), list);
  }
  return lists;
}

/** A field that the patch itself sets has to be among them. */
function retainedKeys(patch: JsonMap): ReadonlySet<unknown> {
  const list = patch[retainKeys];
  if (!Array.isArray(list)) throw badFormat('retainKeys');
  const retained = new Set<unknown>(list);
  for (const key of Object.keys(patch)) {
    if (patch[key] !== null && !isDirective(key) && !retained.has(key)) throw badFormat('retainKeys');
  }
  return retained;
}

/** `what`: `retainKeys`, `setElementOrder list`, `primitive list`. */
export const badFormat = (what: string): PatchError =>
  new PatchError('Malformed', `invalid patch format of ${what}`);

export const unknownDirective = (map: JsonMap): PatchError =>
  new PatchError('Unmergeable', `unknown patch type: ${goValue(map[marker])} in map: ${goValue(map)}`);

const mergingDirective = (): PatchError =>
  new PatchError('Unmergeable', 'merging lists cannot yet be specified in the patch');

/** The `$patch` directive in an element of a list. Throws PatchError for an unknown one. */
export function elementDirective(element: JsonMap): 'delete' | 'replace' | undefined {
  if (!Object.hasOwn(element, marker)) return undefined;
  const directive = element[marker];
  if (directive === 'delete' || directive === 'replace') return directive;
  throw directive === 'merge' ? mergingDirective() : unknownDirective(element);
}

/** Whether an element of a list says what to do with the list, and is none to keep. */
export function isInstruction(element: JsonMap): boolean {
  const directive = Object.hasOwn(element, marker) ? element[marker] : undefined;
  return directive === 'delete' || directive === 'replace';
}

/**
 * A value of a patch as it is kept where nothing stood before, or where it takes the place of what did: without
 * nulls and directives. With nothing to merge into, `$patch: merge` and what is no directive at all ask for nothing.
 * Undefined when there is nothing to keep.
 */
export function added(value: unknown): unknown {
  if (Array.isArray(value)) return addedList(value);
  if (!isMap(value)) return value;
  return Object.hasOwn(value, marker) && value[marker] === 'delete' ? undefined : addedMap(value);
}

function addedList(list: readonly unknown[]): unknown[] {
  const result: unknown[] = [];
  for (const element of list) {
    if (!isMap(element)) result.push(added(element));
    else if (!isInstruction(element)) result.push(addedMap(element));
  }
  return result;
}

/** A map of a patch without nulls and directives, whatever its own `$patch` says. */
export function addedMap(map: JsonMap): JsonMap {
  const result: JsonMap = {};
  for (const key of Object.keys(map)) {
    if (map[key] === null || isDirective(key)) continue;
    const value = added(map[key]);
    if (value !== undefined) setValue(result, key, value);
  }
  return result;
}
