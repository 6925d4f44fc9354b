import { LRUCache } from 'lru-cache';
import type { Clock } from '../../util/clock.ts';

/** Events of one source on one object that may come at once. */
const burst = 25;
/** Milliseconds after which there may be one more. */
const refill = 300_000;

interface Bucket {
  tokens: number;
  filled: number;
}

/** Bounds how many events there are of one source on one object. */
export class SpamFilter {
  readonly #clock: Clock;
  readonly #buckets: LRUCache<string, Bucket>;

  /** `clock` measures durations. `size`: sources and objects that are remembered. */
  constructor(clock: Clock, size: number) {
    this.#clock = clock;
    this.#buckets = new LRUCache({ max: size });
  }

  /** Whether another one may come; then it counts. */
  admit(key: string): boolean {
    const now = this.#clock.now();
    const { tokens, filled } = this.#buckets.get(key) ?? { tokens: burst, filled: now };
    const full = Math.min(burst, tokens + (now - filled) / refill);
    const isAdmitted = full >= 1;
    this.#buckets.set(key, { tokens: isAdmitted ? full - 1 : full, filled: now });
    return isAdmitted;
  }
}
