import type { Clock } from '../../util/clock.ts';
import type { Random } from '../../util/random.ts';

/** Milliseconds. */
const first = 800;
const longest = 30_000;
/** Without a pause for so long, the next one is short again. */
const calm = 120_000;
/** Steps of chance between nothing and a whole pause on top. */
const grain = 1_000;

/** Time to wait after a failure: longer with each, and up to twice as long by chance. */
export class ReflectorBackoff {
  readonly #clock: Clock;
  readonly #random: Random;
  #next = first;
  #last = Number.NEGATIVE_INFINITY;

  /** `clock` measures durations. */
  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Milliseconds of the pause that begins now. */
  pause(): number {
    const now = this.#clock.now();
    if (now - this.#last > calm) this.#next = first;
    this.#last = now;
    const pause = this.#next;
    this.#next = Math.min(pause * 2, longest);
    return pause * (1 + this.#random.below(grain) / grain);
  }
}
