import { writeJson } from '../../codec/json.ts';
import { goQuote } from '../../machinery/quote.ts';
import { isMap, type JsonMap } from '../json-values.ts';

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

/** The key that says that a node is itself in the set. */
export const selfKey = '.';

export const fieldKey = (name: string): string => `f:${name}`;

export const valueKey = (value: unknown): string => `v:${writeJson(value)}`;

/** `names` in alphabetical order; a field that the item does not have is left out. */
export function itemKey(item: JsonMap, names: readonly string[], defaults: JsonMap): string {
  let text = '';
  for (const name of names) {
    const value = item[name] ?? defaults[name];
    if (value !== undefined) text += `${text === '' ? '' : ','}"${name}":${jsonOf(value)}`;
  }
  return `k:{${text}}`;
}

/** Texts that are the same in JSON but for the quotes: nearly all that identify items. */
const plain = /^[\w ./:-]*$/;

const jsonOf = (value: unknown): string =>
  typeof value === 'string' && plain.test(value) ? `"${value}"` : writeJson(value);

/** What stands before the text of an item that is told apart by one plain text. */
const textPrefix = /^(?:v:|k:\{"\w+":)"(?=[\w./:-]*"\}?$)/;

/**
 * The beginning that a key must share with another so that the order of their texts is that of the API: it has one
 * if it is a field, or an item of one plain text.
 */
export function textOrderPrefix(key: string): string | undefined {
  return key.charCodeAt(0) === fieldCode ? 'f:' : textPrefix.exec(key)?.[0];
}

const ranks = '.fkvi';
const fieldCode = 0x66;

/** A key taken apart as its place among others asks for it: once, however often it is compared. */
export interface OrderedKey {
  readonly key: string;
  readonly rank: number;
  /** What the key says of an item; undefined for a field, whose text is its place. */
  readonly value: unknown;
}

export function orderedKey(key: string): OrderedKey {
  const isField = key.charCodeAt(0) === fieldCode;
  const value = isField || key === selfKey ? undefined : JSON.parse(key.slice(2));
  return { key, rank: ranks.indexOf(key.charAt(0)), value };
}

/** The order of keys in a node: ".", fields, items by key, by value, by position. */
export function compareKeys(a: OrderedKey, b: OrderedKey): number {
  if (a.key === b.key) return 0;
  if (a.rank !== b.rank) return a.rank - b.rank;
  return (a.value === undefined ? 0 : compareValues(a.value, b.value)) || (a.key < b.key ? -1 : 1);
}

function compareValues(a: any, b: any): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (isMap(a) && isMap(b)) return compareMaps(a, b);
  const x = writeJson(a);
  const y = writeJson(b);
  return x < y ? -1 : x > y ? 1 : 0;
}

function compareMaps(a: JsonMap, b: JsonMap): number {
  const keys = Object.keys(a);
  const others = Object.keys(b);
  for (const [index, key] of keys.entries()) {
    const other = others[index];
    if (other === undefined || other < key) return 1;
    if (key < other) return -1;
    const order = compareValues(a[key], b[key]);
    if (order !== 0) return order;
  }
  return keys.length - others.length;
}

/** As messages show it: `.image`, `[name="app"]`, `[="x"]`, `[0]`. Names are shown raw: `.example.com/a`. */
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

const valueText = (value: unknown): string => (typeof value === 'string' ? goQuote(value) : writeJson(value));
