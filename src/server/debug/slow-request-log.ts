import type { Clock } from '../../util/clock.ts';
import type { SlowRequest } from '../filters/slow-requests.ts';

/** Requests that are kept: those of the last lines of the log. */
const maxKept = 100;

export interface KeptSlowRequest extends SlowRequest {
  /** Time of its end. */
  time: string;
}

/** The last requests that took long. */
export class SlowRequestLog {
  readonly #clock: Clock;
  #kept: KeptSlowRequest[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(request: SlowRequest): void {
    const time = new Date(this.#clock.now()).toISOString();
    this.#kept = [{ ...request, time }, ...this.#kept].slice(0, maxKept);
  }

  /** The newest first. */
  get rows(): readonly KeptSlowRequest[] {
    return this.#kept;
  }
}
