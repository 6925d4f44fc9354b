import { Counter, Gauge, Registry } from 'prom-client';
import type { PriorityLevel } from '../../access/flow-control/priority-levels.ts';
import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import { ExecSeries } from '../../client/metrics/exec-series.ts';
import { LeaderSeries } from '../../client/metrics/leader-series.ts';
import { RequestSeries as ClientRequestSeries } from '../../client/metrics/request-series.ts';
import type { Kv } from '../../storage/kv.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { monotonicClock, systemClock } from '../../util/clock.ts';
import { registerBuildInfo } from '../../util/metrics/build-info.ts';
import type { Labels } from '../../util/metrics/live-metric.ts';
import { ProcessSeries } from '../../util/metrics/process-series.ts';
import { QueueSeries } from '../../util/metrics/queue-series.ts';
import { SyncSeries } from '../../util/metrics/sync-series.ts';
import type { FieldValidation } from '../field-validation.ts';
import type { RequestState } from '../request-state.ts';
import { AccountTokenSeries } from './account-token-series.ts';
import { AdmissionSeries } from './admission-series.ts';
import { AggregationSeries } from './aggregation-series.ts';
import { AuditSeries } from './audit-series.ts';
import { AuthenticationSeries } from './authentication-series.ts';
import { AuthorizationSeries } from './authorization-series.ts';
import { type Bounds, boundsOf } from './bounds.ts';
import { registerCacheSeries } from './cache-series.ts';
import { CallSeries } from './call-series.ts';
import { ConfigSeries } from './config-series.ts';
import { ConversionSeries } from './conversion-series.ts';
import { DiscoverySeries } from './discovery-series.ts';
import { EncryptionSeries } from './encryption-series.ts';
import { ExternalSignerSeries } from './external-signer-series.ts';
import { registerFeatures } from './feature-series.ts';
import { FilterSeries } from './filter-series.ts';
import { FlowSamples } from './flow-samples.ts';
import { FlowSeriesSet } from './flow-series.ts';
import { HealthSeries } from './health-series.ts';
import { InFlightSeries } from './in-flight-series.ts';
import { LeaseSeries } from './lease-series.ts';
import { registerLevelSeries } from './level-series.ts';
import { ListSeries } from './list-series.ts';
import { ManifestSeries } from './manifest-series.ts';
import { helpOf, isShown, type MetricChoice, noticeOf } from './metric-life.ts';
import { registerOwnSeries } from './own-series.ts';
import { PeerSeries } from './peer-series.ts';
import { PodSeries } from './pod-series.ts';
import { PolicySeries } from './policy-series.ts';
import { RangeSeries } from './range-series.ts';
import { ReadSeries } from './read-series.ts';
import { RequestSeries, requestLabels } from './request-series.ts';
import { resourceLabels } from './resource-labels.ts';
import { RuleSeries } from './rule-series.ts';
import { StoreSeries } from './store-series.ts';
import { TokenCacheSeries } from './token-cache-series.ts';
import { TrustSeries } from './trust-series.ts';
import { registerVersions } from './version-series.ts';
import { WatchSeries } from './watch-series.ts';
import { WebhookSeries } from './webhook-series.ts';
import { WriteSeries } from './write-series.ts';

const requestLabelNames = ['verb', 'group', 'version', 'resource', 'subresource', 'scope', 'component'];

export interface MetricsOptions {
  /** The first word of the metrics that are about the product. */
  product: string;
  /** The first word of those that are about this component of it. */
  prefix: string;
  /** The document of /version. */
  version: object;
  /** The release that is served: `1.23`. */
  release: string;
  /** Requests at a time. */
  limits: Readonly<{ readOnly: number; mutating: number }>;
  /** Whether requests are limited by priority and fairness. */
  isFair: boolean;
  /** Whether the store is another process. */
  hasRemoteStore: boolean;
  gates: FeatureGates;
}

