import type { Clock } from '../../util/clock.ts';

export interface Clocks {
  /** The time of day. */
  wall: Clock;
  /** Never goes back, but stands still while the machine sleeps. */
  monotonic: Clock;
}

/** A moment by two clocks. */
export class Moment {
  readonly #clocks: Clocks;
  readonly #wall: number;
  readonly #monotonic: number;

  constructor(clocks: Clocks) {
    this.#clocks = clocks;
    this.#wall = clocks.wall.now();
    this.#monotonic = clocks.monotonic.now();
  }

  /** Milliseconds since then that have certainly passed. */
  atLeast(): number {
    return this.#clocks.monotonic.now() - this.#monotonic;
  }

  /** Milliseconds since then that may have passed: also those in which the machine slept. */
  atMost(): number {
    return Math.max(this.atLeast(), this.#clocks.wall.now() - this.#wall);
  }
}
