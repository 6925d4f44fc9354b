import type { Logger } from 'pino';
import type { Auditor } from '../../access/audit/auditor.ts';
import { flowControlFlag } from '../../access/flow-control/flags.ts';
import type { GroupResource } from '../../api/meta/status.ts';
import { Bootstrap } from '../../bootstrap/bootstrap.ts';
import type { StandIn } from '../../bootstrap/stand-in.ts';
import { PluginWriter } from '../../registry/write/plugin-writer.ts';
import { SystemObjects } from '../../registry/write/system-objects.ts';
import { ShutdownGate } from '../../server/filters/shutdown-gate.ts';
import { Metrics } from '../../server/metrics/metrics.ts';
import { Compactor } from '../../storage/compactor.ts';
import type { ConfiguredEncryption } from '../../storage/encryption/configured-encryption.ts';
import type { Kv, KvStatus } from '../../storage/kv.ts';
import { meteredKv } from '../../storage/metered-kv.ts';
import { StoreHealth } from '../../storage/store-health.ts';
import { SelfCheck } from '../../storage/watch-cache/self-check.ts';
import { monotonicClock, systemClock } from '../../util/clock.ts';
import { PeriodicTask } from '../../util/periodic-task.ts';
import type { Tracer } from '../../util/tracing/span.ts';
import type { ServerLog } from '../server-log.ts';
import { StartError } from '../start-error.ts';
import { versionDocument } from '../version.ts';
import { type Access, createAccess } from './access.ts';
import { type ApplicationDependencies, buildApplication } from './application.ts';
import { openEncryption } from './encryption.ts';
import { keepIdentity } from './identity.ts';
import { Lifecycle } from './lifecycle.ts';
import { type LocalControllers, localControllerNames, startLocalControllers } from './local-controllers.ts';
import type { ApiServerOptions } from './options.ts';
import { forgetEarlierRun, type OwnServiceDependencies, ownServiceOf, standInOf } from './own-service.ts';
import { buildRegistry, type RegistryParts } from './registry-parts.ts';
import { SecureServing } from './secure-serving.ts';
import { ServedVersions } from './served-versions.ts';
import { stopServing } from './shutdown.ts';
import { admissionStep, aggregationSteps, flowControlSteps, startSteps } from './start-steps.ts';
import { checkDialect, openStore } from './storage.ts';
import { openTracer } from './tracing.ts';
import type { WorkerGroup } from './workers/group.ts';
import { joinedPages } from './workers/joined-pages.ts';

/** A pause in a comparison of the caches with the store, between two resource types. */
const restBetweenChecks = 100;
/** How long a worker that others follow serves its connections as before, so that busy clients leave them by themselves. */
const handoverDelay = 2_000;

/** A server that is up. */
export interface RunningServer {
  /** With what an admin gets in, when the server made its own credentials. */
  adminKubeconfig: string | undefined;
  /** Where it listens. */
  address: { address: string; port: number };
  /**
   * Readyz turns red, after the delay nothing new is taken, what is open may finish. `others`: other workers of the server
   * go on; then clients may come as before, and only what is open here ends.
   */
  stop(during: { others: boolean }): Promise<void>;
}

function metricsFor(options: ApiServerOptions): Metrics {
  const { dialect, emulatedVersion } = options;
  return new Metrics({
    product: dialect.service,
    version: versionDocument(emulatedVersion),
    release: emulatedVersion,
    limits: { readOnly: options.maxRequestsInFlight, mutating: options.maxMutatingRequestsInFlight },
    isFair: isFair(options),
  });
}

/** Whether requests wait in queues of priority levels. */
const isFair = ({ access, settings }: ApiServerOptions): boolean =>
  access.boolean(flowControlFlag.name) && settings.gates.isOn('APIPriorityAndFairness');

/** Starts the server that the options describe, or one worker of it. Rejects with StartError when they cannot be followed. */
export async function startApiServer(
  options: ApiServerOptions,
  log: ServerLog,
  group: WorkerGroup,
): Promise<RunningServer> {
  const metrics = metricsFor(options);
  const tracer = await openTracer(options, log.logger);
  const door = await SecureServing.prepare(options, log.logger, metrics.handshakeFailed);
  const encryption = await openEncryption(options, metrics, (message) => log.logger.warn(message));
  try {
    const kv = meteredKv(
      await openStore(options),
      (operation, seconds) => metrics.storage(operation, seconds),
      options.etcdServers.length === 0 ? 'embedded' : 'etcd3',
    );
    try {
      const store = { kv, encryption, status: await kv.status() };
      return await new ApiServer(options, log, { metrics, tracer }, store, group).start(door);
    } catch (error) {
      await kv.close();
      throw error;
    }
  } catch (error) {
    await encryption.close();
    throw error;
  }
}

