import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { ProtobufEncoder } from '../../api/codec/protobuf/encode.ts';
import { dialects, protobufMediaTypesOf } from '../../api/machinery/dialect.ts';
import type { ApiObject } from '../../api/machinery/metadata.ts';
import type { Definitions, KindDefinition } from '../../api/schema/schema.ts';
import { loadDefinitions } from '../../api/schema/load.ts';
import { allKinds } from '../../kinds/index.ts';
import { ContinueTokens } from '../../registry/continue-token.ts';
import { Deleter } from '../../registry/deleter.ts';
import { Structures } from '../../api/patch/apply/structure.ts';
import { Applier } from '../../registry/managed-fields/applier.ts';
import { ManagedFields } from '../../registry/managed-fields/managed-fields.ts';
import { FieldVersions } from '../../registry/managed-fields/versions.ts';
import { Leases } from '../../registry/leases.ts';
import { Reader } from '../../registry/reader.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { isStatus } from '../../registry/storage-errors.ts';
import { SystemMetadata } from '../../registry/system-metadata.ts';
import { Watcher } from '../../registry/watcher.ts';
import { Writer } from '../../registry/writer.ts';
import { buildChain } from '../../server/chain.ts';
import { ComponentReader } from '../../server/component-reader.ts';
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
import { Repetition } from '../../util/repetition.ts';
import { advertiseAddress } from './bootstrap/advertise-address.ts';
import { Bootstrap } from './bootstrap/bootstrap.ts';
import { OwnService } from './bootstrap/own-service.ts';
import { ReplicaLeases } from './bootstrap/replica-leases.ts';
import { SystemObjects } from './bootstrap/system-objects.ts';
import { askComponents, loopbackComponents } from './components.ts';
import { Door } from './door.ts';
import { resourceRoutes } from './handlers.ts';
import { Lifecycle } from './lifecycle.ts';
import type { ApiServerOptions } from './options.ts';
import { objectForms } from './object-forms.ts';
import { Resources, resourceKey } from './resources.ts';
import { RuntimeConfig } from './runtime-config.ts';
import { serve, servedKinds } from './served.ts';
import { ServiceAllocation } from './service-allocation.ts';
import { checkDialect, openStore } from './storage.ts';
import { productVersion, versionDocument } from './version.ts';

