import { isReleasedBy } from '../../meta/release.ts';

/**
 * Order that the items of an associative list have after an apply:
 *
 *     live [a, b, c], applied [c, n, a]
 *     'live':    [a, b, c, n]   the order of the live object, new items last
 *     'applied': [b, c, n, a]   the order of the configuration; an item that it leaves out stays behind the items
 *                               which were before it and are at their places
 */
export type ListOrder = 'live' | 'applied';

/** The release from which on the order of a configuration is that of the object. */
const appliedSince = '1.23';

export const listOrderOf = (release: string): ListOrder =>
  isReleasedBy(appliedSince, release) ? 'applied' : 'live';

/** An item with its path element. */
export type KeyedItem = readonly [key: string, item: unknown];

/** Makes one of a live item, undefined for a new one, and the item of the configuration. */
type MergeItem = (live: unknown, applied: unknown) => unknown;

export interface MergedItems {
  items: unknown[];
  /** Whether items of the live list stand in another order. */
  isReordered: boolean;
}

/** No two items of `applied` have the same key; live items that have one with an applied item become one. */
export function mergedItems(
  live: readonly KeyedItem[],
  applied: readonly KeyedItem[],
  order: ListOrder,
  merge: MergeItem,
): MergedItems {
  return order === 'live' ? inLiveOrder(live, applied, merge) : inAppliedOrder(live, applied, merge);
}

function inLiveOrder(
  live: readonly KeyedItem[],
  applied: readonly KeyedItem[],
  merge: MergeItem,
): MergedItems {
  const own = new Map(applied);
  const seen = new Set<string>();
  const items: unknown[] = [];
  for (const [key, item] of live) {
    if (!own.has(key)) items.push(item);
    else if (!seen.has(key)) items.push(merge(item, own.get(key)));
    seen.add(key);
  }
  for (const [key, item] of applied) if (!seen.has(key)) items.push(item);
  return { items, isReordered: false };
}

/**
 * Follows the live list. Of items that both have, the one that is next in the configuration comes where the live list
 * has it, behind the new items that the configuration has before it; one that is not its turn yet is passed over.
 */
function inAppliedOrder(
  live: readonly KeyedItem[],
  applied: readonly KeyedItem[],
  merge: MergeItem,
): MergedItems {
  const own = new Set(applied.map(([key]) => key));
  const before = new Map<string, unknown>();
  for (const [key, item] of live) if (own.has(key) && !before.has(key)) before.set(key, item);
  /** Places in the configuration of the items of the live list. */
  const shared = [...applied.keys()].filter((index) => before.has(applied[index]![0]));
  const items: unknown[] = [];
  let taken = 0;
  const takeTo = (end: number): void => {
    for (const [key, item] of applied.slice(taken, end)) {
      items.push(before.has(key) ? merge(before.get(key), item) : item);
    }
    taken = end;
  };
  let turn = 0;
  for (const [key, item] of live) {
    const place = shared[turn];
    if (!own.has(key)) items.push(item);
    else if (place !== undefined && applied[place]![0] === key) {
      takeTo(place + 1);
      turn++;
    }
  }
  takeTo(applied.length);
  return { items, isReordered: turn < shared.length };
}
