import type { Pacer } from './pacer.ts';

/** Work that stops now and then, so that others can have their turn, and goes on where it was. */
export type Interruptible<T> = Generator<void, T, void>;

/** Goes on after each stop for which the time slice lasts, else in the next one. */
export async function inSlices<T>(work: Interruptible<T>, pacer: Pacer | undefined): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    const turn = pacer?.step();
    if (turn !== undefined) await turn;
  }
}

/** Goes on after each stop: for small work, and where nobody waits. */
export function atOnce<T>(work: Interruptible<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** The results of interruptible work on each of some items, in their order. */
export function* eachInSteps<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Interruptible<R>,
): Interruptible<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) results.push(yield* work(item, index));
  return results;
}

/** Steps of work between two stops: some tens of microseconds. */
const stepsBetweenStops = 1_000;

/** Counts the steps of interruptible work: `if (stops.due(3)) yield;`. */
export class Stops {
  #steps = 0;

  due(steps = 1): boolean {
    this.#steps += steps;
    if (this.#steps < stepsBetweenStops) return false;
    this.#steps = 0;
    return true;
  }
}

/** Does the work, and hands over how long its own steps took, in seconds, without the turns of others between them. */
export function* timed<T>(work: Interruptible<T>, took: (seconds: number) => void): Interruptible<T> {
  let milliseconds = 0;
  try {
    for (;;) {
      const since = performance.now();
      const { done, value } = work.next();
      milliseconds += performance.now() - since;
      if (done === true) return value;
      yield;
    }
  } finally {
    took(milliseconds / 1_000);
  }
}
