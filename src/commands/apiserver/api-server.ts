import type { Logger } from 'pino';
import type { Auditor } from '../../access/audit/auditor.ts';
import { flowControlFlag } from '../../access/flow-control/flags.ts';
import { Bootstrap } from '../../bootstrap/bootstrap.ts';
import { PluginWriter } from '../../registry/write/plugin-writer.ts';
import { SystemObjects } from '../../registry/write/system-objects.ts';
import { ShutdownGate } from '../../server/filters/shutdown-gate.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import type { ConfiguredEncryption } from '../../storage/encryption/configured-encryption.ts';
import type { Kv, KvStatus } from '../../storage/kv.ts';
import { MeteredKv } from '../../storage/metered-kv.ts';
import { StoreHealth } from '../../storage/store-health.ts';
import { SelfCheck } from '../../storage/watch-cache/self-check.ts';
import { monotonicClock, systemClock } from '../../util/clock.ts';
import type { Tracer } from '../../util/tracing/span.ts';
import type { ServerLog } from '../server-log.ts';
import { checkAccessFiles, createAccess } from './access.ts';
import { buildApplication } from './application.ts';
import type { ApplicationDependencies } from './application-dependencies.ts';
import { Duties } from './duties.ts';
import { openEncryption } from './encryption.ts';
import { Lifecycle } from './lifecycle.ts';
import { localControllerNames } from './local-controllers.ts';
import { chooseMetrics, isFair, metricsFor, observeStore } from './observation.ts';
import type { ApiServerOptions } from './options.ts';
import {
  buildRegistry,
  type RegistryParts,
  type ServedDefinitions,
  servedDefinitions,
} from './registry-parts.ts';
import { rehearseAccess } from './rehearse-access.ts';
import { removeUnchanged } from './remove-unchanged.ts';
import { SecureServing } from './secure-serving.ts';
import { ServedVersions } from './served-versions.ts';
import { stopServing } from './shutdown.ts';
import {
  admissionStep,
  aggregationHooks,
  aggregationStep,
  flowControlSteps,
  startHooks,
  startSteps,
} from './start-steps.ts';
import { checkDialect, openStore } from './storage.ts';
import { openTracer } from './tracing.ts';
import type { WorkerGroup } from './workers/group.ts';
import { joinedPages } from './workers/joined-pages.ts';

/** A pause in a comparison of the caches with the store, between two resource types. */
const restBetweenChecks = 100;
/** Time that a worker with successors serves its connections as before, so that busy clients leave by themselves. */
const handoverDelay = 2_000;

/** A server that is up. */
export interface RunningServer {
  /** With what an admin gets in, when the server made its own credentials. */
  adminKubeconfig: string | undefined;
  /** Address of the listener. */
  address: { address: string; port: number };
  /**
   * Readyz turns red, after the delay nothing new is taken, what is open may finish. `others`: other workers of the server
   * go on; then clients may come as before, and only what is open here ends.
   */
  stop(during: { others: boolean }): Promise<void>;
}

/** Starts the server that the options describe, or one worker of it. Rejects with StartError when they cannot be followed. */
export async function startApiServer(
  options: ApiServerOptions,
  log: ServerLog,
  group: WorkerGroup,
): Promise<RunningServer> {
  await checkAccessFiles(options);
  const metrics = metricsFor(options);
  const tracer = await openTracer(options, log.logger);
  const serving = await SecureServing.prepare(options, log.logger, metrics.handshakeFailed);
  const served = servedDefinitions(options);
  await rehearseAccess(options, serving.credentials);
  const encryption = await openEncryption(options, metrics, (message) => log.logger.warn(message));
  try {
    const kv = new MeteredKv(
      await openStore(options, { observer: metrics.calls }),
      (operation, seconds, key) => metrics.store.done(operation, seconds, key),
      options.etcdServers.length === 0 ? 'embedded' : 'etcd3',
    );
    try {
      const store = { kv, encryption, status: await kv.status() };
      return await new ApiServer(options, served, log, { metrics, tracer }, store, group).start(serving);
    } catch (error) {
      await kv.close();
      throw error;
    }
  } catch (error) {
    await encryption.close();
    throw error;
  }
}

