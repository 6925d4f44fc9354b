import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work after which others have their turn. */
const longest = 10;
/** A look at the clock costs about as much as finding a form that is kept. */
const lookEvery = 64;

/** Makes something of each item, in order, without holding up the rest of the process when that takes its time. */
export async function inSlices<T, R>(items: readonly T[], make: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  let begin = performance.now();
  for (let index = 0; index < items.length; index++) {
    results.push(make(items[index]!));
    if ((index + 1) % lookEvery !== 0 || performance.now() - begin < longest) continue;
    await nextTurn();
    begin = performance.now();
  }
  return results;
}
