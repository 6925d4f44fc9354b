import { setImmediate as immediate } from 'node:timers/promises';

/** Milliseconds of work after which others have their turn. */
const longest = 10;
/** A look at the clock costs as much as many a step. */
const lookEvery = 256;

/**
 * Long work in slices, step by step:
 *
 *     const slices = new Slices();
 *     for (const item of items) {
 *       if (slices.isOver()) await slices.next();
 *       work(item);
 *     }
 */
export class Slices {
  #begin = performance.now();
  #steps = 0;

  /** Whether the slice has lasted long enough. `steps`: of the work, since it was asked before. */
  isOver(steps = 1): boolean {
    this.#steps += steps;
    if (this.#steps < lookEvery) return false;
    this.#steps = 0;
    return performance.now() - this.#begin > longest;
  }

  /** The first turn ends before sockets are looked at, the second one after. */
  async next(): Promise<void> {
    await immediate();
    await immediate();
    this.#begin = performance.now();
  }
}
