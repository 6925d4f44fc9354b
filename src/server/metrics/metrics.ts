import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { PriorityLevel } from '../../access/flow-control/priority-levels.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import { LeaderSeries } from '../../client/metrics/leader-series.ts';
import { RequestSeries as ClientRequestSeries } from '../../client/metrics/request-series.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { monotonicClock } from '../../util/clock.ts';
import { Buckets, liveMetric } from '../../util/metrics/live-metric.ts';
import { QueueSeries } from '../../util/metrics/queue-series.ts';
import { SyncSeries } from '../../util/metrics/sync-series.ts';
import type { RequestState } from '../request-state.ts';
import { AdmissionSeries } from './admission-series.ts';
import { AggregationSeries } from './aggregation-series.ts';
import { AuditSeries } from './audit-series.ts';
import { ConversionSeries } from './conversion-series.ts';
import { EncryptionSeries } from './encryption-series.ts';
import { FlowSeriesSet, registerLevelSeries } from './flow-series.ts';
import { inTime } from './in-time.ts';
import { helpOf, isShown, type MetricChoice } from './metric-life.ts';
import { RequestSeries, requestLabels } from './request-series.ts';
import { WebhookSeries } from './webhook-series.ts';

const storageBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 15, 30, 60];

const requestLabelNames = ['verb', 'group', 'version', 'resource', 'subresource', 'scope', 'component'];

