import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { dialects } from '../../api/machinery/dialect.ts';
import type { Definitions } from '../../api/schema/schema.ts';
import { loadDefinitions } from '../../api/schema/load.ts';
import { appsKinds } from '../../kinds/apps/index.ts';
import { coordinationKinds } from '../../kinds/coordination/index.ts';
import { coreKinds } from '../../kinds/core/index.ts';
import { ContinueTokens } from '../../registry/continue-token.ts';
import { Deleter } from '../../registry/deleter.ts';
import { Leases } from '../../registry/leases.ts';
import { Reader } from '../../registry/reader.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { SystemMetadata } from '../../registry/system-metadata.ts';
import { Watcher } from '../../registry/watcher.ts';
import { Writer } from '../../registry/writer.ts';
import { buildChain } from '../../server/chain.ts';
import { DiscoveryDocuments } from '../../server/discovery/documents.ts';
import { DiscoveryHandler } from '../../server/discovery/handler.ts';
import { HealthHandler } from '../../server/health.ts';
import { Metrics } from '../../server/metrics.ts';
import { NonResources } from '../../server/non-resources.ts';
import { OpenApiDocuments } from '../../server/openapi/documents.ts';
import { OpenApiHandler } from '../../server/openapi/handler.ts';
import { ResourceRouter } from '../../server/resource-router.ts';
import { Views } from '../../server/views.ts';
import { watchObserver } from '../../server/watch-observer.ts';
import { WatchDurations } from '../../server/watch-durations.ts';
import { Compactor } from '../../storage/compactor.ts';
import { StorageKeys } from '../../storage/keys.ts';
import type { Kv } from '../../storage/kv.ts';
import { meteredKv } from '../../storage/metered-kv.ts';
import { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { SelfCheck } from '../../storage/watch-cache/self-check.ts';
import { systemClock } from '../../util/clock.ts';
import { systemRandom } from '../../util/random.ts';
import { ensureNamespaces } from './bootstrap.ts';
import { Door } from './door.ts';
import { resourceRoutes } from './handlers.ts';
import { Lifecycle } from './lifecycle.ts';
import type { ApiServerOptions } from './options.ts';
import { storedResources } from './resources.ts';
import { serve } from './served.ts';
import { checkDialect, openStore } from './storage.ts';
import { productVersion, versionDocument } from './version.ts';

/** The release of the API that is served. */
const releaseLevel = '1.23';
const compactEvery = 300_000;
/** How long a read waits for the caches to catch up. */
const patience = 3_000;
/** A pause in a comparison of the caches with the store, between two resource types. */
const restBetweenChecks = 100;
/** How long open requests may go on once the server stops. */
const drainFor = 60_000;
/** Seconds that events are kept. */
const timesToLive = new Map([['events.', 3600]]);

const namespacesStep = 'bootstrap-controller';

/** A server that is up. */
export interface RunningServer {
  /** With what an admin gets in, when the server made its own credentials. */
  adminKubeconfig: string | undefined;
  /** Where it listens. */
  address: { address: string; port: number };
  /** Readyz turns red, after the delay nothing new is taken, what is open may finish. */
  stop(): Promise<void>;
}

/** Starts the server that the options describe. Rejects with StartError when they cannot be followed. */
export async function startApiServer(options: ApiServerOptions, log: Logger): Promise<RunningServer> {
  const door = await Door.prepare(options, log);
  const metrics = new Metrics(options.dialect.service, productVersion);
  const kv = meteredKv(await openStore(options), (operation, seconds) => metrics.storage(operation, seconds));
  try {
    return await new ApiServer(options, log, metrics, kv).start(door);
  } catch (error) {
    await kv.close();
    throw error;
  }
}

/** Puts the parts together, each made from exactly what it uses. */
class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #log: Logger;
  readonly #metrics: Metrics;
  readonly #kv: Kv;
  readonly #keys: StorageKeys;
  readonly #feed: CacheFeed;
  readonly #compactor: Compactor;
  readonly #lifecycle: Lifecycle;
  readonly #definitions: Definitions;
  readonly #stored: Map<string, StoredResource>;
  readonly #writer: Writer;
  #checker: NodeJS.Timeout | undefined;

  constructor(options: ApiServerOptions, log: Logger, metrics: Metrics, kv: Kv) {
    const { dialect } = options;
    const kinds = { dialect, clock: systemClock };
    this.#options = options;
    this.#log = log;
    this.#metrics = metrics;
    this.#kv = kv;
    this.#keys = new StorageKeys(options.etcdPrefix);
    this.#feed = new CacheFeed({ kv, keys: this.#keys, clock: systemClock, patience, onTrouble: (text) => log.warn(text) });
    this.#compactor = new Compactor(kv, this.#keys, compactEvery, (error) => log.warn(`compaction: ${error.message}`));
    this.#lifecycle = new Lifecycle(systemClock, options.livezGracePeriod, [namespacesStep]);
    this.#definitions = loadDefinitions(fileURLToPath(new URL('../../../api-definitions', import.meta.url)), dialect);
    this.#stored = storedResources({
      definitions: this.#definitions,
      rules: [...coreKinds(kinds), ...appsKinds(kinds), ...coordinationKinds(kinds)],
      keys: this.#keys,
      metrics,
      watchHistory: options.watchHistory,
      timesToLive,
    });
    for (const { cache } of this.#stored.values()) this.#feed.add(cache);
    this.#writer = new Writer(kv, new SystemMetadata(systemClock, systemRandom), new Leases(kv, systemClock));
  }

  async start(door: Door): Promise<RunningServer> {
    const { dialect, bindAddress, securePort } = this.#options;
    await checkDialect(this.#kv, this.#keys, dialect);
    const { safeForCachedReads, warning, version } = await this.#kv.status();
    this.#log.info(`store: ${version}`);
    if (warning !== undefined) this.#log.warn(warning);
    const application = this.#chain(door, !safeForCachedReads);
    // Health is told from the first moment; the rest waits for the caches.
    const address = await door.open(application, bindAddress, securePort);
    try {
      await this.#feed.start();
      await ensureNamespaces(this.#writer, this.#stored.get('namespaces.')!, dialect);
    } catch (error) {
      await door.close(0);
      throw error;
    }
    this.#lifecycle.done(namespacesStep);
    this.#compactor.start();
    this.#checker = setInterval(() => void this.#checkCaches(), this.#options.watchCacheCheckInterval);
    return { address, adminKubeconfig: door.adminKubeconfig, stop: () => this.#stop(door) };
  }

  #chain(door: Door, byQuorum: boolean) {
    const { dialect, minRequestTimeout, runtimeConfig } = this.#options;
    const metaGroup = `meta.${dialect.api}`;
    // Clients have media types compiled in: those of every dialect are understood, whatever the objects speak.
    const metaGroups = dialects.map(({ api }) => `meta.${api}`);
    const tokens = new ContinueTokens(`${metaGroup}/v1`);
    const surface = serve(this.#definitions, this.#stored, runtimeConfig, releaseLevel);
    const routes = resourceRoutes({
      reader: new Reader(this.#kv, this.#feed, tokens, byQuorum),
      writer: this.#writer,
      deleter: new Deleter(this.#kv, new SystemMetadata(systemClock, systemRandom)),
      watcher: new Watcher(this.#kv, this.#feed, systemClock),
      views: new Views(systemClock),
      durations: new WatchDurations(systemClock, systemRandom, minRequestTimeout),
      dialect,
      definitions: this.#definitions,
      observe: watchObserver(this.#metrics),
    });
    const resources = new ResourceRouter(surface, routes, metaGroups);
    const discovery = new DiscoveryHandler(surface, new DiscoveryDocuments(surface, resources), dialect.api);
    const openApi = new OpenApiDocuments(surface, {
      definitions: this.#definitions,
      dialect,
      routes: resources,
      version: versionDocument(),
      clock: systemClock,
    });
    this.#observe();
    return buildChain({
      clock: systemClock,
      random: systemRandom,
      metrics: this.#metrics,
      authenticator: door.authenticator,
      limits: {
        readOnly: this.#options.maxRequestsInFlight,
        mutating: this.#options.maxMutatingRequestsInFlight,
      },
      requestTimeout: this.#options.requestTimeout,
      resources,
      nonResources: new NonResources({
        surface,
        discovery,
        openApi: new OpenApiHandler(openApi, systemClock),
        health: this.#health(),
        metrics: this.#metrics,
        version: versionDocument(),
      }),
    });
  }

  #health(): HealthHandler {
    const checks = this.#lifecycle.checks(this.#kv, this.#feed);
    const endpoints = Object.entries(checks).map(([name, ofEndpoint]) => ({ name, checks: ofEndpoint }));
    return new HealthHandler(endpoints, (endpoint, check, error) =>
      this.#log.warn(`${endpoint}: ${check} failed: ${error.message}`),
    );
  }

  #observe(): void {
    this.#metrics.observeCaches(this.#feed, () => this.#kv.currentRevision());
    this.#metrics.observeStoreSize(async () => {
      const { sizeBytes, members } = await this.#kv.status();
      return [{ endpoint: members[0]?.endpoint ?? 'embedded', bytes: sizeBytes }];
    });
  }

  async #checkCaches(): Promise<void> {
    const check = new SelfCheck(this.#kv, this.#feed, (resource) => this.#metrics.selfCheckFailed(resource));
    await check.run(restBetweenChecks).catch((error: Error) => this.#log.warn(`self-check: ${error.message}`));
  }

  async #stop(door: Door): Promise<void> {
    this.#lifecycle.stopping();
    await sleep(this.#options.shutdownDelay);
    const closed = door.close(drainFor);
    for (const { cache } of this.#stored.values()) {
      cache.fanOut.flush();
      for (const stream of [...cache.fanOut.streams()]) stream.end();
    }
    await closed;
    this.#compactor.close();
    clearInterval(this.#checker);
    this.#feed.close();
    await this.#kv.close();
  }
}
