import type { Clock } from '../../util/clock.ts';
import type { Pause } from '../retry.ts';
import type { RequestObserver } from './metered-wire.ts';
import { type RateLimit, RequestPace } from './request-pace.ts';
import type { Wire, WireAnswer, WireCall } from './wire.ts';

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
  readonly #pace: RequestPace;

  constructor(wire: Wire, options: LimitedWireOptions) {
    this.#wire = wire;
    this.#options = options;
    this.#pace = new RequestPace(options.limit, options.clock);
  }

  async send(call: WireCall): Promise<WireAnswer> {
    const { pause, observer, server } = this.#options;
    const { method, path } = call;
    const wait = this.#pace.take();
    observer?.waited({ method, server, path }, wait / 1_000);
    if (wait > 0) await pause(wait, call.signal);
    return this.#wire.send(call);
  }

  [Symbol.dispose](): void {
    this.#wire[Symbol.dispose]();
  }
}