/** The series of /metrics. Label values come from definitions, never from clients. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new RequestSeries();
  readonly admission = new AdmissionSeries();
  readonly webhooks = new WebhookSeries();
  readonly conversions = new ConversionSeries();
  readonly aggregation = new AggregationSeries();
  readonly audit = new AuditSeries();
  readonly encryption = new EncryptionSeries();
  readonly flows = new FlowSeriesSet();
  readonly queues = new QueueSeries(monotonicClock);
  readonly syncs = new SyncSeries(monotonicClock);
  /** Of clients in this process: requests, and elections. */
  readonly clients = new ClientRequestSeries();
  readonly elections = new LeaderSeries();
  /** Under its name and its older one. */
  readonly #longRunning: readonly Gauge<string>[];
  /** Counted with every request, printed when scraped. */
  readonly #inFlight = new Map<string, number>();
  readonly #dropped: Counter<string>;
  readonly #terminations: Counter<string>;
  readonly #watchers: Gauge<string>;
  readonly #watchEvents: Counter<string>;
  readonly #storage = new Map<string, Buckets>();
  readonly #selfCheckFailures: Counter<string>;
  readonly #deprecated: Gauge<string>;
  readonly #unreadable: Counter<string>;

  constructor(product: string, version: string) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    const counter = (name: string, help: string, labelNames: readonly string[]) =>
      new Counter({ name, help, labelNames: [...labelNames], registers });
    const gauge = (name: string, help: string, labelNames: readonly string[]) =>
      new Gauge({ name, help, labelNames: [...labelNames], registers });

    this.#requests.register(this.registry);
    this.admission.register(this.registry);
    this.webhooks.register(this.registry);
    this.conversions.register(this.registry);
    this.aggregation.register(this.registry);
    this.audit.register(this.registry);
    this.encryption.register(this.registry);
    this.flows.register(this.registry);
    for (const series of [this.queues, this.syncs, this.clients, this.elections])
      series.register(this.registry);
    this.#longRunning = ['apiserver_longrunning_requests', 'apiserver_longrunning_gauge'].map((name) =>
      gauge(name, 'Watches and the like that are open.', requestLabelNames),
    );
    const inFlight = this.#inFlight;
    new Gauge({
      name: 'apiserver_current_inflight_requests',
      help: 'Requests being worked on.',
      labelNames: ['request_kind'],
      registers,
      collect() {
        for (const [request_kind, count] of inFlight) this.set({ request_kind }, count);
      },
    });
    this.#dropped = counter(
      'apiserver_dropped_requests_total',
      'Requests refused because there were too many.',
      ['request_kind'],
    );
    this.#terminations = counter(
      'apiserver_request_terminations_total',
      'Requests ended because they took too long, or because nobody is there to answer them.',
      ['component', 'code'],
    );
    this.#watchers = gauge('apiserver_registered_watchers', 'Watches that are open.', [
      'group',
      'version',
      'kind',
    ]);
    this.#watchEvents = counter('apiserver_watch_events_total', 'Events sent to watches.', [
      'group',
      'version',
      'kind',
    ]);
    const name = 'etcd_request_duration_seconds';
    const values = () =>
      [...this.#storage].flatMap(([operation, durations]) =>
        durations.values(name, { operation, type: 'store' }),
      );
    this.registry.registerMetric(
      liveMetric(name, 'histogram', 'Time that the store takes to answer.', values) as never,
    );
    this.#selfCheckFailures = counter(
      'apiserver_watch_cache_self_check_failures_total',
      'Times that a cache differed from the store and was loaded anew.',
      ['resource'],
    );
    this.#deprecated = gauge(
      'apiserver_requested_deprecated_apis',
      'Always 1; what was asked for that a later release no longer has, in its labels.',
      ['group', 'version', 'resource', 'subresource', 'removed_release'],
    );
    this.#unreadable = counter(
      'apiserver_storage_decode_errors_total',
      'Times that the store held something that is no object of its kind, by resource type.',
      ['resource'],
    );
    gauge(`${product}_build_info`, 'Always 1; what runs, in its labels.', ['git_version', 'platform']).set(
      { git_version: `v${version}`, platform: `${process.platform}/${process.arch}` },
      1,
    );
  }

  /** Reads the figures of the priority levels when scraped. */
  observeLevels(levels: () => readonly PriorityLevel[]): void {
    registerLevelSeries(this.registry, levels);
  }

  /** Reads the figures of the caches when scraped. */
  observeCaches(feed: CacheFeed, newestRevision: () => Promise<number>): void {
    const registers = [this.registry];
    // Those of custom resources come and go.
    const caches = () => feed.caches.map((cache) => ({ cache, resource: cache.resourceName }));
    for (const name of ['apiserver_storage_objects', 'etcd_object_counts']) {
      new Gauge({
        name,
        help: 'Objects stored, by resource type.',
        labelNames: ['resource'],
        registers,
        collect() {
          this.reset();
          for (const { cache, resource } of caches()) this.set({ resource }, cache.tree.size);
        },
      });
    }
    new Gauge({
      name: 'apiserver_watch_cache_history_events',
      help: 'Events that watches can resume from, by resource type.',
      labelNames: ['resource'],
      registers,
      collect() {
        this.reset();
        for (const { cache, resource } of caches()) this.set({ resource }, cache.history.length);
      },
    });
    new Gauge({
      name: 'apiserver_watch_cache_history_cut_short',
      help: '1 when the history of a resource type was bounded by its bytes, not by its age.',
      labelNames: ['resource'],
      registers,
      collect() {
        this.reset();
        for (const { cache, resource } of caches()) this.set({ resource }, cache.history.cutShort ? 1 : 0);
      },
    });
    new Gauge({
      name: 'apiserver_watch_cache_revision_lag',
      help: 'How many revisions the caches are behind the store.',
      registers,
      async collect() {
        const newest = await inTime(newestRevision(), Number.NaN);
        this.set(newest - feed.revision);
      },
    });
    new Gauge({
      name: 'apiserver_watch_cache_reloads',
      help: 'Times that all caches were loaded anew.',
      registers,
      collect() {
        this.set(feed.reloads);
      },
    });
  }

  observeStoreTrouble(trouble: () => string | undefined): void {
    new Gauge({
      name: 'apiserver_storage_writable',
      help: '0 when the store refuses writes, for it is full or cannot be written; deletions are then still taken.',
      registers: [this.registry],
      collect() {
        this.set(trouble() === undefined ? 1 : 0);
      },
    });
  }

  observeStoreSize(sizes: () => Promise<{ endpoint: string; bytes: number }[]>): void {
    new Gauge({
      name: 'etcd_db_total_size_in_bytes',
      help: 'Bytes that the store takes up.',
      labelNames: ['endpoint'],
      registers: [this.registry],
      async collect() {
        for (const { endpoint, bytes } of await inTime(sizes(), [])) this.set({ endpoint }, bytes);
      },
    });
  }

  /** Leaves only what the release shows, and the operator wants. Once all metrics are registered. */
  choose(choice: MetricChoice): void {
    for (const { name } of this.registry.getMetricsAsArray()) {
      if (!isShown(name, choice)) this.registry.removeSingleMetric(name);
      const kept = this.registry.getSingleMetric(name) as { help: string } | undefined;
      if (kept !== undefined) kept.help = helpOf(name, kept.help, choice.release);
    }
  }

  requestDone(state: RequestState, code: number, dryRun: string, seconds: number, bytes: number): void {
    this.#requests.done(state, code, dryRun, seconds, bytes);
  }

  longRunning(state: RequestState, change: 1 | -1): void {
    for (const gauge of this.#longRunning) gauge.inc(requestLabels(state), change);
  }

  inFlight(kind: string, change: 1 | -1): void {
    this.#inFlight.set(kind, (this.#inFlight.get(kind) ?? 0) + change);
  }

  dropped(kind: string): void {
    this.#dropped.inc({ request_kind: kind });
  }

  terminated(component: 'aggregator' | 'apiserver' = 'apiserver', code = 504): void {
    this.#terminations.inc({ component, code: String(code) });
  }

  watchers(labels: { group: string; version: string; kind: string }, change: 1 | -1): void {
    this.#watchers.inc(labels, change);
  }

  watchEvents(labels: { group: string; version: string; kind: string }, events: number): void {
    this.#watchEvents.inc(labels, events);
  }

  storage(operation: string, seconds: number): void {
    let durations = this.#storage.get(operation);
    if (durations === undefined) this.#storage.set(operation, (durations = new Buckets(storageBuckets)));
    durations.add(seconds);
  }

  deprecatedRequested({ group, version, resource, subresource }: RequestInfo, removedRelease: string): void {
    this.#deprecated.set({ group, version, resource, subresource, removed_release: removedRelease }, 1);
  }

  unreadable(resource: string): void {
    this.#unreadable.inc({ resource });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** Of this process. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  async reset(): Promise<void> {
    this.registry.resetMetrics();
  }

  selfCheckFailed(resource: string): void {
    this.#selfCheckFailures.inc({ resource });
  }
}
