import type { Registry } from 'prom-client';
import type { AdmissionStep } from '../admission/chain.ts';
import { Buckets, liveMetric } from './live-metric.ts';

const bounds = [0.005, 0.025, 0.1, 0.5, 2.5];

/** How long the plugins take, by name, step, operation and whether they refused: one look at a map for each answer. */
export class AdmissionSeries {
  readonly #series = new Map<string, { labels: Record<string, string>; durations: Buckets }>();

  register(registry: Registry): void {
    const name = 'apiserver_admission_controller_admission_duration_seconds';
    const help = 'How long admission plugins took for their answers.';
    registry.registerMetric(
      liveMetric(name, 'histogram', help, (metric) =>
        [...this.#series.values()].flatMap(({ labels, durations }) => durations.values(metric, labels)),
      ) as never,
    );
  }

  answered(name: string, step: AdmissionStep, operation: string, seconds: number, rejected: boolean): void {
    const key = `${name} ${step} ${operation} ${rejected}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      const labels = { name, type: step, operation, rejected: String(rejected) };
      series = { labels, durations: new Buckets(bounds) };
      this.#series.set(key, series);
    }
    series.durations.add(seconds);
  }
}
