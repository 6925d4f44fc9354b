import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { GroupResource } from '../../api/meta/status.ts';
import { Bootstrap } from '../../bootstrap/bootstrap.ts';
import type { LeaseGuard } from '../../bootstrap/lease-guard.ts';
import { AddressEvents } from '../../kinds/core/service/allocation/address-events.ts';
import type { SystemObjects } from '../../registry/write/system-objects.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import { Compactor } from '../../storage/compactor.ts';
import { VerifiedKeeper } from '../../storage/verified/verified-keeper.ts';
import { systemClock } from '../../util/clock.ts';
import { PeriodicTask } from '../../util/periodic-task.ts';
import { Semaphore } from '../../util/semaphore.ts';
import { StartError } from '../start-error.ts';
import type { Access } from './access.ts';
import { startElections } from './coordinated-elections.ts';
import { defaultServiceOf, forgetEarlierRun, leaseGuardOf, othersStay } from './default-service.ts';
import { keepIdentity } from './identity.ts';
import type { Lifecycle } from './lifecycle.ts';
import { type LocalControllers, startLocalControllers } from './local-controllers.ts';
import type { ApiServerOptions } from './options.ts';
import type { RegistryParts } from './registry-parts.ts';
import type { SecureServing } from './secure-serving.ts';
import { storageVersionsStep } from './start-steps.ts';
import type { WorkerGroup } from './workers/group.ts';

/** Milliseconds that a stop waits for the store to say whether there are other servers, once all else is left. */
const answerTimeout = 1_000;

export interface DutiesDependencies {
  options: ApiServerOptions;
  registry: RegistryParts;
  objects: SystemObjects;
  bootstrap: Bootstrap;
  lifecycle: Pick<Lifecycle, 'done'>;
  group: WorkerGroup;
  metrics: Metrics;
  log: Logger;
}

/**
 * Work that one worker of a server does for all: objects of the start, the server's own Service and identity, controllers,
 * repair of ranges. A worker that does not have the duties waits for them, and keeps the server announced. Compactions are
 * agreed on among all workers, as among servers.
 */
export class Duties {
  readonly #dependencies: DutiesDependencies;
  readonly #compactor: Compactor;
  #repair: PeriodicTask | undefined;
  #repairAddresses: () => Promise<void> = async () => {};
  /** Looks at changes of Services and their addresses. */
  #changes: AsyncDisposable | undefined;
  #controllers: LocalControllers | undefined;
  #identity: AsyncDisposable | undefined;
  #elections: AsyncDisposable | undefined;
  #verified: VerifiedKeeper | undefined;
  /** Undefined for the worker that announces the server. */
  #leaseGuard: LeaseGuard | undefined;
  #isEnding = false;