/** They receive how requests are served. */
interface Observers {
  metrics: Metrics;
  /** Undefined when nothing is traced. */
  tracer: Tracer | undefined;
}

/** Puts the parts together, each made from exactly what it uses. */
class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #serverLog: ServerLog;
  readonly #log: Logger;
  readonly #metrics: Metrics;
  readonly #tracer: Tracer | undefined;
  readonly #kv: Kv;
  readonly #encryption: ConfiguredEncryption;
  readonly #store: KvStatus;
  readonly #group: WorkerGroup;
  readonly #registry: RegistryParts;
  readonly #storeHealth: StoreHealth;
  readonly #compactor: Compactor;
  readonly #gate: ShutdownGate;
  readonly #lifecycle: Lifecycle;
  readonly #objects: SystemObjects;
  readonly #bootstrap: Bootstrap;
  #repair: PeriodicTask | undefined;
  #controllers: LocalControllers | undefined;
  #identity: AsyncDisposable | undefined;
  /** The caches were loaded, and the ranges of Services are in order. */
  #isLoaded = false;
  /** Undefined for the worker that announces the server. */
  #standIn: StandIn | undefined;
  #isStopping = false;
  /** Resources to close at shutdown, last one first. */
  readonly #held = new DisposableStack();
  #checker: NodeJS.Timeout | undefined;

  constructor(
    options: ApiServerOptions,
    serverLog: ServerLog,
    { metrics, tracer }: Observers,
    { kv: plainKv, encryption, status }: { kv: Kv; encryption: ConfiguredEncryption; status: KvStatus },
    group: WorkerGroup,
  ) {
    const log = serverLog.logger;
    this.#options = options;
    this.#serverLog = serverLog;
    this.#log = log;
    this.#metrics = metrics;
    this.#tracer = tracer;
    this.#encryption = encryption;
    this.#store = status;
    this.#group = group;
    this.#registry = buildRegistry({ options, plainKv, encryption, metrics, log });
    const { kv, writer, resources, cached } = this.#registry;
    this.#kv = kv;
    this.#storeHealth = new StoreHealth(kv, monotonicClock, options.settings.storeHealthTimeout);
    this.#compactor = new Compactor(kv, options.settings.compactionInterval, (error) =>
      log.warn(`compaction: ${error.message}`),
    );
    this.#gate = new ShutdownGate(`${options.dialect.prefix}-apiserver/`);
    this.#lifecycle = new Lifecycle(
      systemClock,
      options.livezGracePeriod,
      startSteps(options.dialect, isFair(options)),
    );
    this.#objects = new SystemObjects(writer, resources.stored, `${options.dialect.prefix}-apiserver`);
    this.#bootstrap = new Bootstrap({
      objects: this.#objects,
      cached,
      dialect: options.dialect,
      release: options.emulatedVersion,
      done: (step) => this.#lifecycle.done(step),
      trouble: (message) => log.warn(message),
      isReadOnly: () => kv.trouble !== undefined,
      flowControl: options.access.boolean(flowControlFlag.name),
      controllers: localControllerNames(options.access),
    });
  }

  async start(door: SecureServing): Promise<RunningServer> {
    const { dialect, bindAddress, securePort } = this.#options;
    const { keys, feed, cached, writer, kinds, resources, definitions } = this.#registry;
    await checkDialect(this.#kv, keys, dialect);
    if (this.#group.isFirst) await this.#begin();
    const versions = new ServedVersions(kinds, resources, definitions.structs);
    const access = await createAccess({
      options: this.#options,
      credentials: door.credentials,
      objects: cached,
      writer: new PluginWriter(writer, resources.stored),
      versions,
      definitions,
      metrics: this.#metrics,
      resources: this.#held,
      log: this.#log,
    });
    const steps = aggregationSteps(dialect, access.flags);
    this.#lifecycle.expect(steps);
    const { filters, customResources, aggregation } = buildApplication({
      options: this.#options,
      ...access,
      ...this.#registry,
      log: this.#log,
      metrics: this.#metrics,
      tracer: this.#tracer,
      held: this.#held,
      gate: this.#gate,
      connections: () => door.connections,
      systemObjects: this.#objects,
      ...this.#pages(() => aggregation?.checkRegistration()),
      isLoaded: () => this.#isLoaded,
    });
    if (customResources !== undefined) versions.custom = customResources.admittedVersions;
    const limits = flowControlSteps(isFair(this.#options));
    this.#lifecycle.done(limits.at(-1)!);
    this.#observe();
    // Health is served from the first moment; everything else waits for the caches.
    const address = await door.open(filters, access.trust.files.values(), {
      ...{ address: bindAddress, port: securePort, source: this.#group.source },
    });
    try {
      await feed.start();
      this.#lifecycle.done('generic-apiserver-start-informers');
      this.#lifecycle.done(admissionStep(dialect.prefix));
      for (const step of limits) this.#lifecycle.done(step);
      this.#lifecycle.done('start-apiextensions-informers');
      this.#lifecycle.done('crd-informer-synced');
      await this.#repairServices();
      this.#isLoaded = true;
      customResources?.start();
      this.#lifecycle.done('start-apiextensions-controllers');
      aggregation?.start();
      for (const step of steps) this.#lifecycle.done(step);
      await this.#prepare(() => this.#takeDuties(access, door, address.port));
    } catch (error) {
      await door.close(0);
      throw error;
    }
    this.#checker = setInterval(() => void this.#checkCaches(), this.#options.watchCacheCheckInterval);
    const stop = async (during: { others: boolean }): Promise<void> => {
      this.#isStopping = true;
      await this.#stopServing(door, during);
      await Promise.all([customResources?.close(), aggregation?.close()]);
      await this.#stop(access.auditor);
      await this.#tracer?.close();
    };
    return { address, adminKubeconfig: door.adminKubeconfig, stop };
  }

  /** Once for all workers. */
  async #begin(): Promise<void> {
    await forgetEarlierRun(this.#ownServiceParts);
    const { warning, version } = this.#store;
    this.#log.info(`store: ${version}`);
    if (warning !== undefined) this.#log.warn(warning);
  }

  /** Resolves when what a server makes at its start is there: made by this worker, or by the one that has the duties. */
  async #prepare(duties: () => Promise<void>): Promise<void> {
    const { lead, prepared } = this.#group;
    const isLead = await Promise.race([lead.then(() => true), prepared.then(() => false)]);
    if (isLead) {
      await duties();
      this.#group.reportPrepared();
      return;
    }
    for (const step of Bootstrap.steps) this.#lifecycle.done(step);
    const failed = (error: Error): void => this.#log.error(error, 'duties of the server are not done');
    this.#standIn = standInOf(this.#ownServiceParts);
    this.#standIn?.start();
    const later = async (): Promise<void> => {
      if (this.#isStopping) return;
      await duties();
      await this.#standIn?.close({ staysAnnounced: true });
    };
    void lead.then(later).catch(failed);
  }

  /** Work that one worker of a server does for all. */
  async #takeDuties(access: Access, door: SecureServing, port: number): Promise<void> {
    await this.#bootstrap.start(access.trust);
    this.#identity = await keepIdentity({
      options: this.#options,
      registry: this.#registry,
      objects: this.#objects,
      log: this.#log,
    });
    this.#controllers = await this.#startControllers(access, door);
    const ownService = ownServiceOf(this.#ownServiceParts, port);
    if (ownService !== undefined) await this.#bootstrap.announce(ownService);
    this.#repair!.start();
    if (this.#options.settings.compactionInterval > 0) this.#compactor.start();
  }

  async #startControllers(
    { flags, localUsers }: Access,
    door: SecureServing,
  ): Promise<LocalControllers | undefined> {
    if (!flags.has('controllers')) return undefined;
    try {
      const parts = {
        users: localUsers,
        listener: door.local,
        objects: this.#registry.cached,
        metadata: this.#registry.cached.metadata,
        isBuiltIn: ({ group, resource }: GroupResource) =>
          this.#registry.resources.stored.has(`${resource}.${group}`),
        dialect: this.#options.dialect,
        clock: systemClock,
        flags,
        log: this.#log,
        metrics: this.#metrics,
      };
      return await startLocalControllers(parts, this.#options.etcdServers.length === 0);
    } catch (error) {
      throw new StartError((error as Error).message, { cause: error });
    }
  }

  get #ownServiceParts(): OwnServiceDependencies {
    return {
      options: this.#options,
      registry: this.#registry,
      objects: this.#objects,
      log: this.#log,
    };
  }

  /** Repairs the ranges of addresses and ports before the first request for one; periodically, it is a duty of one. */
  async #repairServices(): Promise<void> {
    const { services, resources } = this.#registry;
    const repair = services.repairOf(resources.stored.get('services.')!, this.#objects);
    const failed = (error: Error): void =>
      this.#log.warn(`ranges of Services are not repaired: ${error.message}`);
    await repair.turn().catch((error: Error) => {
      // A failed write must not keep the server from starting: deleting objects makes room on a full disk.
      if (this.#kv.trouble === undefined) throw error;
      failed(error);
    });
    this.#repair = new PeriodicTask(() => repair.turn(), this.#options.serviceRepairInterval, failed);
  }

  /** The answers that are those of all workers. */
  #pages(checkRegistration: () => void): Pick<ApplicationDependencies, 'health' | 'metricsPage'> {
    const checks = this.#lifecycle.checks({
      checkRegistration,
      store: this.#storeHealth,
      feed: this.#registry.feed,
      providers: this.#encryption.checks,
      serverLog: this.#serverLog,
      isEmbedded: this.#options.etcdServers.length === 0,
    });
    return joinedPages({ group: this.#group, checks, metrics: this.#metrics, log: this.#log });
  }

  #observe(): void {
    const { feed } = this.#registry;
    this.#encryption.onChange = () => {
      // A value that no key could decrypt may have one now.
      if (feed.caches.some((cache) => cache.hasUndecryptable)) void feed.reload('there are other keys now');
    };
    this.#metrics.observeStoreTrouble(() => this.#kv.trouble);
    const stop = this.#storeHealth.watchTrouble((trouble) => {
      if (trouble === undefined) this.#log.info('the store takes writes again');
      else this.#log.error(trouble);
    });
    this.#held.defer(stop);
    this.#metrics.observeCaches(this.#registry.feed, () => this.#kv.currentRevision());
    this.#metrics.observeStoreSize(async () => {
      const { sizeBytes, members } = await this.#kv.status();
      return [{ endpoint: members[0]?.endpoint ?? 'embedded', bytes: sizeBytes }];
    });
    const {
      showsHiddenMetrics: showsHidden,
      disabledMetrics,
      countsObjects,
      measuresStore,
    } = this.#options.settings;
    const notices = this.#metrics.choose({
      release: this.#options.emulatedVersion,
      showsHidden,
      disabled: [
        ...disabledMetrics,
        ...(countsObjects ? [] : ['apiserver_storage_objects', 'etcd_object_counts']),
        ...(measuresStore ? [] : ['etcd_db_total_size_in_bytes']),
      ],
    });
    if (notices.length > 0 && this.#group.isFirst)
      this.#log.warn(`deprecated metrics are served: ${notices.sort().join(', ')}`);
  }

  async #checkCaches(): Promise<void> {
    const check = new SelfCheck(this.#kv, this.#registry.feed, (resource) =>
      this.#metrics.selfCheckFailed(resource),
    );
    await check
      .run(restBetweenChecks)
      .catch((error: Error) => this.#log.warn(`self-check: ${error.message}`));
  }

  /**
   * Custom resources, APIs of other servers and the audit log are in use until this resolves. Where other workers go on,
   * balancers hear nothing of it.
   */
  #stopServing(door: SecureServing, { others }: { others: boolean }): Promise<void> {
    const { shutdownDelay, requestTimeout, settings } = this.#options;
    const leave = async (): Promise<void> => {
      const announced = { staysAnnounced: others };
      await this.#standIn?.close(announced);
      await Promise.all([this.#controllers?.close(), this.#bootstrap.close(announced)]);
      this.#group.release();
    };
    return stopServing({
      ...{ door, gate: this.#gate, requestTimeout, log: this.#log },
      delay: others ? handoverDelay : shutdownDelay,
      refuses: settings.sendsRetryAfter && !others,
      announce: () => {
        if (!others) this.#lifecycle.stopping();
      },
      leave,
      endWatches: (atMost) => this.#endWatches(atMost),
    });
  }

  async #stop(auditor: Auditor | undefined): Promise<void> {
    await auditor?.close();
    this.#held.dispose();
    this.#compactor.close();
    clearInterval(this.#checker);
    await this.#repair?.close();
    await this.#identity?.[Symbol.asyncDispose]();
    this.#registry.feed.close();
    await this.#kv.close();
    await this.#encryption.close();
  }

  /** Returns how many are left. */
  #endWatches(atMost: number): number {
    let left = 0;
    for (const { fanOut } of this.#registry.feed.caches) {
      fanOut.flush();
      for (const stream of [...fanOut.streams()]) {
        if (atMost-- > 0) stream.end();
        else left++;
      }
    }
    return left;
  }
}
