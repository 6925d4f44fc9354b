import { goValue } from '../../go-format/go-value.ts';
import { PatchError } from '../patch-error.ts';

/** Which position a key has in a list: the first one. */
export type Ranks = ReadonlyMap<unknown, number>;

export function ranksOf(keys: readonly unknown[]): Ranks {
  const ranks = new Map<unknown, number>();
  for (let position = 0; position < keys.length; position++) {
    if (!ranks.has(keys[position])) ranks.set(keys[position], position);
  }
  return ranks;
}

/**
 * The elements of a merged list in order: those that the patch names in the patch's order, the others in the
 * order that they have (the live one), and before those of the patch that they stood before. Elements that the
 * patch adds thus come before those that it does not name.
 *
 *     live [a, b, c, d], named [d, a]: b and c stood before d, hence [b, c, d, a]
 *     live [a, b], named [x]: x stood nowhere, hence [x, a, b]
 */
export function inOrder<T>(
  elements: readonly T[],
  keyOf: (element: T) => unknown,
  named: Ranks,
  live: Ranks,
): T[] {
  const ofPatch: { element: T; rank: number }[] = [];
  const others: T[] = [];
  for (const element of elements) {
    const rank = named.get(keyOf(element));
    if (rank === undefined) others.push(element);
    else ofPatch.push({ element, rank });
  }
  ofPatch.sort((a, b) => a.rank - b.rank);
  const result: T[] = [];
  let next = 0;
  for (const { element } of ofPatch) {
    const limit = live.get(keyOf(element)) ?? -1;
    while (next < others.length && (live.get(keyOf(others[next]!)) ?? Infinity) < limit)
      result.push(others[next++]!);
    result.push(element);
  }
  return [...result, ...others.slice(next)];
}

/** Throws PatchError unless the keys of a patch's list appear in the order that the patch asks for. */
export function requireOrder(
  patchKeys: readonly unknown[],
  orderKeys: readonly unknown[],
  patch: readonly unknown[],
  order: readonly unknown[],
): void {
  if (orderKeys.length === 0) return;
  let found = 0;
  for (const key of orderKeys) if (found < patchKeys.length && patchKeys[found] === key) found++;
  if (found === patchKeys.length) return;
  throw new PatchError(
    'Unmergeable',
    `The order in patch list:\n${goValue(patch)}\n doesn't match $setElementOrder list:\n${goValue(order)}\n`,
  );
}
