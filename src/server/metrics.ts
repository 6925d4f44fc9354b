import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestState } from './request-state.ts';
import type { CacheFeed } from '../storage/watch-cache/cache-feed.ts';

const durationBuckets = [
  0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
const storageBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 15, 30, 60];
const sizeBuckets = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

const requestLabels = ['verb', 'group', 'version', 'resource', 'subresource', 'scope', 'component'] as const;

const knownVerbs: Readonly<Record<string, string>> = {
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
  create: 'POST',
  post: 'POST',
  update: 'PUT',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETECOLLECTION',
  head: 'GET',
};

/** What the server tells of itself at /metrics. Labels take their values from the definitions, never from clients. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Counter<string>;
  readonly #durations: Histogram<string>;
  readonly #sizes: Histogram<string>;
  readonly #longRunning: Gauge<string>;
  readonly #inFlight: Gauge<string>;
  readonly #dropped: Counter<string>;
  readonly #terminations: Counter<string>;
  readonly #watchers: Gauge<string>;
  readonly #watchEvents: Counter<string>;
  readonly #storage: Histogram<string>;
  readonly #selfCheckFailures: Counter<string>;

  constructor(product: string, version: string) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    const counter = (name: string, help: string, labelNames: readonly string[]) =>
      new Counter({ name, help, labelNames: [...labelNames], registers });
    const gauge = (name: string, help: string, labelNames: readonly string[]) =>
      new Gauge({ name, help, labelNames: [...labelNames], registers });
    const histogram = (name: string, help: string, labelNames: readonly string[], buckets: number[]) =>
      new Histogram({ name, help, labelNames: [...labelNames], buckets, registers });

    this.#requests = counter('apiserver_request_total', 'Requests that were answered.', [...requestLabels, 'dry_run', 'code']);
    this.#durations = histogram(
      'apiserver_request_duration_seconds',
      'Time from a request to the end of its answer.',
      [...requestLabels, 'dry_run'],
      durationBuckets,
    );
    this.#sizes = histogram('apiserver_response_sizes', 'Bytes of answers to reads.', requestLabels, sizeBuckets);
    this.#longRunning = gauge('apiserver_longrunning_requests', 'Watches and the like that are open.', requestLabels);
    this.#inFlight = gauge('apiserver_current_inflight_requests', 'Requests being worked on.', ['request_kind']);
    this.#dropped = counter('apiserver_dropped_requests_total', 'Requests refused because there were too many.', ['request_kind']);
    this.#terminations = counter('apiserver_request_terminations_total', 'Requests ended because they took too long.', ['code']);
    this.#watchers = gauge('apiserver_registered_watchers', 'Watches that are open.', ['group', 'version', 'kind']);
    this.#watchEvents = counter('apiserver_watch_events_total', 'Events sent to watches.', ['group', 'version', 'kind']);
    this.#storage = histogram(
      'etcd_request_duration_seconds',
      'Time that the store takes to answer.',
      ['operation', 'type'],
      storageBuckets,
    );
    this.#selfCheckFailures = counter(
      'apiserver_watch_cache_self_check_failures_total',
      'Times that a cache differed from the store and was loaded anew.',
      ['resource'],
    );
    gauge(`${product}_build_info`, 'Always 1; what runs, in its labels.', ['git_version', 'platform']).set(
      { git_version: `v${version}`, platform: `${process.platform}/${process.arch}` },
      1,
    );
  }

  /** Counts what the caches know of themselves, whenever somebody asks. */
  observeCaches(feed: CacheFeed, newestRevision: () => Promise<number>): void {
    const registers = [this.registry];
    const caches = () => [...feed.caches].map((cache) => ({ cache, resource: cache.resourceName }));
    new Gauge({
      name: 'apiserver_storage_objects',
      help: 'Objects stored, by resource type.',
      labelNames: ['resource'],
      registers,
      collect() {
        for (const { cache, resource } of caches()) this.set({ resource }, cache.tree.size);
      },
    });
    new Gauge({
      name: 'apiserver_watch_cache_history_events',
      help: 'Events that watches can resume from, by resource type.',
      labelNames: ['resource'],
      registers,
      collect() {
        for (const { cache, resource } of caches()) this.set({ resource }, cache.history.length);
      },
    });
    new Gauge({
      name: 'apiserver_watch_cache_history_cut_short',
      help: '1 when the history of a resource type was bounded by its bytes, not by its age.',
      labelNames: ['resource'],
      registers,
      collect() {
        for (const { cache, resource } of caches()) this.set({ resource }, cache.history.cutShort ? 1 : 0);
      },
    });
    new Gauge({
      name: 'apiserver_watch_cache_revision_lag',
      help: 'How many revisions the caches are behind the store.',
      registers,
      async collect() {
        const newest = await newestRevision().catch(() => Number.NaN);
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

  observeStoreSize(sizes: () => Promise<{ endpoint: string; bytes: number }[]>): void {
    new Gauge({
      name: 'etcd_db_total_size_in_bytes',
      help: 'Bytes that the store takes up.',
      labelNames: ['endpoint'],
      registers: [this.registry],
      async collect() {
        for (const { endpoint, bytes } of await sizes().catch(() => [])) this.set({ endpoint }, bytes);
      },
    });
  }

  requestDone(state: RequestState, code: number, dryRun: boolean, seconds: number, bytes: number): void {
    const labels = labelsOf(state);
    const dry_run = dryRun ? 'All' : '';
    this.#requests.inc({ ...labels, dry_run, code });
    if (labels.verb === 'WATCH') return;
    this.#durations.observe({ ...labels, dry_run }, seconds);
    if (labels.verb === 'GET' || labels.verb === 'LIST') this.#sizes.observe(labels, bytes);
  }

  longRunning(state: RequestState, change: 1 | -1): void {
    this.#longRunning.inc(labelsOf(state), change);
  }

  inFlight(kind: string, count: number): void {
    this.#inFlight.set({ request_kind: kind }, count);
  }

  dropped(kind: string): void {
    this.#dropped.inc({ request_kind: kind });
  }

  terminated(): void {
    this.#terminations.inc({ code: '504' });
  }

  watchers(labels: { group: string; version: string; kind: string }, change: 1 | -1): void {
    this.#watchers.inc(labels, change);
  }

  watchEvents(labels: { group: string; version: string; kind: string }, events: number): void {
    this.#watchEvents.inc(labels, events);
  }

  storage(operation: string, seconds: number): void {
    this.#storage.observe({ operation, type: 'store' }, seconds);
  }

  selfCheckFailed(resource: string): void {
    this.#selfCheckFailures.inc({ resource });
  }
}

/** Of a request for something that is not served, only the verb is told: clients could invent the rest. */
function labelsOf({ info, isServed }: RequestState) {
  const verb = knownVerbs[info.verb] ?? 'other';
  const component = 'apiserver';
  if (!isServed) {
    return { verb, group: '', version: '', resource: '', subresource: '', scope: '', component };
  }
  const { group, version, resource, subresource } = info;
  const scope = info.name !== '' ? 'resource' : info.namespace !== '' ? 'namespace' : 'cluster';
  return { verb, group, version, resource, subresource, scope, component };
}
