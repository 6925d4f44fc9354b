import { isNullOrEmpty, type JsonMap } from '../json-values.ts';
import { type FieldNode, leaf, nodeOf } from './field-set.ts';
import { fieldKey, selfKey } from './path-key.ts';
import { keyOf, type ListStructure, type Structure, type Structures } from './structure.ts';

type Child = [key: string, node: FieldNode];

/**
 * The node of a value: itself and all below it. Items of a list mostly have the same fields: the node of one of
 * them (`alike`) is that of the next one too, where it fits.
 */
export function nodeOfValue(
  value: unknown,
  structure: Structure,
  structures: Structures,
  alike?: FieldNode,
): FieldNode {
  if (structure.kind === 'leaf' || isNullOrEmpty(value)) return leaf;
  const isList = structure.kind === 'set' || structure.kind === 'items';
  if (isList !== Array.isArray(value)) return leaf;
  // An item may be there twice, so that counting keys would not tell one list from another.
  if (isList) return nodeOf(itemNodes(value as unknown[], structure, structures), true)!;
  const children = fieldNodes(value as JsonMap, structure, structures, alike);
  return hasChildren(alike, children) ? alike : nodeOf(children, true)!;
}

function itemNodes(list: unknown[], structure: ListStructure, structures: Structures): Child[] {
  if (structure.kind === 'set') return list.map((one) => [keyOf(one, structure), leaf]);
  let node: FieldNode | undefined;
  return list.map((one) => {
    node = nodeOfValue(one, structure.item, structures, node);
    return [keyOf(one, structure), node];
  });
}

function fieldNodes(
  map: JsonMap,
  structure: Structure & { kind: 'struct' | 'map' },
  structures: Structures,
  alike: FieldNode | undefined,
): Child[] {
  const children: Child[] = [];
  for (const name of Object.keys(map)) {
    const value = map[name];
    if (value === undefined) continue;
    const known = fieldOf(name, structure, structures);
    if (known !== undefined)
      children.push([known.key, nodeOfValue(value, known.structure, structures, alike?.[known.key])]);
  }
  return children;
}

function fieldOf(name: string, structure: Structure & { kind: 'struct' | 'map' }, structures: Structures) {
  if (structure.kind === 'map') return { key: fieldKey(name), structure: structure.value };
  const field = structure.schema.byName.get(name);
  return field === undefined ? undefined : structures.of(field);
}

/** Whether the node is a member and has these children, and no others. */
function hasChildren(node: FieldNode | undefined, children: readonly Child[]): node is FieldNode {
  if (node === undefined || Object.keys(node).length !== children.length + 1) return false;
  return node[selfKey] === leaf && children.every(([key, child]) => node[key] === child);
}
