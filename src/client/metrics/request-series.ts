import type { Registry } from 'prom-client';
import { isReleasedBy } from '../../api/meta/release.ts';
import { Buckets, type Labels, liveMetric, type Value } from '../../util/metrics/live-metric.ts';
import type { ObservedRequest, RequestObserver } from '../api/metered-wire.ts';
import { urlTemplate } from './url-template.ts';

/** 1 ms, twice that, and so on up to 512 ms. */
const urlBounds = Array.from({ length: 10 }, (_, power) => 0.001 * 2 ** power);
const hostBounds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
const sizeBounds = [64, 256, 512, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216];

/** The release from which on durations are told by host, before that by URL. */
const hostsSince = '1.26';

const hostOf = (server: string): string => server.replace(/^[a-z]+:\/\//, '').replace(/\/.*$/, '');

/** Histograms by verb, and by host or URL. */
class Figures {
  readonly #bounds: readonly number[];
  readonly #isByHost: boolean;
  readonly #series = new Map<string, { labels: Labels; figures: Buckets }>();

  constructor(bounds: readonly number[], isByHost: boolean) {
    this.#bounds = bounds;
    this.#isByHost = isByHost;
  }

  add({ method: verb, server, path }: ObservedRequest, figure: number): void {
    const place = this.#isByHost ? server : server + urlTemplate(path);
    const key = `${verb} ${place}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      const labels: Labels = this.#isByHost ? { verb, host: hostOf(server) } : { verb, url: place };
      series = { labels, figures: new Buckets(this.#bounds) };
      this.#series.set(key, series);
    }
    series.figures.add(figure);
  }

  values(metric: string): Value[] {
    return [...this.#series.values()].flatMap(({ labels, figures }) => figures.values(metric, labels));
  }
}

/** The requests of the clients of this process. */
export class RequestSeries implements RequestObserver {
  readonly #counts = new Map<string, Value>();
  readonly #answered: Figures;
  readonly #waited: Figures;
  readonly #sent = new Figures(sizeBounds, true);
  readonly #received = new Figures(sizeBounds, true);

  /** `release`: whose labels the metrics have. */
  constructor(release: string) {
    const isByHost = isReleasedBy(hostsSince, release);
    const bounds = isByHost ? hostBounds : urlBounds;
    this.#answered = new Figures(bounds, isByHost);
    this.#waited = new Figures(bounds, isByHost);
  }

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
    add('request_size_bytes', 'histogram', 'Bytes of the bodies of requests.', (metric) =>
      this.#sent.values(metric),
    );
    add('response_size_bytes', 'histogram', 'Bytes of answers that say how long they are.', (metric) =>
      this.#received.values(metric),
    );
  }

  answered(request: ObservedRequest, code: string, seconds: number): void {
    const { method, server } = request;
    const key = `${code} ${method} ${server}`;
    const count = this.#counts.get(key);
    if (count !== undefined) count.value++;
    else {
      this.#counts.set(key, { labels: { code, method, host: hostOf(server) }, value: 1 });
    }
    this.#answered.add(request, seconds);
  }

  sized(request: ObservedRequest, sent: number, received: number | undefined): void {
    this.#sent.add(request, sent);
    if (received !== undefined) this.#received.add(request, received);
  }

  waited(request: ObservedRequest, seconds: number): void {
    this.#waited.add(request, seconds);
  }
}
