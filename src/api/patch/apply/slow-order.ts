import { type Interruptible, Stops } from '../../../util/slices.ts';
import {
  compareKeys,
  inOrder,
  type Keyed,
  type KeyOrder,
  type OrderedKey,
  orderedKey,
  simplestOrder,
} from './key-order.ts';

/** Children that are sorted without a stop: a millisecond of work at most. */
export const fewChildren = 1_000;

/** Does what `inOrder` does, for any number of children, with stops: runs of few are sorted, and then merged. */
export function* inOrderInSteps<T extends Keyed>(children: readonly T[]): Interruptible<readonly T[]> {
  if (children.length <= fewChildren) return inOrder(children);
  let runs: (readonly T[])[] = [];
  for (let start = 0; start < children.length; start += fewChildren)
    runs.push(children.slice(start, start + fewChildren));
  const compare = yield* orderOfAll(runs);
  for (const run of runs) {
    (run as T[]).sort(([a], [b]) => compare(a, b));
    yield;
  }
  while (runs.length > 1) {
    const longer: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      longer.push(yield* merged(runs[at]!, runs[at + 1] ?? [], compare));
    runs = longer;
  }
  return runs[0]!;
}

/** The simplest order that all keys have: of texts, of plain keys, or of keys that are taken apart, each once. */
function* orderOfAll(runs: readonly (readonly Keyed[])[]): Interruptible<KeyOrder> {
  const orders = new Set<KeyOrder | undefined>();
  for (const run of runs) {
    orders.add(simplestOrder(run));
    yield;
  }
  const [only] = orders;
  if (orders.size === 1 && only !== undefined) return only;
  const apart = new Map<string, OrderedKey>();
  for (const run of runs) {
    for (const [key] of run) apart.set(key, orderedKey(key));
    yield;
  }
  return (a, b) => compareKeys(apart.get(a)!, apart.get(b)!);
}

function* merged<T extends Keyed>(
  a: readonly T[],
  b: readonly T[],
  compare: KeyOrder,
): Interruptible<readonly T[]> {
  const all: T[] = [];
  const stops = new Stops();
  let [atA, atB] = [0, 0];
  while (atA < a.length || atB < b.length) {
    const isOfA = atB >= b.length || (atA < a.length && compare(a[atA]![0], b[atB]![0]) <= 0);
    all.push(isOfA ? a[atA++]! : b[atB++]!);
    if (stops.due()) yield;
  }
  return all;
}
