import { ownTurn } from '../util/event-loop.ts';
import { SliceTimer } from '../util/slice-timer.ts';

/** Makes something of each item, in order, without holding up the rest of the process when that takes its time. */
export async function inSlices<T, R>(items: readonly T[], make: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  const timer = new SliceTimer();
  for (const item of items) {
    results.push(make(item));
    if (!timer.isOver()) continue;
    await ownTurn();
    timer.restart();
  }
  return results;
}
