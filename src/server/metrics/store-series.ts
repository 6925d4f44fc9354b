import type { Registry } from 'prom-client';
import { isReleasedBy } from '../../api/meta/release.ts';
import { Buckets, type Labels, liveMetric } from '../../util/metrics/live-metric.ts';
import { resourceLabels } from './resource-labels.ts';

/** From this release on durations of the store say which resource type they are for. */
const typesSince = '1.34';

/** Operations of the store, and how long they took. */
export class StoreSeries {
  /** The resource type of a key; undefined for a key of none, and until the caches are there. */
  typeOf: (key: string) => string | undefined = () => undefined;
  readonly #byOperation = new Map<string, Map<string, { labels: Labels; durations: Buckets }>>();
  readonly #bounds: readonly number[];
  readonly #labelsOf: (type: string) => Labels;
  readonly #hasTypes: boolean;

  constructor(bounds: readonly number[], release: string) {
    this.#bounds = bounds;
    this.#hasTypes = isReleasedBy(typesSince, release);
    this.#labelsOf = this.#hasTypes ? resourceLabels(release) : () => ({ type: 'store' });
  }

  register(registry: Registry): void {
    const all = () => [...this.#byOperation.values()].flatMap((byType) => [...byType.values()]);
    const metrics = [
      liveMetric(
        'etcd_request_duration_seconds',
        'histogram',
        'Time that the store takes to answer.',
        (name) => all().flatMap(({ labels, durations }) => durations.values(name, labels)),
      ),
      liveMetric('etcd_requests_total', 'counter', 'Operations of the store.', () =>
        all().map(({ labels, durations }) => ({ labels, value: durations.count })),
      ),
    ];
    for (const one of metrics) registry.registerMetric(one as never);
  }

  done(operation: string, seconds: number, key: string | undefined): void {
    const type = (this.#hasTypes && key !== undefined ? this.typeOf(key) : undefined) ?? '';
    let byType = this.#byOperation.get(operation);
    if (byType === undefined) this.#byOperation.set(operation, (byType = new Map()));
    let known = byType.get(type);
    if (known === undefined) {
      const labels = { operation, ...this.#labelsOf(type) };
      byType.set(type, (known = { labels, durations: new Buckets(this.#bounds) }));
    }
    known.durations.add(seconds);
  }
}
