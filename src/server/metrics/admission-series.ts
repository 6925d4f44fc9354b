import type { Registry } from 'prom-client';
import type { AdmissionStep } from '../../admission/chain.ts';
import { Buckets, liveMetric, type Value } from '../../util/metrics/live-metric.ts';

type Series = Map<string, { labels: Record<string, string>; durations: Buckets }>;

const quantiles = [0.5, 0.9, 0.99];

/** The latest durations, of which quantiles are worked out at a scrape. */
class Latest {
  static readonly #kept = 512;
  readonly #durations: number[] = [];
  #next = 0;

  add(seconds: number): void {
    this.#durations[this.#next] = seconds;
    this.#next = (this.#next + 1) % Latest.#kept;
  }

  values(labels: Record<string, string>): Value[] {
    const sorted = this.#durations.toSorted((a, b) => a - b);
    return quantiles.map((quantile) => ({
      labels: { ...labels, quantile },
      value: sorted[Math.ceil(sorted.length * quantile) - 1] ?? Number.NaN,
    }));
  }
}

/**
 * Durations of admission: each plugin by its name, and whole steps; by step, operation and whether they refused.
 * One look at a map for each answer.
 */
export class AdmissionSeries {
  readonly #bounds: readonly number[];
  readonly #plugins: Series = new Map();
  readonly #steps: Series = new Map();
  /** By the keys of steps. */
  readonly #latest = new Map<string, Latest>();

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
  }

  register(registry: Registry): void {
    const add = (name: string, help: string, series: Series): void =>
      registry.registerMetric(
        liveMetric(name, 'histogram', help, (metric) =>
          [...series.values()].flatMap(({ labels, durations }) => durations.values(metric, labels)),
        ) as never,
      );
    add(
      'apiserver_admission_controller_admission_duration_seconds',
      'How long admission plugins took for their answers.',
      this.#plugins,
    );
    add(
      'apiserver_admission_step_admission_duration_seconds',
      'How long all admission plugins together took for a step of a request.',
      this.#steps,
    );
    registry.registerMetric(
      liveMetric(
        'apiserver_admission_step_admission_duration_seconds_summary',
        'summary',
        'How long the latest steps took, as quantiles.',
        (name) =>
          [...this.#steps].flatMap(([key, { labels, durations }]) => [
            ...this.#latest.get(key)!.values(labels),
            ...durations.sums(name, labels),
          ]),
      ) as never,
    );
  }

  answered(name: string, step: AdmissionStep, operation: string, seconds: number, rejected: boolean): void {
    const labels = () => ({ name, type: step, operation, rejected: String(rejected) });
    this.#add(this.#plugins, `${name} ${step} ${operation} ${rejected}`, labels, seconds);
  }

  stepDone(step: AdmissionStep, operation: string, seconds: number, rejected: boolean): void {
    const labels = () => ({ type: step, operation, rejected: String(rejected) });
    const key = `${step} ${operation} ${rejected}`;
    this.#add(this.#steps, key, labels, seconds);
    let latest = this.#latest.get(key);
    if (latest === undefined) this.#latest.set(key, (latest = new Latest()));
    latest.add(seconds);
  }

  #add(all: Series, key: string, labels: () => Record<string, string>, seconds: number): void {
    let series = all.get(key);
    if (series === undefined) {
      series = { labels: labels(), durations: new Buckets(this.#bounds) };
      all.set(key, series);
    }
    series.durations.add(seconds);
  }
}
