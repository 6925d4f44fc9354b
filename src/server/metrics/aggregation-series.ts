import type { Registry } from 'prom-client';
import { type Labels, liveMetric } from '../../util/metrics/live-metric.ts';

/** Which APIServices have no server that answers. Their names are those that administrators gave them. */
export class AggregationSeries {
  readonly #unavailable = new Map<string, number>();
  readonly #losses = new Map<string, { labels: Labels; count: number }>();

  register(registry: Registry): void {
    const current = () => [...this.#unavailable].map(([name, value]) => ({ labels: { name }, value }));
    const losses = () => [...this.#losses.values()].map(({ labels, count }) => ({ labels, value: count }));
    const metrics = [
      liveMetric(
        'aggregator_unavailable_apiservice',
        'gauge',
        '1 for each APIService that is not available, 0 for the others.',
        current,
      ),
      liveMetric(
        'aggregator_unavailable_apiservice_total',
        'counter',
        'Times that an APIService became unavailable, by the reason.',
        losses,
      ),
    ];
    for (const metric of metrics) registry.registerMetric(metric as never);
  }

  availability(name: string, isAvailable: boolean): void {
    this.#unavailable.set(name, isAvailable ? 0 : 1);
  }

  becameUnavailable(name: string, reason: string): void {
    const key = `${name} ${reason}`;
    const known = this.#losses.get(key);
    if (known !== undefined) known.count++;
    else this.#losses.set(key, { labels: { name, reason }, count: 1 });
  }

  forgotten(name: string): void {
    this.#unavailable.delete(name);
  }
}
