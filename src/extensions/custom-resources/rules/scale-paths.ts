import { isMap, setValue } from '../../../api/json/json-values.ts';
import { goShown } from '../../../api/structural-schema/go-value.ts';

/** `.spec.replicas`: names behind dots, without escapes and indices. */
const namesOf = (path: string): string[] => path.replace(/^\./, '').split('.');

/** A value of another type than the path is for. */
export class AccessorError extends Error {}

/** Undefined when there is none. Throws AccessorError. */
export function integerAt(object: object, path: string): number | undefined {
  const value = valueAt(object, path);
  if (value === undefined) return undefined;
  if (typeof value === 'bigint' || Number.isInteger(value)) return Number(value);
  throw wrongType(path, value, 'int64');
}

/** Undefined when there is none. Throws AccessorError. */
export function textAt(object: object, path: string): string | undefined {
  const value = valueAt(object, path);
  if (value === undefined || typeof value === 'string') return value;
  throw wrongType(path, value, 'string');
}

/** Makes what is missing on the way. Throws AccessorError. */
export function setIntegerAt(object: object, path: string, value: number): void {
  const names = namesOf(path);
  const last = names.pop()!;
  let place = object as Record<string, unknown>;
  for (const name of names) {
    const next = Object.hasOwn(place, name) ? place[name] : undefined;
    if (next !== undefined && !isMap(next)) throw wrongType(path, next, 'map[string]interface {}');
    // A copy: what the object shares with the stored one is never changed.
    const own = { ...(next as Record<string, unknown> | undefined) };
    setValue(place, name, own);
    place = own;
  }
  setValue(place, last, value);
}

function valueAt(object: object, path: string): unknown {
  let value: unknown = object;
  for (const name of namesOf(path)) {
    if (value === undefined) return undefined;
    if (!isMap(value)) throw wrongType(path, value, 'map[string]interface {}');
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

function wrongType(path: string, value: unknown, expected: string): AccessorError {
  const shown = goShown(value);
  const text = typeof shown === 'object' && shown !== null ? (shown as { text: string }).text : String(shown);
  return new AccessorError(
    `${path} accessor error: ${value === null ? '<nil>' : text} is of the type ${goType(value)}, expected ${expected}`,
  );
}

function goType(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return { boolean: 'bool', bigint: 'int64' }[typeof value as string] ?? 'string';
}
