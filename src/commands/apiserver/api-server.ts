import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Auditor } from '../../access/audit/auditor.ts';
import type { ApiObject } from '../../api/machinery/metadata.ts';
import { Structures } from '../../api/patch/apply/structure.ts';
import { loadDefinitions } from '../../api/schema/load.ts';
import type { Definitions, KindDefinition } from '../../api/schema/schema.ts';
import { allKinds } from '../../kinds/index.ts';
import { CachedObjects } from '../../registry/cached-objects.ts';
import { Deleter } from '../../registry/deleter.ts';
import { Leases } from '../../registry/leases.ts';
import { Applier } from '../../registry/managed-fields/applier.ts';
import { ManagedFields } from '../../registry/managed-fields/managed-fields.ts';
import { FieldVersions } from '../../registry/managed-fields/versions.ts';
import { ObjectStore } from '../../registry/object-store.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { isStatus } from '../../registry/storage-errors.ts';
import { SystemMetadata } from '../../registry/system-metadata.ts';
import { Writer } from '../../registry/writer.ts';
import { HealthHandler } from '../../server/health.ts';
import { Metrics } from '../../server/metrics.ts';
import { Compactor } from '../../storage/compactor.ts';
import { StorageKeys } from '../../storage/keys.ts';
import type { Kv, KvStatus } from '../../storage/kv.ts';
import { meteredKv } from '../../storage/metered-kv.ts';
import { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import type { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import { SelfCheck } from '../../storage/watch-cache/self-check.ts';
import { systemClock } from '../../util/clock.ts';
import { systemRandom } from '../../util/random.ts';
import { Repetition } from '../../util/repetition.ts';
import { createAccess } from './access.ts';
import { buildApplication } from './application.ts';
import { advertiseAddress } from './bootstrap/advertise-address.ts';
import { Bootstrap } from './bootstrap/bootstrap.ts';
import { OwnService } from './bootstrap/own-service.ts';
import { ReplicaLeases } from './bootstrap/replica-leases.ts';
import { SystemObjects } from './bootstrap/system-objects.ts';
import { Door } from './door.ts';
import { Lifecycle } from './lifecycle.ts';
import { objectForms } from './object-forms.ts';
import type { ApiServerOptions } from './options.ts';
import { PluginWriter } from './plugin-writer.ts';
import { Resources } from './resources.ts';
import { RuntimeConfig } from './runtime-config.ts';
import { servedKinds } from './served.ts';
import { ServedVersions } from './served-versions.ts';
import { ServiceAllocation } from './service-allocation.ts';
import { checkDialect, openStore } from './storage.ts';
import { productVersion } from './version.ts';

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
    return await new ApiServer(options, log, metrics, kv, await kv.status()).start(door);
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
  readonly #store: KvStatus;
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
  readonly #ownership: ManagedFields;
  readonly #objects: SystemObjects;
  readonly #bootstrap: Bootstrap;
  readonly #cached: CachedObjects;
  /** What is to be let go at the end. */
  readonly #held = new DisposableStack();
  #checker: NodeJS.Timeout | undefined;

  constructor(options: ApiServerOptions, log: Logger, metrics: Metrics, kv: Kv, store: KvStatus) {
    this.#store = store;
    const { dialect } = options;
    this.#options = options;
    this.#log = log;
    this.#metrics = metrics;
    this.#kv = kv;
    this.#keys = new StorageKeys(options.etcdPrefix);
    this.#feed = new CacheFeed({
      kv,
      keys: this.#keys,
      clock: systemClock,
      patience,
      onTrouble: (text) => log.warn(text),
    });
    this.#compactor = new Compactor(kv, this.#keys, compactEvery, (error) =>
      log.warn(`compaction: ${error.message}`),
    );
    this.#lifecycle = new Lifecycle(systemClock, options.livezGracePeriod, Bootstrap.steps);
    this.#definitions = loadDefinitions(
      fileURLToPath(new URL('../../../api-definitions', import.meta.url)),
      dialect,
    );
    const metadata = new SystemMetadata(systemClock, systemRandom);
    const catchUp = store.safeForCachedReads ? () => this.#feed.catchUp() : undefined;
    const objects = new ObjectStore(kv, new Leases(kv, systemClock), catchUp);
    this.#deleter = new Deleter(objects, metadata);
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
    this.#ownership = new ManagedFields(versions, systemClock);
    this.#writer = new Writer(objects, metadata, this.#ownership);
    const { commandLineClient, label } = dialect;
    const annotation = `${commandLineClient}.${label}/last-applied-configuration`;
    this.#applier = new Applier(versions, structures, systemClock, {
      manager: commandLineClient,
      annotation,
    });
    this.#objects = new SystemObjects(this.#writer, this.#resources.stored, `${dialect.prefix}-apiserver`);
    this.#cached = new CachedObjects(this.#caches(), this.#feed);
    this.#bootstrap = new Bootstrap({
      objects: this.#objects,
      cached: this.#cached,
      dialect,
      release: options.emulatedVersion,
      done: (step) => this.#lifecycle.done(step),
      trouble: (message) => log.warn(message),
    });
  }

  async start(door: Door): Promise<RunningServer> {
    const { dialect, bindAddress, securePort } = this.#options;
    await checkDialect(this.#kv, this.#keys, dialect);
    const { safeForCachedReads, warning, version } = this.#store;
    this.#log.info(`store: ${version}`);
    if (warning !== undefined) this.#log.warn(warning);
    const objects = this.#cached;
    const access = await createAccess({
      options: this.#options,
      credentials: door.credentials,
      objects,
      writer: new PluginWriter(this.#writer, this.#resources.stored),
      versions: new ServedVersions(this.#kinds, this.#resources, this.#definitions.structs),
      definitions: this.#definitions,
      metrics: this.#metrics,
      resources: this.#held,
      log: this.#log,
    });
    const application = buildApplication({
      options: this.#options,
      ...access,
      kv: this.#kv,
      feed: this.#feed,
      metrics: this.#metrics,
      definitions: this.#definitions,
      kinds: this.#kinds,
      resources: this.#resources,
      writer: this.#writer,
      applier: this.#applier,
      ownership: this.#ownership,
      deleter: this.#deleter,
      health: this.#health(),
      byQuorum: !safeForCachedReads,
    });
    this.#observe();
    // Health is told from the first moment; the rest waits for the caches.
    const address = await door.open(application, bindAddress, securePort);
    try {
      await this.#feed.start();
      await this.#repairServices();
      await this.#bootstrap.start(access.trust);
    } catch (error) {
      await door.close(0);
      throw error;
    }
    await this.#announce(address.port);
    this.#compactor.start();
    this.#checker = setInterval(() => void this.#checkCaches(), this.#options.watchCacheCheckInterval);
    const stop = (): Promise<void> => this.#stop(door, access.auditor);
    return { address, adminKubeconfig: door.adminKubeconfig, stop };
  }

  #caches(): Map<string, ResourceCache> {
    return new Map([...this.#resources.stored].map(([type, { cache }]) => [type, cache]));
  }

  /** Tells the cluster where this server is, if anybody could reach it there. */
  async #announce(port: number): Promise<void> {
    const { dialect, advertiseAddress: told, bindAddress } = this.#options;
    const [range] = this.#options.serviceClusterIpRanges;
    const address = advertiseAddress(told, bindAddress, range!.family);
    if (address === undefined)
      return this.#log.warn('no address to advertise: pods will not find this server');
    const objects = this.#objects;
    const leases = new ReplicaLeases(this.#kv, this.#keys, address);
    await this.#bootstrap.announce(
      new OwnService({ objects, leases, dialect, clusterIp: range!.at(1), port }),
    );
  }

  /** Addresses and ports are repaired before anybody asks for one, and from time to time. */
  async #repairServices(): Promise<void> {
    const repair = this.#services.repairOf(this.#resources.stored.get('services.')!);
    await repair.turn();
    const failed = (error: Error): void =>
      this.#log.warn(`claims of Services are not repaired: ${error.message}`);
    this.#repair = new Repetition(() => repair.turn(), this.#options.serviceRepairInterval, failed);
    this.#repair.start();
  }

  /** The addresses of pods behind a Service go with it: a new one of the same name must not begin with old ones. */
  #companionsOfServices(): Pick<StoredResource, 'allocator' | 'afterRemoval'> {
    const { allocator } = this.#services;
    const afterRemoval = async (service: ApiObject): Promise<void> => {
      const { namespace = '', name = '' } = service.metadata;
      await allocator.release(service);
      await this.#deleter
        .delete(this.#resources.stored.get('endpoints.')!, namespace, name, {}, false)
        .catch((error) => {
          if (!isStatus(error, 404))
            this.#log.warn(`endpoints ${namespace}/${name} outlive their Service: ${error.message}`);
        });
    };
    return { allocator, afterRemoval };
  }

  #tellUnreadable(resource: string, key: string, reason: string): void {
    this.#log.error(`what is stored as ${resource} ${key} cannot be read, and is left out: ${reason}`);
    this.#metrics.unreadable(resource);
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
    await check
      .run(restBetweenChecks)
      .catch((error: Error) => this.#log.warn(`self-check: ${error.message}`));
  }

  async #stop(door: Door, auditor: Auditor | undefined): Promise<void> {
    this.#lifecycle.stopping();
    await this.#bootstrap.close();
    await sleep(this.#options.shutdownDelay);
    const closed = door.close(drainFor);
    for (const { cache } of this.#resources.stored.values()) {
      cache.fanOut.flush();
      for (const stream of [...cache.fanOut.streams()]) stream.end();
    }
    await closed;
    await auditor?.close();
    this.#held.dispose();
    this.#compactor.close();
    clearInterval(this.#checker);
    await this.#repair?.close();
    this.#feed.close();
    await this.#kv.close();
  }
}