/** The series of /metrics. Label values come from definitions, never from clients. */
export class Metrics {
  readonly registry = new Registry();
  readonly admission: AdmissionSeries;
  readonly webhooks: WebhookSeries;
  readonly policies: PolicySeries;
  readonly manifests = new ManifestSeries();
  readonly conversions = new ConversionSeries();
  readonly aggregation = new AggregationSeries();
  readonly audit = new AuditSeries();
  readonly authentication = new AuthenticationSeries();
  readonly accountTokens = new AccountTokenSeries();
  readonly externalSigner = new ExternalSignerSeries();
  readonly tokenCache = new TokenCacheSeries(() => monotonicClock.now());
  readonly rules = new RuleSeries();
  readonly pods: PodSeries;
  readonly ranges: RangeSeries;
  readonly reads: ReadSeries;
  readonly authenticationConfig = new ConfigSeries('authentication');
  readonly authorizationConfig = new ConfigSeries('authorization');
  readonly encryption = new EncryptionSeries();
  readonly encryptionConfig = new ConfigSeries('encryption');
  readonly flows: FlowSeriesSet;
  readonly inFlight: InFlightSeries;
  readonly watches: WatchSeries;
  readonly lists: ListSeries;
  readonly requests: WriteSeries;
  readonly authorization = new AuthorizationSeries();
  readonly discovery = new DiscoverySeries();
  readonly store: StoreSeries;
  readonly peers = new PeerSeries();
  readonly health: HealthSeries;
  readonly queues = new QueueSeries(monotonicClock);
  readonly syncs = new SyncSeries(monotonicClock);
  /** Requests and elections of clients in this process. */
  readonly clients: ClientRequestSeries;
  readonly leases = new LeaseSeries();
  /** Undefined where the store is in this process. */
  readonly calls: CallSeries | undefined;
  readonly trust: Readonly<Record<'aggregated' | 'webhooks', TrustSeries>>;
  readonly elections = new LeaderSeries();
  readonly #release: string;
  /** The strictness with which fields are checked for clients that do not say. */
  readonly #fieldValidation: FieldValidation;
  readonly #bounds: Bounds;
  readonly #requests: RequestSeries;
  readonly #filters: FilterSeries;
  /** Under its name and its older one. */
  readonly #longRunning: readonly Gauge<string>[];
  readonly #terminations: Counter<string>;
  readonly #aborts: Counter<string>;
  readonly #handshakeErrors: Counter<string>;
  readonly #deprecated: Gauge<string>;

