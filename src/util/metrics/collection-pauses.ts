import type { Buckets, Value } from './live-metric.ts';

/** Pauses of which quantiles are worked out, as in the runtime whose metric this is. */
const remembered = 256;
const quantiles = [0, 0.25, 0.5, 0.75, 1];

/** Seconds for which garbage collections kept everything else waiting: the last ones, their sum and their number. */
export class CollectionPauses {
  readonly #last: number[] = [];
  #sum = 0;
  #count = 0;

  add(seconds: number): void {
    this.#last[this.#count % remembered] = seconds;
    this.#sum += seconds;
    this.#count++;
  }

  /** Values of a summary. Without quantiles before the first collection: they would be times that never were. */
  values(name: string): Value[] {
    const sorted = [...this.#last].sort((a, b) => a - b);
    const shown = sorted.length === 0 ? [] : quantiles;
    return [
      ...shown.map((quantile) => ({
        labels: { quantile },
        value: sorted[Math.round(quantile * (sorted.length - 1))]!,
      })),
      { metricName: `${name}_sum`, labels: {}, value: this.#sum },
      { metricName: `${name}_count`, labels: {}, value: this.#count },
    ];
  }
}

/** Durations by the kind of a collection. */
export function kindValues(kinds: ReadonlyMap<string, Buckets>, name: string): Value[] {
  return [...kinds].flatMap(([kind, durations]) => durations.values(name, { kind }));
}
