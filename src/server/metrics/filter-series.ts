import type { Registry } from 'prom-client';
import { Buckets, liveMetric } from '../../util/metrics/live-metric.ts';
import type { Step, StepTimes } from '../../util/tracing/request-trace.ts';

const bounds = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 5];

/** Time that requests spend in the filters of the chain. */
export class FilterSeries {
  readonly #filters: readonly { filter: string; step: Step; seconds: Buckets }[];

  /** `limiter`: the name of the filter that limits requests. */
  constructor(limiter: 'maxinflight' | 'priorityandfairness') {
    const filters: [filter: string, step: Step][] = [
      ['authentication', 'authentication'],
      ['audit', 'audit'],
      ['impersonation', 'impersonation'],
      [limiter, 'flowControl'],
      ['authorization', 'authorization'],
    ];
    this.#filters = filters.map(([filter, step]) => ({ filter, step, seconds: new Buckets(bounds) }));
  }

  register(registry: Registry): void {
    const name = 'apiserver_request_filter_duration_seconds';
    const values = () => this.#filters.flatMap(({ filter, seconds }) => seconds.values(name, { filter }));
    registry.registerMetric(
      liveMetric(name, 'histogram', 'How long requests are in a filter of the chain.', values) as never,
    );
  }

  /** A request is over. A filter that it did not come to took it no time at all. */
  requestDone(times: StepTimes): void {
    for (const { step, seconds } of this.#filters) {
      const taken = times[step];
      if (taken > 0) seconds.add(taken / 1_000);
    }
  }
}
