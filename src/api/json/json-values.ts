/**
 * Operations of patches on JSON values. Keys are data: `__proto__` and `constructor` are keys like any other. No
 * JSON value is undefined, so undefined says that there is none.
 */
export type JsonMap = Record<string, unknown>;

export const isMap = (value: unknown): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null, and a list or map without anything in it. */
export function isNullOrEmpty(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  if (value === null) return true;
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}

/** Undefined when the map has no such key of its own. */
export function ownValue(map: JsonMap, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Changes the map. */
export function setValue(map: JsonMap, key: string, value: unknown): void {
  if (key === '__proto__') setOwn(map, key, value);
  else map[key] = value;
}

/**
 * Deep equality: numbers are compared by what they count, maps whatever the order of their keys; a key whose value is
 * undefined counts as absent.
 */
export function equalValues(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equalValues(item, b[index]));
  }
  if (isMap(a)) return isMap(b) && equalMaps(a, b);
  // An integer that a double cannot hold is a bigint here and may be a number there (1e20).
  return isNumeric(a) && isNumeric(b) && !(a < b) && !(a > b);
}

function equalMaps(a: JsonMap, b: JsonMap): boolean {
  const keys = Object.keys(a);
  const others = Object.keys(b);
  let left = 0;
  for (const key of others) if (b[key] !== undefined) left++;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    if (a[key] === undefined) continue;
    // Mostly the keys stand in the same order.
    if (key !== others[index] && !Object.hasOwn(b, key)) return false;
    if (!equalValues(a[key], b[key])) return false;
    left--;
  }
  return left === 0;
}

const isNumeric = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

/** The type of a value as messages of decoders name it. */
export function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : isNumeric(value) ? 'number' : typeof value;
}

/** Sets an own property of any name, such as `__proto__`. */
export function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}
