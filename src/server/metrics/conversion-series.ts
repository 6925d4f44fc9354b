import type { Registry } from 'prom-client';
import { Buckets, liveMetric } from '../../util/metrics/live-metric.ts';

/** Seconds. */
const callBounds = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45, 60];
/** 1 ms, twice that, and so on. */
const bounds = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power);

/** One call of a conversion webhook. */
export interface ObservedConversion {
  /** Name of the definition. */
  definition: string;
  from: string;
  to: string;
  /** Kind of the failure; "" for a call that succeeded. */
  failure: ConversionFailure | '';
}

/** Ways in which a call comes to nothing, as operators filter by them. */
export type ConversionFailure =
  | 'conversion_webhook_call_failure'
  | 'conversion_webhook_malformed_response_failure'
  | 'conversion_webhook_partial_response_failure'
  | 'conversion_webhook_invalid_converted_object_failure';

/** Durations of conversion webhooks, by definition and versions, and by how they failed. */
export class ConversionSeries {
  readonly #durations = new Map<string, { labels: Record<string, string>; durations: Buckets }>();
  /** By the kind of their failure. */
  readonly #calls = new Map<string, { labels: Record<string, string>; count: number; durations: Buckets }>();

  register(registry: Registry): void {
    this.#registerCalls(registry);
    const name = 'apiserver_crd_webhook_conversion_duration_seconds';
    const help = 'How long webhooks took to convert custom resources.';
    const values = () =>
      [...this.#durations.values()].flatMap(({ labels, durations }) => durations.values(name, labels));
    registry.registerMetric(liveMetric(name, 'histogram', help, values) as never);
  }

  #registerCalls(registry: Registry): void {
    const total = 'apiserver_conversion_webhook_request_total';
    const totalHelp = 'Calls of conversion webhooks, by how they failed.';
    const counts = () => [...this.#calls.values()].map(({ labels, count }) => ({ labels, value: count }));
    registry.registerMetric(liveMetric(total, 'counter', totalHelp, counts) as never);
    const name = 'apiserver_conversion_webhook_duration_seconds';
    const help = 'How long calls of conversion webhooks took, by how they failed.';
    const durations = () =>
      [...this.#calls.values()].flatMap((call) => call.durations.values(name, call.labels));
    registry.registerMetric(liveMetric(name, 'histogram', help, durations) as never);
  }

  #counted(failure: ObservedConversion['failure'], seconds: number): void {
    let call = this.#calls.get(failure);
    if (call === undefined) {
      const labels = { result: failure === '' ? 'success' : 'failure', failure_type: failure };
      call = { labels, count: 0, durations: new Buckets(callBounds) };
      this.#calls.set(failure, call);
    }
    call.count++;
    call.durations.add(seconds);
  }

  called({ definition, from, to, failure }: ObservedConversion, seconds: number): void {
    this.#counted(failure, seconds);
    const succeeded = String(failure === '');
    const key = `${definition} ${from} ${to} ${succeeded}`;
    let series = this.#durations.get(key);
    if (series === undefined) {
      const labels = {
        crd_name: definition,
        from_version: from,
        to_version: to,
        succeeded,
      };
      series = { labels, durations: new Buckets(bounds) };
      this.#durations.set(key, series);
    }
    series.durations.add(seconds);
  }
}