const plainTextNotice =
  'what was stored in plain text before it was encrypted may still be in history and free pages of the data file: when all ' +
  'objects have been written again, stop the server and run `apiserver compact-store` with its --data-dir';

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
  readonly #readyStore: StoreHealth;
  readonly #gate: ShutdownGate;
  readonly #lifecycle: Lifecycle;
  readonly #objects: SystemObjects;
  readonly #duties: Duties;
  /** The caches were loaded, and the ranges of Services are in order. */
  #isLoaded = false;
  /** Resources to close at shutdown, last one first. */
  readonly #held = new DisposableStack();
  #checker: NodeJS.Timeout | undefined;

  constructor(
    options: ApiServerOptions,
    served: ServedDefinitions,
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
    this.#registry = buildRegistry({ options, served, plainKv, encryption, metrics, log });
    const { kv, creator, updater, applier, resources, cached } = this.#registry;
    this.#kv = kv;
    const { storeHealthTimeout, storeReadinessTimeout } = options.settings;
    this.#storeHealth = new StoreHealth(kv, monotonicClock, storeHealthTimeout);
    this.#readyStore =
      storeReadinessTimeout === storeHealthTimeout
        ? this.#storeHealth
        : new StoreHealth(kv, monotonicClock, storeReadinessTimeout);
    this.#gate = new ShutdownGate(`${options.dialect.prefix}-apiserver/`);
    this.#lifecycle = new Lifecycle(
      systemClock,
      options.livezGracePeriod,
      startHooks(options.dialect, isFair(options), options.settings.gates),
    );
    this.#objects = new SystemObjects(
      { creator, updater, applier },
      resources.stored,
      `${options.dialect.prefix}-apiserver`,
    );
    const bootstrap = new Bootstrap({
      objects: this.#objects,
      cached,
      dialect: options.dialect,
      gates: options.settings.gates,
      serviceRanges: this.#registry.addresses && options.serviceClusterIpRanges.map(({ text }) => text),
      done: (step) => this.#lifecycle.done(step),
      report: (message) => log.warn(message),
      isReadOnly: () => kv.writeError !== undefined,
      flowControl: options.access.boolean(flowControlFlag.name),
      remove: removeUnchanged(this.#registry),
      controllers: localControllerNames(options.access),
    });
    this.#duties = new Duties({
      options,
      registry: this.#registry,
      objects: this.#objects,
      bootstrap,
      lifecycle: this.#lifecycle,
      group,
      metrics,
      log,
    });
  }

  async start(serving: SecureServing): Promise<RunningServer> {
    const { dialect, bindAddress, securePort, settings } = this.#options;
    const { gates } = settings;
    const { keys, feed, cached, creator, updater, kinds, resources, definitions } = this.#registry;
    await checkDialect(this.#kv, keys, dialect);
    if (this.#group.isFirst) await this.#begin();
    const versions = new ServedVersions(kinds, resources, definitions.structs, cached);
    const access = await createAccess({
      options: this.#options,
      credentials: serving.credentials,
      objects: cached,
      writer: new PluginWriter(creator, updater, resources.stored),
      versions,
      definitions,
      metrics: this.#metrics,
      resources: this.#held,
      log: this.#log,
    });
    // Before 1.24 also one that this server has made for itself.
    const { access: given } = this.#options;
    const reloads = (gates.isIn('1.24') ? given : access.flags).has('proxy-client-cert-file');
    this.#lifecycle.expect(aggregationHooks(dialect, reloads, gates));
    const { filters, customResources, aggregation, peers } = buildApplication({
      options: this.#options,
      ...access,
      ...this.#registry,
      log: this.#log,
      metrics: this.#metrics,
      tracer: this.#tracer,
      held: this.#held,
      gate: this.#gate,
      connections: () => serving.connections,
      systemObjects: this.#objects,
      ...this.#pages(() => aggregation?.checkRegistration()),
      isLoaded: () => this.#isLoaded && !feed.isOutdated,
    });
    if (customResources !== undefined) versions.custom = customResources.admittedVersions;
    const limits = flowControlSteps(isFair(this.#options));
    this.#lifecycle.done(limits.at(-1)!);
    observeStore({
      registry: this.#registry,
      storeHealth: this.#storeHealth,
      encryption: this.#encryption,
      metrics: this.#metrics,
      log: this.#log,
      held: this.#held,
    });
    const notices = chooseMetrics(this.#metrics, this.#options);
    if (notices.length > 0 && this.#group.isFirst)
      this.#log.warn(`deprecated metrics are served: ${notices.join(', ')}`);
    // Health is served from the first moment; everything else waits for the caches.
    const address = await serving.open(filters, access.trust.files.values(), {
      address: bindAddress,
      port: securePort,
      source: this.#group.source,
    });
    try {
      await feed.start();
      this.#lifecycle.done(startSteps.caches);
      this.#lifecycle.done(admissionStep(dialect.prefix));
      for (const step of limits) this.#lifecycle.done(step);
      this.#lifecycle.done(startSteps.definitionCaches);
      this.#lifecycle.done(startSteps.definitionsKnown);
      await this.#duties.repairServices();
      this.#lifecycle.done(startSteps.repairedServices);
      this.#isLoaded = true;
      customResources?.start();
      this.#lifecycle.done(startSteps.definitionControllers);
      aggregation?.start();
      peers?.start();
      this.#lifecycle.done(aggregationStep);
      await this.#duties.prepare(access, serving, address.port);
    } catch (error) {
      await serving.close(0);
      throw error;
    }
    this.#checker = setInterval(() => void this.#checkCaches(), this.#options.watchCacheCheckInterval);
    const stop = async (during: { others: boolean }): Promise<void> => {
      this.#duties.end();
      await this.#stopServing(serving, during);
      await Promise.all([customResources?.close(), aggregation?.close(), peers?.close()]);
      await this.#stop(access.auditor);
      await this.#tracer?.close();
    };
    return { address, adminKubeconfig: serving.adminKubeconfig, stop };
  }

  /** Once for all workers. */
  async #begin(): Promise<void> {
    await this.#duties.begin();
    const { warning, version } = this.#store;
    this.#log.info(`store: ${version}`);
    if (warning !== undefined) this.#log.warn(warning);
    if (this.#options.etcdServers.length === 0 && this.#options.encryptionProviderConfig !== undefined) {
      this.#log.info(plainTextNotice);
    }
  }

  /** The answers that are those of all workers. */
  #pages(checkRegistration: () => void): Pick<ApplicationDependencies, 'health' | 'metricsPage'> {
    const checks = this.#lifecycle.checks({
      checkRegistration,
      store: this.#storeHealth,
      readyStore: this.#readyStore,
      feed: this.#registry.feed,
      providers: this.#encryption.checks,
      serverLog: this.#serverLog,
      isEmbedded: this.#options.etcdServers.length === 0,
    });
    return joinedPages({ group: this.#group, checks, metrics: this.#metrics, log: this.#log });
  }

  async #checkCaches(): Promise<void> {
    const check = new SelfCheck(this.#kv, this.#registry.feed, (resource) =>
      this.#metrics.store.selfCheckFailed(resource),
    );
    await check
      .run(restBetweenChecks)
      .catch((error: Error) => this.#log.warn(`self-check: ${error.message}`));
  }

  /**
   * Custom resources, APIs of other servers and the audit log are in use until this resolves. Where other workers go on,
   * balancers hear nothing of it.
   */
  #stopServing(serving: SecureServing, { others }: { others: boolean }): Promise<void> {
    const { shutdownDelay, requestTimeout, settings } = this.#options;
    return stopServing({
      serving,
      gate: this.#gate,
      requestTimeout,
      log: this.#log,
      delay: others ? handoverDelay : shutdownDelay,
      refuses: settings.sendsRetryAfter && !others,
      announce: () => {
        if (!others) this.#lifecycle.stopping();
      },
      leave: () => this.#duties.leave({ staysAnnounced: others }),
      watchTermination: settings.watchTermination,
      endWatches: (atMost) => this.#registry.feed.endWatches(atMost),
    });
  }

  async #stop(auditor: Auditor | undefined): Promise<void> {
    await auditor?.close();
    this.#held.dispose();
    clearInterval(this.#checker);
    await this.#duties.close();
    this.#registry.feed[Symbol.dispose]();
    await this.#kv.close();
    await this.#encryption.close();
  }
}
