import { goQuote } from '../../../util/quote.ts';
import { writePlainJson } from '../../codec/json.ts';
import type { JsonMap } from '../../json/json-values.ts';

/**
 * One element of a field path, as FieldsV1 writes it:
 *
 *     f:<name>            a field of a struct, a key of a map
 *     k:{"a":"x","b":1}   the item of a list that has these values in its key fields
 *     v:"x"               the item of a set
 *     i:0                 the item at this position
 *
 * The prefix makes every key a plain one, whatever the name (`f:__proto__`).
 */

/** The key of a node that is itself in the set. */
export const selfKey = '.';

export const fieldKey = (name: string): string => `f:${name}`;

export const positionKey = (index: number): string => `i:${index}`;

export const valueKey = (value: unknown): string => `v:${jsonOf(value)}`;

/** The value of an item's key field: null is a value that no default replaces. */
export function keyField(item: JsonMap, name: string, defaults: JsonMap): unknown {
  const value = item[name];
  return value === undefined ? defaults[name] : value;
}

/** `names` in alphabetical order; a field that the item does not have is left out. */
export function itemKey(item: JsonMap, names: readonly string[], defaults: JsonMap): string {
  let text = '';
  for (const name of names) {
    const value = keyField(item, name, defaults);
    if (value !== undefined) text += `${text === '' ? '' : ','}"${name}":${jsonOf(value)}`;
  }
  return `k:{${text}}`;
}

/** Texts that JSON writes as they are, in quotes: nearly all keys of items. */
const plain = /^[\w ./:-]*$/;

const jsonOf = (value: unknown): string =>
  typeof value === 'string' && plain.test(value) ? `"${value}"` : writePlainJson(value);

/** Text of a key in messages: `.image`, `[name="app"]`, `[="x"]`, `[0]`. Names are shown raw: `.example.com/a`. */
export function keyText(key: string): string {
  const rest = key.slice(2);
  switch (key.charAt(0)) {
    case 'f':
      return `.${rest}`;
    case 'k': {
      const fields = Object.entries(JSON.parse(rest) as JsonMap);
      return `[${fields.map(([name, value]) => `${name}=${valueText(value)}`).join(',')}]`;
    }
    case 'v':
      return `[=${valueText(JSON.parse(rest))}]`;
    default:
      return `[${rest}]`;
  }
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? goQuote(value) : writePlainJson(value);
