import { isMap, type JsonMap } from '../../json/json-values.ts';
import { type Child, type FieldNode, type FieldSet, nodeLike, nodeOf } from './field-set.ts';
import { selfKey } from './path-key.ts';

/** FieldsV1 of a client is invalid. */
export class FieldsV1Error extends Error {}

const maxDepth = 200;

/**
 * A field set that came from a client, checked and in canonical form: keys in order, key fields in order, no
 * spaces. Throws FieldsV1Error.
 */
export function parseFieldsV1(value: unknown): FieldSet {
  if (!isMap(value)) throw new FieldsV1Error('a field set is a map');
  return nodeOf(parseChildren(value, 0, undefined), false);
}

/** `alike`: see nodeLike. */
function parseNode(value: unknown, depth: number, alike: FieldSet): FieldNode {
  if (!isMap(value) || depth > maxDepth) throw new FieldsV1Error('a field set has maps as values');
  const children = parseChildren(value, depth, alike);
  // Only names of fields stay as they are given: of other keys two may have become one.
  const areDistinct = children.every(([key]) => key.startsWith('f:'));
  return nodeLike(areDistinct ? alike : undefined, children, children.length === 0 || selfKey in value)!;
}

function parseChildren(value: JsonMap, depth: number, alike: FieldSet): Child[] {
  const children: Child[] = [];
  let last: FieldSet;
  for (const key of Object.keys(value)) {
    if (key === selfKey) continue;
    last = parseNode(value[key], depth + 1, alike?.[key] ?? last);
    children.push([canonicalKey(key), last]);
  }
  return children;
}

const position = /^(0|[1-9]\d{0,8})$/;

/** Keys of items that are canonical already: nearly all. The names of two key fields have to be in order as well. */
const plainText = String.raw`(?:"[ !#-[\]-~]*"|0|[1-9]\d{0,14})`;
const plainItem = new RegExp(
  String.raw`^(?:v:${plainText}|k:\{"(\w+)":${plainText}(?:,"(\w+)":${plainText})?\})$`,
);

function isCanonicalItem(key: string): boolean {
  const match = plainItem.exec(key);
  return match !== null && (match[2] === undefined || match[1]! < match[2]);
}

function canonicalKey(key: string): string {
  const rest = key.slice(2);
  switch (key.slice(0, 2)) {
    case 'f:':
      return key;
    case 'k:':
      if (isCanonicalItem(key)) return key;
      return `k:${JSON.stringify(sortedMap(parse(rest)))}`;
    case 'v:':
      if (isCanonicalItem(key)) return key;
      return `v:${JSON.stringify(parse(rest))}`;
    case 'i:':
      if (position.test(rest)) return key;
  }
  throw new FieldsV1Error(`no path element: ${key}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FieldsV1Error(`no JSON: ${text}`);
  }
}

function sortedMap(value: unknown): JsonMap {
  if (!isMap(value)) throw new FieldsV1Error('the key of an item is a map');
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
