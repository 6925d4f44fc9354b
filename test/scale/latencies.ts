/** What is timed: kinds of requests, and two ways of an event through the cluster. */
export const measures = [
  'write',
  'get',
  'list of a namespace',
  'list of the cluster',
  'event',
  'pod start',
] as const;
export type Measure = (typeof measures)[number];

/** Each bucket ends so many times later than the one before: no figure is off by more than that. */
const growth = 1.05;
const logOfGrowth = Math.log(growth);

/** Latencies as counts in buckets: those of several processes add up. */
export class Latencies {
  readonly #counts = new Map<Measure, number[]>();

  add(measure: Measure, milliseconds: number): void {
    const bucket = Math.max(0, Math.ceil(Math.log(Math.max(milliseconds, 1)) / logOfGrowth));
    const counts = this.#of(measure);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }

  addAll(others: Counts): void {
    for (const [measure, counts] of others) {
      const own = this.#of(measure);
      counts.forEach((count, bucket) => {
        if (count) own[bucket] = (own[bucket] ?? 0) + count;
      });
    }
  }

  /** What was counted since the last call. */
  take(): Counts {
    const counts = [...this.#counts];
    this.#counts.clear();
    return counts;
  }

  count(measure: Measure): number {
    return this.#of(measure).reduce((sum, count) => sum + (count ?? 0), 0);
  }

  /** Milliseconds that this share of all did not exceed; NaN of nothing. */
  percentile(measure: Measure, share: number): number {
    const counts = this.#of(measure);
    let left = share * this.count(measure);
    for (const [bucket, count] of counts.entries()) {
      left -= count ?? 0;
      if (left <= 0 && count) return growth ** bucket;
    }
    return Number.NaN;
  }

  #of(measure: Measure): number[] {
    let counts = this.#counts.get(measure);
    if (counts === undefined) this.#counts.set(measure, (counts = []));
    return counts;
  }
}

export type Counts = readonly (readonly [Measure, readonly (number | null)[]])[];
