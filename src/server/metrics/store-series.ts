import { Counter, Gauge, type Registry } from 'prom-client';
import { isReleasedBy } from '../../api/meta/release.ts';
import { Buckets, type Labels, liveMetric } from '../../util/metrics/live-metric.ts';
import { inTime } from './in-time.ts';
import { resourceLabels } from './resource-labels.ts';

/** From this release on durations of the store say which resource type they are for. */
const typesSince = '1.34';

/** Operations of the store, how long they took, and how the store is. */
export class StoreSeries {
  /** The resource type of a key; undefined for a key of none, and until the caches are there. */
  typeOf: (key: string) => string | undefined = () => undefined;
  readonly #byOperation = new Map<string, Map<string, { labels: Labels; durations: Buckets }>>();
  readonly #bounds: readonly number[];
  readonly #labelsOf: (type: string) => Labels;
  readonly #hasTypes: boolean;
  readonly #unreadable = new Counter({
    name: 'apiserver_storage_decode_errors_total',
    help: 'Times that the store held something that is no object of its kind, by resource type.',
    labelNames: ['resource'],
    registers: [],
  });
  readonly #selfCheckFailures = new Counter({
    name: 'apiserver_watch_cache_self_check_failures_total',
    help: 'Times that a cache differed from the store and was loaded anew.',
    labelNames: ['resource'],
    registers: [],
  });
  /** Asked at a scrape: the reason for which the store takes no writes. */
  writeError: () => string | undefined = () => undefined;
  /** Asked at a scrape: the bytes that the store takes up. */
  sizes: () => Promise<{ endpoint: string; bytes: number }[]> = async () => [];

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
    registry.registerMetric(this.#unreadable);
    registry.registerMetric(this.#selfCheckFailures);
    this.#registerState(registry);
  }

  unreadable(resource: string): void {
    this.#unreadable.inc({ resource });
  }

  selfCheckFailed(resource: string): void {
    this.#selfCheckFailures.inc({ resource });
  }

  #registerState(registry: Registry): void {
    const writable: Gauge = new Gauge({
      name: 'apiserver_storage_writable',
      help: '0 when the store refuses writes, for it is full or cannot be written; deletions are then still taken.',
      registers: [registry],
      collect: () => writable.set(this.writeError() === undefined ? 1 : 0),
    });
    for (const [name, label] of [
      ['etcd_db_total_size_in_bytes', 'endpoint'],
      ['apiserver_storage_db_total_size_in_bytes', 'endpoint'],
      ['apiserver_storage_size_bytes', 'storage_cluster_id'],
    ] as const) {
      const gauge: Gauge<string> = new Gauge({
        name,
        help: 'Bytes that the store takes up.',
        labelNames: [label],
        registers: [registry],
        collect: async () => {
          for (const { endpoint, bytes } of await inTime(this.sizes(), []))
            gauge.set({ [label]: endpoint }, bytes);
        },
      });
    }
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
