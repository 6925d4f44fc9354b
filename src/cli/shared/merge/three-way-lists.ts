import { equalValues, type JsonMap } from '../../../api/json/json-values.ts';

/** The three states of one map. Invariant: none of them is changed. */
export interface ThreeMaps {
  /** The configuration applied last; empty when that is not known. */
  original: JsonMap;
  /** The object on the server. */
  current: JsonMap;
  /** The wanted object. */
  modified: JsonMap;
}

interface ThreeLists<T> {
  original: readonly T[];
  current: readonly T[];
  modified: readonly T[];
}

/** The part of a strategic merge patch that is about the list `field`, whose elements `mergeKey` identifies. */
export function mapListPatch(
  field: string,
  { original, current, modified }: ThreeLists<JsonMap>,
  mergeKey: string,
  patchOf: (maps: ThreeMaps) => JsonMap,
): JsonMap {
  const keyOf = (item: JsonMap): unknown => item[mergeKey];
  const byKey = (items: readonly JsonMap[]) => new Map(items.map((item) => [keyOf(item), item]));
  const [originals, currents, modifieds] = [byKey(original), byKey(current), byKey(modified)];
  const elements: JsonMap[] = [];
  for (const [key, item] of modifieds) {
    const live = currents.get(key);
    if (live === undefined) {
      elements.push(item);
      continue;
    }
    const patch = patchOf({ original: originals.get(key) ?? {}, current: live, modified: item });
    if (Object.keys(patch).length > 0) elements.push({ [mergeKey]: key, ...patch });
  }
  for (const key of originals.keys()) {
    if (currents.has(key) && !modifieds.has(key)) elements.push({ $patch: 'delete', [mergeKey]: key });
  }
  const order = [...modifieds.keys()];
  const isInOrder = equalValues(
    [...currents.keys()].filter((key) => modifieds.has(key)),
    order,
  );
  if (elements.length === 0 && isInOrder) return {};
  return {
    [`$setElementOrder/${field}`]: order.map((key) => ({ [mergeKey]: key })),
    ...(elements.length === 0 ? {} : { [field]: elements }),
  };
}

/** Makes a patch as `mapListPatch` does, for a list of texts or numbers. */
export function scalarListPatch(
  field: string,
  { original, current, modified }: ThreeLists<unknown>,
): JsonMap {
  const added = modified.filter((value) => !current.includes(value));
  const removed = original.filter((value) => current.includes(value) && !modified.includes(value));
  const kept = current.filter((value) => modified.includes(value));
  if (added.length === 0 && removed.length === 0 && equalValues(kept, modified)) return {};
  return {
    ...(removed.length === 0 ? {} : { [`$deleteFromPrimitiveList/${field}`]: removed }),
    [`$setElementOrder/${field}`]: [...modified],
    ...(added.length === 0 ? {} : { [field]: added }),
  };
}
