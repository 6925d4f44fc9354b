import { truncatedJson } from '../../../util/truncate.ts';
import { goValue } from '../../go-format/go-value.ts';
import { isMap, ownValue } from '../../json/json-values.ts';
import type { Schema } from '../../schema/schema.ts';
import type { AssociativeList } from './typed-schema.ts';

/** Checks an item of an associative list or set. The texts are those that clients know. */
export function itemError(item: unknown, typed: AssociativeList): string | undefined {
  if (typed.kind === 'set') {
    if (isMap(item)) return "associative list without keys has an element that's a map type";
    if (item === null) return "associative list without keys has an element that's an explicit null";
    return Array.isArray(item) ? 'not supported: associative list with lists as elements' : undefined;
  }
  if (item === null) return 'associative list with keys may not have a null element';
  if (!isMap(item)) return 'associative list with keys may not have non-map elements';
  const missing = typed.keys.find((key) => ownValue(item, key) === undefined && !(key in typed.defaults));
  return missing === undefined
    ? undefined
    : `associative list with keys has an element that omits key field "${missing}" (and doesn't have default value)`;
}

/** Checks the type of a value. The texts are those that clients know. */
export function typeError(value: unknown, schema: Schema): string | undefined {
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
  return typeof value === 'object' ? goValue(value) : truncatedJson(value);
}

function goType(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  return typeof value === 'boolean'
    ? 'bool'
    : typeof value === 'string'
      ? 'string'
      : 'map[string]interface {}';
}
