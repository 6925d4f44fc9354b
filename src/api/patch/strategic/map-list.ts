import { goValue } from '../../go-format/go-value.ts';
import { isMap, type JsonMap, ownValue } from '../../json/json-values.ts';
import { PatchError } from '../patch-error.ts';
import { addedMap, elementDirective, isInstruction } from './directives.ts';
import { inOrder, ranksOf, requireOrder } from './element-order.ts';
import { type ListPatch, requireElements } from './scalar-list.ts';

/** Changes the live element by the element of the patch that has the same key. */
export type MergeElement = (live: JsonMap, patch: JsonMap) => JsonMap;

/**
 * A list of maps, identified by the merge key, with those of the patch: existing ones are merged, new ones are
 * added, `{$patch: delete, <key>: …}` takes away, `{$patch: replace}` puts the other elements in place of the
 * list. Two live elements of one key (ports that differ in protocol): the first is merged, both are deleted.
 */
export function mergeMaps(
  live: readonly unknown[],
  patch: ListPatch,
  mergeKey: string,
  mergeElement: MergeElement,
): unknown[] {
  const { elements = [], order } = patch;
  requireElements([live, elements], isMap);
  const { merging, deleted, replaces } = sortOut(elements as readonly JsonMap[], mergeKey);
  const named = merging.map((element) => keyOf(element, mergeKey));
  const ordered = order === undefined ? undefined : orderKeys(order, mergeKey);
  if (ordered !== undefined) requireOrder(named, ordered, elements, order!);
  const kept = replaces
    ? []
    : (live as readonly JsonMap[]).filter((element) => !deleted.has(ownValue(element, mergeKey)));
  const merged = replaces ? merging.map(addedMap) : mergeInto(kept, merging, mergeKey, mergeElement);
  const liveKeys = kept.map((element) => ownValue(element, mergeKey));
  const free = ordered === undefined || replaces ? 0 : live.length - kept.length;
  return inOrder(
    merged,
    (element) => ownValue(element, mergeKey),
    ranksOf(ordered ?? named),
    ranksOf(liveKeys.concat(takingPlaces(named, liveKeys, free))),
  );
}

/**
 * New elements in the places that deleted ones leave free. Where a directive says the order, they count as the last of
 * the live list, and so come after those that the patch does not name.
 *
 *     live [a, x], a deleted, n added, named [n]: [x, n]
 */
function takingPlaces(named: readonly unknown[], live: readonly unknown[], places: number): unknown[] {
  if (places === 0) return [];
  const known = new Set(live);
  return named.filter((key) => !known.has(key)).slice(0, places);
}

/** A list where there was none: only its order is still to be seen to. */
export function orderAdded(
  added: readonly unknown[],
  { elements = [], order }: ListPatch,
  mergeKey: string,
): unknown[] {
  requireElements([elements], isMap);
  const merging = (elements as readonly JsonMap[]).filter((element) => !isInstruction(element));
  const ordered = orderKeys(order!, mergeKey);
  requireOrder(
    merging.map((element) => keyOf(element, mergeKey)),
    ordered,
    elements,
    order!,
  );
  return inOrder(
    added as readonly JsonMap[],
    (element) => ownValue(element, mergeKey),
    ranksOf(ordered),
    ranksOf([]),
  );
}

interface Sorted {
  merging: readonly JsonMap[];
  /** Values of the merge key. */
  deleted: ReadonlySet<unknown>;
  replaces: boolean;
}

function sortOut(elements: readonly JsonMap[], mergeKey: string): Sorted {
  const merging: JsonMap[] = [];
  const deleted = new Set<unknown>();
  let replaces = false;
  for (const element of elements) {
    const directive = elementDirective(element);
    if (directive === undefined) merging.push(element);
    else if (directive === 'delete') deleted.add(keyOf(element, mergeKey));
    else replaces = true;
  }
  return { merging, deleted, replaces };
}

function mergeInto(
  live: readonly JsonMap[],
  elements: readonly JsonMap[],
  mergeKey: string,
  mergeElement: MergeElement,
): JsonMap[] {
  const merged = [...live];
  const positions = new Map(ranksOf(live.map((element) => ownValue(element, mergeKey))));
  for (const element of elements) {
    const key = keyOf(element, mergeKey);
    const position = positions.get(key);
    if (position === undefined) positions.set(key, merged.push(addedMap(element)) - 1);
    else merged[position] = mergeElement(merged[position]!, element);
  }
  return merged;
}

function orderKeys(order: readonly unknown[], mergeKey: string): unknown[] {
  requireElements([order], isMap);
  return (order as readonly JsonMap[]).map((element) => keyOf(element, mergeKey));
}

function keyOf(element: JsonMap, mergeKey: string): unknown {
  const key = ownValue(element, mergeKey);
  if (key !== undefined) return key;
  throw new PatchError(
    'Unmergeable',
    `map: ${goValue(element)} does not contain declared merge key: ${mergeKey}`,
  );
}
