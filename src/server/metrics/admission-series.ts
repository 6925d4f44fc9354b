import type { Registry } from 'prom-client';
import type { AdmissionStep } from '../../admission/chain.ts';
import { Buckets, liveMetric } from '../../util/metrics/live-metric.ts';

type Series = Map<string, { labels: Record<string, string>; durations: Buckets }>;

/**
 * Durations of admission: each plugin by its name, and whole steps; by step, operation and whether they refused.
 * One look at a map for each answer.
 */
export class AdmissionSeries {
  readonly #bounds: readonly number[];
  readonly #plugins: Series = new Map();
  readonly #steps: Series = new Map();

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
  }

  answered(name: string, step: AdmissionStep, operation: string, seconds: number, rejected: boolean): void {
    const labels = () => ({ name, type: step, operation, rejected: String(rejected) });
    this.#add(this.#plugins, `${name} ${step} ${operation} ${rejected}`, labels, seconds);
  }

  stepDone(step: AdmissionStep, operation: string, seconds: number, rejected: boolean): void {
    const labels = () => ({ type: step, operation, rejected: String(rejected) });
    this.#add(this.#steps, `${step} ${operation} ${rejected}`, labels, seconds);
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
