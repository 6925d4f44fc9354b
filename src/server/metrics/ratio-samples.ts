import type { Buckets } from '../../util/metrics/live-metric.ts';

/** Milliseconds. */
const period = 1;

/**
 * A ratio that is looked at each millisecond, and the highest and lowest it was between two looks. Looks at which
 * nothing had changed are made up for at the next change.
 *
 * Worked example: it is 0; 0.5 is set at 10.2 ms, 1 at 12.7, 0 at 12.9, and it is 14 now: samples 0.5 (at 11), 0.5 (12),
 * 0 (13), 0 (14); high 0.5, 0.5, 1, 0; low 0, 0.5, 0, 0.
 */
export class RatioSamples {
  readonly #samples: Buckets;
  readonly #high: Buckets | undefined;
  readonly #low: Buckets | undefined;
  #value = 0;
  #highest = 0;
  #lowest = 0;
  /** Up to which period it was looked at. */
  #seen: number;

  constructor(now: number, samples: Buckets, marks?: { high: Buckets; low: Buckets }) {
    this.#seen = Math.floor(now / period);
    this.#samples = samples;
    this.#high = marks?.high;
    this.#low = marks?.low;
  }

  set(value: number, now: number): void {
    this.look(now);
    this.#value = value;
    if (value > this.#highest) this.#highest = value;
    if (value < this.#lowest) this.#lowest = value;
  }

  /** Makes up for the looks that are due. */
  look(now: number): void {
    const at = Math.floor(now / period);
    const looks = at - this.#seen;
    if (looks <= 0) return;
    this.#seen = at;
    this.#samples.add(this.#value, looks);
    this.#high?.add(this.#highest);
    this.#low?.add(this.#lowest);
    if (looks > 1) {
      this.#high?.add(this.#value, looks - 1);
      this.#low?.add(this.#value, looks - 1);
    }
    this.#highest = this.#lowest = this.#value;
  }
}
