/**
 * Metrics that cost next to nothing when they are counted: the library of the others works out a text from all
 * labels on each count; here the text is made at a scrape.
 */
export type Labels = Readonly<Record<string, string | number>>;

export interface Value {
  labels: Labels;
  value: number;
  metricName?: string;
}

/** Counts by upper bound, cumulative as in the text format. */
export class Buckets {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  /** Number of values that were seen. */
  get count(): number {
    return this.#count;
  }

  /** `times`: how often the value was seen. */
  add(value: number, times = 1): void {
    this.#sum += value * times;
    this.#count += times;
    const at = this.#bounds.findIndex((bound) => value <= bound);
    if (at !== -1) this.#counts[at]! += times;
  }

  values(name: string, labels: Labels): Value[] {
    let below = 0;
    const counts = this.#bounds.map((le, at) => {
      below += this.#counts[at]!;
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below };
    });
    return [
      ...counts,
      { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: this.#count },
      ...this.sums(name, labels),
    ];
  }

  /** The sum of all values, and how many there were. */
  sums(name: string, labels: Labels): Value[] {
    return [
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: this.#count },
    ];
  }
}

/** The interface that the metrics library's registry expects. */
export function liveMetric(
  name: string,
  type: string,
  help: string,
  values: (name: string) => Value[] | Promise<Value[]>,
) {
  // The help may be changed while it is registered.
  const get = async () => ({ name, help: metric.help, type, aggregator: 'sum', values: await values(name) });
  const metric = { name, help, type, get, reset: () => {} };
  return metric;
}
