import { LRUCache } from 'lru-cache';
import type { Clock } from '../../util/clock.ts';

/** Events about one object that may come at once. */
const burst = 25;
/** Milliseconds after which one more may come. */
const refill = 300_000;
const maxSubjects = 4_096;

/** Limits the events about one object. */
export class EventSpamFilter {
  readonly #clock: Clock;
  readonly #subjects = new LRUCache<string, { left: number; at: number }>({ max: maxSubjects });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  admits(subject: string): boolean {
    const now = this.#clock.now();
    const { left, at } = this.#subjects.get(subject) ?? { left: burst, at: now };
    const filled = Math.min(left + (now - at) / refill, burst);
    const isAdmitted = filled >= 1;
    this.#subjects.set(subject, { left: isAdmitted ? filled - 1 : filled, at: now });
    return isAdmitted;
  }
}
