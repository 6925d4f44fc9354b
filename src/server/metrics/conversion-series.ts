import type { Registry } from 'prom-client';
import { Buckets, liveMetric } from '../../util/metrics/live-metric.ts';

/** 1 ms, twice that, and so on. */
const bounds = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power);

/** One call of a conversion webhook. */
export interface ObservedConversion {
  /** Name of the definition. */
  definition: string;
  from: string;
  to: string;
  succeeded: boolean;
}

/** Durations of conversion webhooks, by definition and versions. */
export class ConversionSeries {
  readonly #durations = new Map<string, { labels: Record<string, string>; durations: Buckets }>();

  register(registry: Registry): void {
    const name = 'apiserver_crd_webhook_conversion_duration_seconds';
    const help = 'How long webhooks took to convert custom resources.';
    const values = () =>
      [...this.#durations.values()].flatMap(({ labels, durations }) => durations.values(name, labels));
    registry.registerMetric(liveMetric(name, 'histogram', help, values) as never);
  }

  called({ definition, from, to, succeeded }: ObservedConversion, seconds: number): void {
    const key = `${definition} ${from} ${to} ${succeeded}`;
    let series = this.#durations.get(key);
    if (series === undefined) {
      const labels = {
        crd_name: definition,
        from_version: from,
        to_version: to,
        succeeded: String(succeeded),
      };
      series = { labels, durations: new Buckets(bounds) };
      this.#durations.set(key, series);
    }
    series.durations.add(seconds);
  }
}
