import type { Clock } from '../../util/clock.ts';

export interface RateLimit {
  /** Requests a second in the long run. */
  perSecond: number;
  /** Requests at once. */
  burst: number;
}

/** Gives requests their times, in the order in which they ask, so that they keep within a limit. */
export class RequestPace {
  readonly #limit: RateLimit;
  readonly #clock: Clock;
  /** The rest of the burst; below zero: the number of requests that wait. */
  #tokens: number;
  #at: number;

  constructor(limit: RateLimit, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
    this.#tokens = limit.burst;
    this.#at = clock.now();
  }

  /** Milliseconds until the request may go. */
  take(): number {
    const { perSecond, burst } = this.#limit;
    const now = this.#clock.now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) / 1_000) * perSecond) - 1;
    this.#at = now;
    return this.#tokens >= 0 ? 0 : (-this.#tokens / perSecond) * 1_000;
  }
}
