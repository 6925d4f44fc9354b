import type { Registry } from 'prom-client';
import { Buckets, liveMetric, type Value } from '../../util/metrics/live-metric.ts';
import type { ObservedRequest, RequestObserver } from '../api/metered-wire.ts';
import { urlTemplate } from './url-template.ts';

/** 1 ms, twice that, and so on up to 512 ms. */
const bounds = Array.from({ length: 10 }, (_, power) => 0.001 * 2 ** power);

/** Durations by verb and URL. */
class Durations {
  readonly #series = new Map<string, { labels: { verb: string; url: string }; durations: Buckets }>();

  add({ method, server, path }: ObservedRequest, seconds: number): void {
    const url = server + urlTemplate(path);
    const key = `${method} ${url}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { labels: { verb: method, url }, durations: new Buckets(bounds) };
      this.#series.set(key, series);
    }
    series.durations.add(seconds);
  }

  values(metric: string): Value[] {
    return [...this.#series.values()].flatMap(({ labels, durations }) => durations.values(metric, labels));
  }
}

/** The requests of the clients of this process. */
export class RequestSeries implements RequestObserver {
  readonly #counts = new Map<string, Value>();
  readonly #answered = new Durations();
  readonly #waited = new Durations();

  register(registry: Registry): void {
    const add = (name: string, type: string, help: string, values: (metric: string) => Value[]): void =>
      registry.registerMetric(liveMetric(`rest_client_${name}`, type, help, values) as never);
    add('requests_total', 'counter', 'Requests by status code, method and host.', () => [
      ...this.#counts.values(),
    ]);
    add('request_duration_seconds', 'histogram', 'Time from a request to its answer.', (metric) =>
      this.#answered.values(metric),
    );
    add('rate_limiter_duration_seconds', 'histogram', 'How long the limit let requests wait.', (metric) =>
      this.#waited.values(metric),
    );
  }

  answered(request: ObservedRequest, code: string, seconds: number): void {
    const { method, server } = request;
    const key = `${code} ${method} ${server}`;
    const count = this.#counts.get(key);
    if (count !== undefined) count.value++;
    else {
      const host = server.replace(/^[a-z]+:\/\//, '').replace(/\/.*$/, '');
      this.#counts.set(key, { labels: { code, method, host }, value: 1 });
    }
    this.#answered.add(request, seconds);
  }

  waited(request: ObservedRequest, seconds: number): void {
    this.#waited.add(request, seconds);
  }
}
