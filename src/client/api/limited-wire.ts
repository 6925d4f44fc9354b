import type { Clock } from '../../util/clock.ts';
import type { Pause } from '../retry.ts';
import type { Wire, WireAnswer, WireCall } from './wire.ts';

export interface RateLimit {
  /** Requests a second in the long run. */
  perSecond: number;
  /** Requests at once. */
  burst: number;
}

/** Sends requests no faster than a limit allows, in the order in which they are asked for. */
export class LimitedWire implements Wire {
  readonly #wire: Wire;
  readonly #limit: RateLimit;
  readonly #clock: Clock;
  readonly #pause: Pause;
  /** What is left of the burst; below nothing: how many wait. */
  #tokens: number;
  #at: number;

  /** `clock`: a monotonic one. */
  constructor(wire: Wire, limit: RateLimit, clock: Clock, pause: Pause) {
    this.#wire = wire;
    this.#limit = limit;
    this.#clock = clock;
    this.#pause = pause;
    this.#tokens = limit.burst;
    this.#at = clock.now();
  }

  async send(call: WireCall): Promise<WireAnswer> {
    const wait = this.#take();
    if (wait > 0) await this.#pause(wait, call.signal);
    return this.#wire.send(call);
  }

  [Symbol.dispose](): void {
    this.#wire[Symbol.dispose]();
  }

  /** Milliseconds until the request may go. */
  #take(): number {
    const { perSecond, burst } = this.#limit;
    const now = this.#clock.now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) / 1_000) * perSecond) - 1;
    this.#at = now;
    return this.#tokens >= 0 ? 0 : (-this.#tokens / perSecond) * 1_000;
  }
}
