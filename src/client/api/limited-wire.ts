import type { Clock } from '../../util/clock.ts';
import type { Pause } from '../retry.ts';
import type { RequestObserver } from './metered-wire.ts';
import type { Wire, WireAnswer, WireCall } from './wire.ts';

export interface RateLimit {
  /** Requests a second in the long run. */
  perSecond: number;
  /** Requests at once. */
  burst: number;
}

export interface LimitedWireOptions {
  limit: RateLimit;
  /** A monotonic one. */
  clock: Clock;
  pause: Pause;
  /** The name of the server for the observer. */
  server: string;
  observer?: RequestObserver | undefined;
}

/** Sends requests no faster than a limit allows, in the order in which they are asked for. */
export class LimitedWire implements Wire {
  readonly #wire: Wire;
  readonly #options: LimitedWireOptions;
  /** The rest of the burst; below zero: the number of requests that wait. */
  #tokens: number;
  #at: number;

  constructor(wire: Wire, options: LimitedWireOptions) {
    this.#wire = wire;
    this.#options = options;
    this.#tokens = options.limit.burst;
    this.#at = options.clock.now();
  }

  async send(call: WireCall): Promise<WireAnswer> {
    const { pause, observer, server } = this.#options;
    const { method, path } = call;
    const wait = this.#take();
    observer?.waited({ method, server, path }, wait / 1_000);
    if (wait > 0) await pause(wait, call.signal);
    return this.#wire.send(call);
  }

  [Symbol.dispose](): void {
    this.#wire[Symbol.dispose]();
  }

  /** Milliseconds until the request may go. */
  #take(): number {
    const { limit, clock } = this.#options;
    const { perSecond, burst } = limit;
    const now = clock.now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) / 1_000) * perSecond) - 1;
    this.#at = now;
    return this.#tokens >= 0 ? 0 : (-this.#tokens / perSecond) * 1_000;
  }
}
