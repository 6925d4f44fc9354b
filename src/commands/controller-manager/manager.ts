import type { Logger } from 'pino';
import { type Dialect, dialects } from '../../api/meta/dialect.ts';
import { LeaderWire } from '../../client/leader-election/leader-wire.ts';
import { systemPause } from '../../client/retry.ts';
import { controllers } from '../../controllers/index.ts';
import { monotonicClock, systemClock } from '../../util/clock.ts';
import type { FlagValues } from '../../util/flags.ts';
import { systemRandom } from '../../util/random.ts';
import type { ControllerElection } from '../controllers/election.ts';
import { RunningControllers } from '../controllers/running-controllers.ts';
import { selectControllers } from '../controllers/selection.ts';
import { StartError } from '../start-error.ts';
import { CallerCertificates } from './caller-certificates.ts';
import { type Clients, clientsOf } from './clients.ts';
import { DelegatedAccess } from './delegated-access.ts';
import { electionOf } from './election.ts';
import { InformerSets } from './informer-sets.ts';
import { ManagerMetrics } from './metrics.ts';
import { pagesOf } from './pages.ts';
import { servedGates } from './served-gates.ts';
import { Serving } from './serving.ts';
import { servingIdentity } from './serving-identity.ts';

/** Milliseconds for which a server that is not healthy yet is waited for, and between two looks. */
const healthTimeout = 10_000;
const healthInterval = 1_000;

/** Runs controllers against an API server, as one of several managers. */
export class ControllerManager {
  readonly #flags: FlagValues;
  readonly #log: Logger;
  readonly #dialect: Dialect;
  readonly #clients: Clients;
  readonly #metrics: ManagerMetrics;
  readonly #election: ControllerElection | undefined;
  readonly #callers: CallerCertificates;
  readonly #closing = new AbortController();
  #serving: Serving | undefined;
  #running: RunningControllers | undefined;
  #work: { close(): Promise<void> } | undefined;
  #leading: Promise<void> = Promise.resolve();
  #isStopping = false;

  /** Throws StartError for flags that cannot be followed. */
  constructor(flags: FlagValues, log: Logger) {
    this.#flags = flags;
    this.#log = log;
    this.#dialect = dialectOf(flags);
    this.#metrics = new ManagerMetrics(this.#dialect);
    const [dialect, metrics] = [this.#dialect, this.#metrics];
    const warn = (message: string): void => log.warn(message);
    try {
      this.#clients = clientsOf(flags, { dialect, metrics, warn });
      const reviewing = this.#clients.reviewing('authentication');
      this.#callers = new CallerCertificates({ flags, dialect, warn, client: reviewing });
      const client = this.#clients.own('leader-election');
      this.#election = flags.boolean('leader-elect')
        ? electionOf(flags, { client, dialect, log, series: metrics.elections })
        : undefined;
    } catch (error) {
      throw new StartError((error as Error).message, { cause: error });
    }
  }

  /** Resolves when health and metrics are served; where they are, if they are. */
  async serve(): Promise<{ address: string; port: number } | undefined> {
    const flags = this.#flags;
    const port = flags.count('secure-port');
    if (port === 0) return undefined;
    this.#serving = new Serving({
      identity: await servingIdentity(this.#flags),
      pages: pagesOf({
        flags,
        dialect: this.#dialect,
        metrics: this.#metrics.page,
        problem: () => this.#election?.elector.problem(),
        debugPage: (controller, page) => this.#running?.debugPage(controller, page),
      }),
      openPaths: flags.list('authorization-always-allow-paths'),
      access: new DelegatedAccess({
        authentication: this.#clients.reviewing('authentication'),
        authorization: this.#clients.reviewing('authorization'),
        certificates: this.#callers,
        dialect: this.#dialect,
      }),
    });
    const host = flags.text('bind-address')!;
    return this.#serving.listen(port, host).catch((error: Error) => {
      throw new StartError(`cannot serve on ${host}:${port}: ${error.message}`, { cause: error });
    });
  }

  /** Works while this process leads; resolves when it does no more, or was stopped. Rejects with StartError before that. */
  async run(): Promise<'lost' | 'stopped'> {
    const { signal } = this.#closing;
    try {
      await this.#serverIsHealthy();
      if (this.#serving !== undefined) this.#callers.start();
      await this.#election?.elector.acquire(signal);
      this.#leading = this.#election?.elector.hold(signal) ?? until(signal);
      this.#work = await this.#startControllers();
      await this.#leading;
    } catch (error) {
      if (!this.#isStopping) throw error;
    }
    await this.#election?.close();
    return this.#isStopping ? 'stopped' : 'lost';
  }

  /** The controllers end, then the lease is given back. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#work?.close();
    this.#closing.abort();
    await this.#leading;
    await this.#election?.close();
    await Promise.all([this.#serving?.close(), this.#callers.close()]);
    this.#clients[Symbol.dispose]();
  }

  async #startControllers(): Promise<{ close(): Promise<void> }> {
    const log = this.#log;
    const elector = this.#election?.elector;
    const sets = new InformerSets(this.#clients.own('shared-informers'), (message) => log.warn(message));
    await sets.prepare();
    const chosen = selectControllers(controllers, this.#flags.list('controllers'));
    const gates = await servedGates(this.#clients.own('release'), this.#flags, (message) =>
      log.warn(message),
    );
    const running = await RunningControllers.start(chosen, {
      clientOf: (controller) =>
        this.#clients.ofController(controller, (wire) =>
          elector === undefined ? wire : new LeaderWire(wire, elector),
        ),
      objects: sets.objects,
      metadata: sets.metadata,
      ready: () => sets.start(),
      authority: this.#clients.authority,
      meterOf: this.#metrics.queues.meterOf,
      syncMeterOf: this.#metrics.syncs.syncMeterOf,
      dialect: this.#dialect,
      gates,
      clock: systemClock,
      random: systemRandom,
      flags: this.#flags,
      log,
    }).catch((error: Error) => {
      throw new StartError(error.message, { cause: error });
    });
    this.#running = running;
    const close = async (): Promise<void> => {
      await running.close();
      await sets.close();
    };
    return { close };
  }

  async #serverIsHealthy(): Promise<void> {
    const client = this.#clients.own('health');
    const end = monotonicClock.now() + healthTimeout;
    const limit = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(healthTimeout)]);
    for (;;) {
      try {
        const { status, body } = await client.open({ method: 'GET', path: '/healthz' }, limit);
        body.resume();
        if (status === 200) return;
        throw new Error(`the server answers ${status}`);
      } catch (error) {
        const message = `failed to wait for apiserver being healthy: ${(error as Error).message}`;
        if (monotonicClock.now() > end) throw new StartError(message, { cause: error });
      }
      await systemPause(healthInterval, this.#closing.signal);
    }
  }
}

function dialectOf(flags: FlagValues): Dialect {
  const name = flags.text('dialect');
  const found = dialects.find((one) => one.name === name);
  if (found === undefined)
    throw new StartError(`--dialect: ${name} must be one of ${dialects.map((one) => one.name).join(', ')}`);
  return found;
}

const until = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
