import type { Clock } from '../../util/clock.ts';
import type { Random } from '../../util/random.ts';

/** Duration of watches: as long as the client says, else some time from a minimum to its double. */
export class WatchDurations {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #minimumSeconds: number;

  constructor(clock: Clock, random: Random, minimumSeconds: number) {
    this.#clock = clock;
    this.#random = random;
    this.#minimumSeconds = minimumSeconds;
  }

  /** End of a watch that begins now, in milliseconds since 1970. */
  deadline(timeoutSeconds: number | undefined): number {
    // Watches that begin together must not end, and be begun anew, together. A time that has passed is one as well.
    const seconds = timeoutSeconds
      ? timeoutSeconds
      : this.#minimumSeconds + this.#random.below(Math.max(1, this.#minimumSeconds));
    return this.#clock.now() + seconds * 1000;
  }
}