  constructor({ product, prefix, version, release, limits, isFair, hasRemoteStore, gates }: MetricsOptions) {
    this.#release = release;
    this.#fieldValidation = gates.isOn('ServerSideFieldValidation') ? 'Warn' : 'Ignore';
    this.#bounds = boundsOf(release);
    this.clients = new ClientRequestSeries(release);
    this.calls = hasRemoteStore ? new CallSeries() : undefined;
    this.trust = {
      aggregated: new TrustSeries(`${prefix}_aggregator`),
      webhooks: new TrustSeries('webhooks'),
    };
    this.pods = new PodSeries(prefix);
    this.ranges = new RangeSeries(prefix, () => monotonicClock.now());
    this.reads = new ReadSeries(() => monotonicClock.now(), release);
    this.lists = new ListSeries(resourceLabels(release));
    this.watches = new WatchSeries(release);
    this.requests = new WriteSeries();
    this.policies = new PolicySeries(release);
    this.store = new StoreSeries(this.#bounds.store, release);
    this.#requests = new RequestSeries(this.#bounds.requests, release);
    this.admission = new AdmissionSeries(this.#bounds.admission);
    this.webhooks = new WebhookSeries(this.#bounds.admission, this.trust.webhooks.refused);
    const samples = new FlowSamples({
      now: () => monotonicClock.now(),
      limitsOfKinds: limits,
      isLater: isReleasedBy('1.25', release),
    });
    this.flows = new FlowSeriesSet(samples, release);
    this.inFlight = new InFlightSeries(() => monotonicClock.now(), samples);
    this.#filters = new FilterSeries(isFair ? 'priorityandfairness' : 'maxinflight');
    this.health = new HealthSeries(product, release);
    for (const series of [
      ...[new ProcessSeries(), new ExecSeries(systemClock)],
      ...[this.#requests, this.admission, this.webhooks, this.conversions, this.aggregation, this.audit],
      ...[
        this.authentication,
        this.accountTokens,
        this.externalSigner,
        this.peers,
        this.tokenCache,
        this.rules,
        this.pods,
        this.ranges,
        this.reads,
        this.authenticationConfig,
        this.authorizationConfig,
        this.encryption,
        this.encryptionConfig,
        this.flows,
        this.inFlight,
        this.watches,
        this.lists,
        this.#filters,
        this.policies,
        this.manifests,
      ],
      ...[this.requests, this.authorization, this.discovery, this.store],
      ...[this.queues, this.syncs, this.clients, this.elections, this.leases],
      ...Object.values(this.trust),
      ...(this.calls === undefined ? [] : [this.calls]),
    ]) {
      series.register(this.registry);
    }
    this.#longRunning = ['apiserver_longrunning_requests', 'apiserver_longrunning_gauge'].map((name) =>
      this.#gauge(name, 'Watches and the like that are open.', requestLabelNames),
    );
    this.#terminations = this.#counter(
      'apiserver_request_terminations_total',
      'Requests ended because they took too long, or because nobody is there to answer them.',
      [...requestLabelNames, 'code'],
    );
    this.#aborts = this.#counter(
      'apiserver_request_aborts_total',
      'Requests whose answer was broken off after it had begun.',
      requestLabelNames.filter((name) => name !== 'component'),
    );
    this.#handshakeErrors = this.#counter(
      'apiserver_tls_handshake_errors_total',
      'Connections that were given up before TLS was agreed on.',
      [],
    );
    this.#deprecated = this.#gauge(
      'apiserver_requested_deprecated_apis',
      'Always 1; what was asked for that a later release no longer has, in its labels.',
      ['group', 'version', 'resource', 'subresource', 'removed_release'],
    );
    registerBuildInfo(this.registry, product, version);
    registerVersions(this.registry, gates);
    if (isReleasedBy('1.26', release)) registerFeatures(this.registry, product, gates.readings());
  }

  /** Reads the figures of the priority levels when scraped. */
  observeLevels(levels: () => readonly PriorityLevel[], fairness: () => number): void {
    this.flows.observeLevels(levels);
    registerLevelSeries(this.registry, levels, fairness);
  }

  /** Reads the figures of the caches when scraped. */
  observeCaches(feed: CacheFeed, kv: Pick<Kv, 'currentRevision' | 'replacements'>): void {
    registerCacheSeries(this.registry, feed, kv, this.#release);
    this.store.typeOf = (key) => feed.resourceNameOf(key);
  }

  /**
   * Leaves only what the release shows, and the operator wants. Once all metrics are registered. Returns a notice of each
   * that is deprecated.
   */
  choose(choice: MetricChoice): string[] {
    const notices: string[] = [];
    registerOwnSeries(this.registry, choice);
    for (const { name } of this.registry.getMetricsAsArray()) {
      if (!isShown(name, choice)) this.registry.removeSingleMetric(name);
      const kept = this.registry.getSingleMetric(name) as { help: string } | undefined;
      if (kept === undefined) continue;
      kept.help = helpOf(name, kept.help, choice.release);
      const notice = noticeOf(name, choice.release);
      if (notice !== undefined) notices.push(notice);
    }
    return notices;
  }

  requestDone(state: RequestState, code: number, dryRun: string, seconds: number, bytes: number): void {
    this.#requests.done(state, code, dryRun, seconds, bytes);
    this.#filters.requestDone(state.trace.times);
    this.requests.done(state, seconds, this.#fieldValidation);
    if (state.slot?.wasRefused) this.terminated(state, code);
  }

  longRunning(state: RequestState, change: 1 | -1): void {
    for (const gauge of this.#longRunning) gauge.inc(requestLabels(state), change);
  }

  /** `component`: the part that ended the request. */
  terminated(state: RequestState, code = 504, component: 'aggregator' | 'apiserver' = 'apiserver'): void {
    this.#terminations.inc({ ...requestLabels(state), component, code: String(code) });
  }

  aborted(state: RequestState): void {
    const { component, ...labels } = requestLabels(state) as Labels & { component: string };
    this.#aborts.inc(labels);
  }

  readonly handshakeFailed = (): void => {
    this.#handshakeErrors.inc();
  };

  deprecatedRequested({ group, version, resource, subresource }: RequestInfo, removedRelease: string): void {
    this.#deprecated.set({ group, version, resource, subresource, removed_release: removedRelease }, 1);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** The page of this process. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  async reset(): Promise<void> {
    this.registry.resetMetrics();
  }

  #counter(name: string, help: string, labelNames: readonly string[]): Counter<string> {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  #gauge(name: string, help: string, labelNames: readonly string[]): Gauge<string> {
    return new Gauge({ name, help, labelNames: [...labelNames], registers: [this.registry] });
  }
}
