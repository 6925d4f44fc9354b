import { isMap, type JsonMap } from '../json-values.ts';
import { type FieldNode, type FieldSet, leaf, sorted } from './field-set.ts';
import { selfKey } from './path-key.ts';

/** What a client gives as FieldsV1 is none. */
export class FieldsError extends Error {}

const maximumDepth = 200;

/**
 * A field set that came from a client, checked and in canonical form: keys in order, key fields in order, no
 * spaces. Throws FieldsError.
 */
export function parseFieldsV1(value: unknown): FieldSet {
  if (!isMap(value)) throw new FieldsError('a field set is a map');
  const { [selfKey]: _, ...fields } = value;
  const node = parseNode(fields, 0);
  return Object.keys(node).length === 0 ? undefined : sorted(node);
}

function parseNode(value: unknown, depth: number): FieldNode {
  if (!isMap(value) || depth > maximumDepth) throw new FieldsError('a field set has maps as values');
  const node: Record<string, FieldNode> = {};
  for (const [key, child] of Object.entries(value)) {
    if (key === selfKey) node[selfKey] = leaf;
    else node[canonicalKey(key)] = parseNode(child, depth + 1);
  }
  return node;
}

const position = /^(0|[1-9]\d{0,8})$/;

function canonicalKey(key: string): string {
  const rest = key.slice(2);
  switch (key.slice(0, 2)) {
    case 'f:':
      return key;
    case 'k:':
      return `k:${JSON.stringify(sortedMap(parse(rest)))}`;
    case 'v:':
      return `v:${JSON.stringify(parse(rest))}`;
    case 'i:':
      if (position.test(rest)) return key;
  }
  throw new FieldsError(`no path element: ${key}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FieldsError(`no JSON: ${text}`);
  }
}

function sortedMap(value: unknown): JsonMap {
  if (!isMap(value)) throw new FieldsError('the key of an item is a map');
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