  constructor(dependencies: DutiesDependencies) {
    const { options, registry, log } = dependencies;
    this.#dependencies = dependencies;
    const { kv, feed } = registry;
    this.#compactor = new Compactor(
      kv,
      options.settings.compactionInterval,
      (message) => log.warn(`compaction: ${message}`),
      (revision) => (feed.oldestListed = Math.max(feed.oldestListed, revision)),
    );
  }

  /** Takes back what an earlier run of the server has left. */
  begin(): Promise<void> {
    return forgetEarlierRun(this.#dependencies);
  }

  /** Repairs the ranges of addresses and ports before the first request for one; periodically, it is a duty of one. */
  async repairServices(): Promise<void> {
    const { options, registry, objects, log, metrics } = this.#dependencies;
    const { services, resources, kv } = registry;
    const report = (message: string): void => log.warn(message);
    const events = new AddressEvents({ objects, clock: systemClock, report });
    const repair = services.repairOf(resources.stored.get('services.')!, objects);
    const failed = (error: Error): void => {
      metrics.ranges.portsNotRepaired();
      log.warn(`ranges of Services are not repaired: ${error.message}`);
    };
    // Periodically and after a change: one repair at a time.
    const place = new Semaphore(1);
    this.#repairAddresses = () =>
      place.run(async () => registry.addresses?.repair({ found: (finding) => events.tell(finding) }));
    const turn = async (): Promise<void> => {
      await repair.turn();
      await this.#repairAddresses();
    };
    await turn().catch((error: Error) => {
      // A failed write must not keep the server from starting: deleting objects makes room on a full disk.
      if (kv.writeError === undefined) throw error;
      failed(error);
    });
    this.#repair = new PeriodicTask(turn, options.serviceRepairInterval, failed);
  }

  /**
   * Resolves when what a server makes at its start is there: made by this worker, which listens on `port`, or by the one
   * that has the duties.
   */
  async prepare(access: Access, serving: SecureServing, port: number): Promise<void> {
    const { group, lifecycle, log, options } = this.#dependencies;
    const { lead, prepared } = group;
    // Each worker takes part: with its own caches it has to hear how far the store has forgotten.
    if (options.settings.compactionInterval > 0) this.#compactor.start();
    const isLead = await Promise.race([lead.then(() => true), prepared.then(() => false)]);
    if (isLead) {
      await this.#take(access, serving, port);
      group.reportPrepared();
      return;
    }
    for (const step of [...Bootstrap.steps, Bootstrap.tokenTracking, storageVersionsStep])
      lifecycle.done(step);
    const failed = (error: Error): void => log.error(error, 'duties of the server are not done');
    this.#leaseGuard = leaseGuardOf(this.#dependencies);
    this.#leaseGuard?.start();
    const later = async (): Promise<void> => {
      if (this.#isEnding) return;
      await this.#take(access, serving, port);
      await this.#leaseGuard?.close({ staysAnnounced: true });
    };
    void lead.then(later).catch(failed);
  }

  async #take(access: Access, serving: SecureServing, port: number): Promise<void> {
    const { options, bootstrap } = this.#dependencies;
    await bootstrap.start(access.trust);
    this.#identity = await keepIdentity({ ...this.#dependencies, port });
    const { registry, objects, log } = this.#dependencies;
    const report = (message: string): void => log.warn(message);
    this.#elections = startElections({ options, registry, objects, report });
    this.#controllers = await this.#startControllers(access, serving);
    const ownService = defaultServiceOf(this.#dependencies, port);
    if (ownService !== undefined) await bootstrap.announce(ownService);
    this.#repair!.start();
    this.#changes = registry.addresses?.follow({ repair: () => this.#repairAddresses() });
    this.#keepVerified();
  }

  #keepVerified(): void {
    const { log } = this.#dependencies;
    const { feed, resources, verified: file } = this.#dependencies.registry;
    if (file === undefined) return;
    const caches = [...resources.stored.values()].map(({ cache }) => cache);
    this.#verified = new VerifiedKeeper({ file, feed, caches, report: (message) => log.warn(message) });
    this.#verified.start();
  }

  async #startControllers(
    { flags, localUsers }: Access,
    serving: SecureServing,
  ): Promise<LocalControllers | undefined> {
    if (!flags.has('controllers')) return undefined;
    const { options, registry, metrics, log } = this.#dependencies;
    const dependencies = {
      users: localUsers,
      listener: serving.local,
      objects: registry.cached,
      metadata: registry.cached.metadata,
      isBuiltIn: ({ group, resource }: GroupResource) =>
        registry.resources.stored.has(`${resource}.${group}`),
      dialect: options.dialect,
      gates: options.settings.gates,
      clock: systemClock,
      flags,
      log,
      metrics,
    };
    try {
      return await startLocalControllers(dependencies, options.etcdServers.length === 0);
    } catch (error) {
      throw new StartError((error as Error).message, { cause: error });
    }
  }

  /** Duties that become this worker's from now on are not taken. */
  end(): void {
    this.#isEnding = true;
  }

  /**
   * Leaves the duties to others. `staysAnnounced`: other workers of the server go on. Resolves with whether they or other
   * servers stay.
   */
  async leave(announced: { staysAnnounced: boolean }): Promise<boolean> {
    const { bootstrap, group } = this.#dependencies;
    const stay = announced.staysAnnounced || othersStay(this.#dependencies).catch(() => true);
    await this.#leaseGuard?.close(announced);
    await Promise.all([this.#controllers?.close(), bootstrap.close(announced)]);
    group.release();
    return Promise.race([stay, sleep(answerTimeout, true, { ref: false })]);
  }

  /** Ends the work on the store. */
  async close(): Promise<void> {
    this.#compactor[Symbol.dispose]();
    await this.#verified?.close();
    await this.#changes?.[Symbol.asyncDispose]();
    await this.#repair?.close();
    await this.#elections?.[Symbol.asyncDispose]();
    await this.#identity?.[Symbol.asyncDispose]();
  }
}