const compactEvery = 300_000;
/** How long a read waits for the caches to catch up. */
const patience = 3_000;
/** A pause in a comparison of the caches with the store, between two resource types. */
const restBetweenChecks = 100;
/** How long open requests may go on once the server stops. */
const drainFor = 60_000;
/** Seconds that events are kept. */
const timesToLive = new Map([['events.', 3600]]);

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
  readonly #deleter: Deleter;
  readonly #services: ServiceAllocation;
  #repair: Repetition | undefined;
  readonly #kinds: readonly KindDefinition[];
  readonly #resources: Resources;
  readonly #writer: Writer;
  readonly #applier: Applier;
  readonly #bootstrap: Bootstrap;
  #checker: NodeJS.Timeout | undefined;

  constructor(options: ApiServerOptions, log: Logger, metrics: Metrics, kv: Kv) {
    const { dialect } = options;
    this.#options = options;
    this.#log = log;
    this.#metrics = metrics;
    this.#kv = kv;
    this.#keys = new StorageKeys(options.etcdPrefix);
    this.#feed = new CacheFeed({ kv, keys: this.#keys, clock: systemClock, patience, onTrouble: (text) => log.warn(text) });
    this.#compactor = new Compactor(kv, this.#keys, compactEvery, (error) => log.warn(`compaction: ${error.message}`));
    this.#lifecycle = new Lifecycle(systemClock, options.livezGracePeriod, Bootstrap.steps);
    this.#definitions = loadDefinitions(fileURLToPath(new URL('../../../api-definitions', import.meta.url)), dialect);
    this.#deleter = new Deleter(kv, new SystemMetadata(systemClock, systemRandom));
    this.#services = new ServiceAllocation({
      kv,
      keys: this.#keys,
      feed: this.#feed,
      clock: systemClock,
      random: systemRandom,
      dialect,
      ranges: options.serviceClusterIpRanges,
      nodePorts: options.serviceNodePortRange,
      report: (message) => log.warn(message),
    });
    const runtimeConfig = new RuntimeConfig(options.runtimeConfig, this.#definitions);
    this.#kinds = servedKinds(this.#definitions, runtimeConfig, options.emulatedVersion);
    this.#resources = new Resources(this.#definitions.kinds, this.#kinds, {
      rules: allKinds({ dialect, clock: systemClock }),
      keys: this.#keys,
      watchHistory: options.watchHistory,
      timesToLive,
      companions: new Map([['services.', this.#companionsOfServices()]]),
      delivered: (kind, events) => metrics.watchEvents(kind, events),
      unreadable: (resource, key, reason) => this.#tellUnreadable(resource, key, reason),
    });
    for (const { cache } of this.#resources.stored.values()) this.#feed.add(cache);
    const structures = new Structures();
    const versions = new FieldVersions(
      objectForms(this.#definitions.kinds, (kind) => this.#resources.of(kind)),
      structures,
    );
    this.#writer = new Writer(
      kv,
      new SystemMetadata(systemClock, systemRandom),
      new Leases(kv, systemClock),
      new ManagedFields(versions, systemClock),
    );
    const { commandLineClient, label } = dialect;
    const annotation = `${commandLineClient}.${label}/last-applied-configuration`;
    this.#applier = new Applier(versions, structures, systemClock, { manager: commandLineClient, annotation });
    this.#bootstrap = new Bootstrap({
      objects: new SystemObjects(this.#writer, this.#resources.stored, `${dialect.prefix}-apiserver`),
      dialect,
      release: options.emulatedVersion,
      done: (step) => this.#lifecycle.done(step),
      trouble: (message) => log.warn(message),
    });
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
      await this.#repairServices();
      await this.#bootstrap.start();
    } catch (error) {
      await door.close(0);
      throw error;
    }
    await this.#announce(address.port);
    this.#compactor.start();
    this.#checker = setInterval(() => void this.#checkCaches(), this.#options.watchCacheCheckInterval);
    return { address, adminKubeconfig: door.adminKubeconfig, stop: () => this.#stop(door) };
  }

  /** Tells the cluster where this server is, if anybody could reach it there. */
  async #announce(port: number): Promise<void> {
    const { dialect, advertiseAddress: told, bindAddress } = this.#options;
    const [range] = this.#options.serviceClusterIpRanges;
    const address = advertiseAddress(told, bindAddress, range!.family);
    if (address === undefined) return this.#log.warn('no address to advertise: pods will not find this server');
    const objects = new SystemObjects(this.#writer, this.#resources.stored, `${dialect.prefix}-apiserver`);
    const leases = new ReplicaLeases(this.#kv, this.#keys, address);
    await this.#bootstrap.announce(new OwnService({ objects, leases, dialect, clusterIp: range!.at(1), port }));
  }

  /** Addresses and ports are repaired before anybody asks for one, and from time to time. */
  async #repairServices(): Promise<void> {
    const repair = this.#services.repairOf(this.#resources.stored.get('services.')!);
    await repair.turn();
    const failed = (error: Error): void => this.#log.warn(`claims of Services are not repaired: ${error.message}`);
    this.#repair = new Repetition(() => repair.turn(), this.#options.serviceRepairInterval, failed);
    this.#repair.start();
  }

  /** The addresses of pods behind a Service go with it: a new one of the same name must not begin with old ones. */
  #companionsOfServices(): Pick<StoredResource, 'allocator' | 'afterRemoval'> {
    const { allocator } = this.#services;
    const afterRemoval = async (service: ApiObject): Promise<void> => {
      const { namespace = '', name = '' } = service.metadata;
      await allocator.release(service);
      await this.#deleter.delete(this.#resources.stored.get('endpoints.')!, namespace, name, {}, false).catch((error) => {
        if (!isStatus(error, 404)) this.#log.warn(`endpoints ${namespace}/${name} outlive their Service: ${error.message}`);
      });
    };
    return { allocator, afterRemoval };
  }

  #tellUnreadable(resource: string, key: string, reason: string): void {
    this.#log.error(`what is stored as ${resource} ${key} cannot be read, and is left out: ${reason}`);
    this.#metrics.unreadable(resource);
  }

  #chain(door: Door, byQuorum: boolean) {
    const { dialect, minRequestTimeout, emulatedVersion } = this.#options;
    const metaGroup = `meta.${dialect.api}`;
    // Clients have media types compiled in: those of every dialect are understood, whatever the objects speak.
    const media = { metaGroups: dialects.map(({ api }) => `meta.${api}`), protobuf: protobufMediaTypesOf(dialect) };
    const encoder = new ProtobufEncoder();
    const tokens = new ContinueTokens(`${metaGroup}/v1`);
    const routes = resourceRoutes({
      reader: new Reader(this.#kv, this.#feed, tokens, byQuorum),
      writer: this.#writer,
      applier: this.#applier,
      deleter: this.#deleter,
      watcher: new Watcher(this.#kv, this.#feed, systemClock),
      views: new Views(systemClock),
      durations: new WatchDurations(systemClock, systemRandom, minRequestTimeout),
      dialect,
      definitions: this.#definitions,
      encoder,
      observe: watchObserver(this.#metrics),
      clock: systemClock,
      release: emulatedVersion,
      pods: this.#resources.stored.get('pods.')!,
      budgets: this.#resources.stored.get('poddisruptionbudgets.policy'),
      components: new ComponentReader(() => askComponents(this.#kv, loopbackComponents)),
    });
    // What is answered and not stored is served as far as there is somebody to answer.
    const kinds = this.#kinds.filter((kind) => !kind.virtual || resourceKey(kind) in routes.virtual);
    const surface = serve(this.#definitions, kinds, {
      resourceOf: (kind) => this.#resources.of(kind),
      release: emulatedVersion,
      encoder,
    });
    const resources = new ResourceRouter(surface, routes, media, (info, removedRelease) =>
      this.#metrics.deprecatedRequested(info, removedRelease),
    );
    const discovery = new DiscoveryHandler(surface, new DiscoveryDocuments(surface, resources), dialect.api);
    const openApi = new OpenApiDocuments(surface, {
      definitions: this.#definitions,
      dialect,
      routes: resources,
      version: versionDocument(emulatedVersion),
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
        version: versionDocument(emulatedVersion),
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
    await this.#bootstrap.close();
    await sleep(this.#options.shutdownDelay);
    const closed = door.close(drainFor);
    for (const { cache } of this.#resources.stored.values()) {
      cache.fanOut.flush();
      for (const stream of [...cache.fanOut.streams()]) stream.end();
    }
    await closed;
    this.#compactor.close();
    clearInterval(this.#checker);
    await this.#repair?.close();
    this.#feed.close();
    await this.#kv.close();
  }
}
