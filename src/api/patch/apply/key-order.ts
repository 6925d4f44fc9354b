import { writePlainJson } from '../../codec/json.ts';
import { isMap, type JsonMap } from '../../json/json-values.ts';
import { selfKey } from './path-key.ts';

/* The order of keys in a node of a field set: ".", fields, items by key, by value, by position. */

export type Keyed = readonly [key: string, value: unknown];

/** Sorts children by their path elements; returns the argument when it is in order, as it nearly always is. */
export function inOrder<T extends Keyed>(children: readonly T[]): readonly T[] {
  if (children.length < 2) return children;
  const compare = simplestOrder(children);
  if (compare !== undefined) {
    return areInOrder(children, compare) ? children : [...children].sort(([a], [b]) => compare(a, b));
  }
  return children
    .map((child) => ({ child, order: orderedKey(child[0]) }))
    .sort((a, b) => compareKeys(a.order, b.order))
    .map(({ child }) => child);
}

export type KeyOrder = (a: string, b: string) => number;

/** The order of the keys, without taking them apart; undefined when that does not do. */
export function simplestOrder(children: readonly Keyed[]): KeyOrder | undefined {
  if (children.every(([key]) => isText(key))) return compareTexts;
  return children.every(([key]) => isPlain(key)) ? comparePlainKeys : undefined;
}

function areInOrder(children: readonly Keyed[], compare: KeyOrder): boolean {
  for (let index = 1; index < children.length; index++) {
    if (compare(children[index - 1]![0], children[index]![0]) > 0) return false;
  }
  return true;
}

const compareTexts: KeyOrder = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

const fieldCode = 0x66;

/** Items whose keys are short numbers, and texts without anything that JSON writes in another way. */
const plainValue = String.raw`(?:"[ !#-%'-;=?-[\]-~]*"|\d{1,15})`;
const plainItem = new RegExp(String.raw`^(?:k:\{(?:"\w+":${plainValue}[,}])+|v:${plainValue})$`);

/** Nothing in it stands before the quote that ends it, so that a text which ends comes before one that goes on. */
const orderedText = String.raw`"[#-%'-;=?-[\]-~]*"`;
const textItem = new RegExp(String.raw`^(?:k:\{"\w+":${orderedText}\}|v:${orderedText})$`);

/** Whether the order of such keys is that of their texts: of fields, and of items that one text tells apart. */
const isText = (key: string): boolean => key.charCodeAt(0) === fieldCode || textItem.test(key);

/** Whether `comparePlainKeys` knows the place of the key: nearly always. Others are taken apart to be compared. */
export const isPlain = (key: string): boolean => key.charCodeAt(0) === fieldCode || plainItem.test(key);

/**
 * The order of plain keys is that of their texts but for this: a text that ends comes before one that goes on, of
 * numbers the longer one is the greater, they come before texts, and an item that has no more fields comes first.
 */
export function comparePlainKeys(a: string, b: string): number {
  if (a === b) return 0;
  if (a.charCodeAt(0) === fieldCode) return a < b ? -1 : 1;
  const at = firstDifference(a, b);
  const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
  const inText = isInText(a, at);
  if (x === quote || y === quote) return (x === quote) === inText ? -1 : 1;
  if (inText) return x - y;
  const longer = digitsFrom(a, at) - digitsFrom(b, at);
  if (longer !== 0) return longer;
  if (x === closing) return -1;
  return y === closing ? 1 : x - y;
}

const quote = 0x22;
const closing = 0x7d;

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** Whether a quote that was opened before is open. */
function isInText(key: string, at: number): boolean {
  let isOpen = false;
  for (let index = 0; index < at; index++) if (key.charCodeAt(index) === quote) isOpen = !isOpen;
  return isOpen;
}

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
};

function digitsFrom(text: string, start: number): number {
  let end = start;
  while (isDigit(text, end)) end++;
  return end - start;
}

const ranks = '.fkvi';

/** A key taken apart as its place among others asks for it: once, however often it is compared. */
export interface OrderedKey {
  readonly key: string;
  readonly rank: number;
  /** The key values of a list item; undefined for a field, which is ordered by its text. */
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

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (isMap(a) && isMap(b)) return compareMaps(a, b);
  if (typeof a === 'number' || typeof b === 'number') return typeof a === 'number' ? -1 : 1;
  const x = writePlainJson(a);
  const y = writePlainJson(b);
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
