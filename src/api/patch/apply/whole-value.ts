import { isNullOrEmpty, type JsonMap } from '../json-values.ts';
import { type Child, type FieldNode, leaf, nodeLike, nodeOf } from './field-set.ts';
import { fieldKey } from './path-key.ts';
import { keyOf, type ListStructure, type Structure, type Structures } from './structure.ts';

/** The node of a value: itself and all below it. `alike`: of another item of the same list, see nodeLike. */
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
  return nodeLike(alike, fieldNodes(value as JsonMap, structure, structures, alike), true)!;
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
