import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ShutdownGate } from '../../server/filters/shutdown-gate.ts';
import type { SecureServing } from './secure-serving.ts';

/** Time that connections with watches, tunnels or nothing at all have to end once all requests are answered. */
const restFor = 2_000;
/** Between two times that watches are ended. Milliseconds. */
const betweenWatchEnds = 50;
/**
 * Clients begin their watches again at once, with the servers that stay: not all in the same moment. So many at a time, or
 * as many as are needed to be through after a hundred times.
 */
const watchesAtATime = 10;
const timesForWatches = 100;
/** The same of a server that is the only one: clients wait for its successor, and it makes them wait no longer. */
const timesForLast = 10;
/** Time that the cluster may take to hear that the server goes: a store that does not answer must not hold it up. */
const leaveFor = 20_000;

export interface ShutdownDependencies {
  serving: Pick<SecureServing, 'retire' | 'close' | 'cut'>;
  gate: ShutdownGate;
  /** Requests that come after the delay get 429 until those that are open are answered; only then nothing listens. */
  refuses: boolean;
  /** Time that everything is served after readiness has turned red. Milliseconds. */
  delay: number;
  /** Time that a request may take. Milliseconds. */
  requestTimeout: number;
  /** Time over which watches end; 0 for the default. Milliseconds. */
  watchTermination: number;
  /** Turns readiness red. */
  announce(): void;
  /** Takes the server out of the cluster, beside the delay. Resolves with whether other servers stay. */
  leave(): Promise<boolean>;
  /** Ends so many of the watches that are open, after their last events. Returns how many are left. */
  endWatches(atMost: number): number;
  log: Logger;
}

/**
 * Stops serving in an order that breaks no request: readiness turns red, and load balancers have time to notice; then
 * no new connections are taken, open requests are answered, and watches end as if their time was over. Audit backends,
 * caches and the store are needed until this resolves.
 */
export async function stopServing(dependencies: ShutdownDependencies): Promise<void> {
  const { serving, gate, delay, requestTimeout } = dependencies;
  dependencies.announce();
  event(dependencies, 'ShutdownInitiated');
  // HTTP/1.1 clients that read `Connection: close` in time do not send on a connection that is being closed.
  const retire = setTimeout(() => serving.retire(), delay / 2);
  const [othersStay] = await Promise.all([withdraw(dependencies), sleep(delay)]);
  clearTimeout(retire);
  event(dependencies, 'AfterShutdownDelayDuration');
  const watches = new WatchEnding(
    (atMost) => dependencies.endWatches(atMost),
    timesOf(dependencies, othersStay),
  );
  const drained = gate.close({ refuses: dependencies.refuses });
  if (dependencies.refuses) await answered(dependencies, drained);
  const closed = serving.close(dependencies.refuses ? restFor + watches.longest : requestTimeout);
  event(dependencies, 'HTTPServerStoppedListening');
  if (!dependencies.refuses) await answered(dependencies, drained);
  await Promise.race([watches.ended, closed]);
  setTimeout(() => serving.cut(), restFor).unref();
  await closed;
  watches[Symbol.dispose]();
}

interface WatchTimes {
  times: number;
  least: number;
}

/** Within the time that the operator gives watches they end evenly, one at a time if they are few. */
const timesOf = ({ watchTermination }: ShutdownDependencies, othersStay: boolean): WatchTimes =>
  watchTermination === 0
    ? { times: othersStay ? timesForWatches : timesForLast, least: watchesAtATime }
    : { times: Math.max(1, Math.floor(watchTermination / betweenWatchEnds)), least: 1 };

/** Ends the watches that are open, and those that begin meanwhile. */
class WatchEnding {
  /** Resolves when none was left for the first time. */
  readonly ended: Promise<void>;
  /** Milliseconds until then. */
  readonly longest: number;
  readonly #timer: NodeJS.Timeout;

  /** `times`: at how many times the watches end, and how many of them at least at a time. */
  constructor(end: ShutdownDependencies['endWatches'], { times, least }: WatchTimes) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.longest = betweenWatchEnds * (times + 1);
    const atATime = Math.max(least, Math.ceil(end(0) / times));
    const turn = (): void => {
      if (end(atATime) === 0) resolve();
    };
    this.#timer = setInterval(turn, betweenWatchEnds);
    turn();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

/** Resolves with whether other servers stay, which is supposed where it cannot be found out. */
async function withdraw({ leave, log }: ShutdownDependencies): Promise<boolean> {
  const left = leave().catch((error: Error) => {
    log.warn(`shutdown: ${error.message}`);
    return true;
  });
  return Promise.race([left, sleep(leaveFor, true, { ref: false })]);
}

async function answered(dependencies: ShutdownDependencies, drained: Promise<void>): Promise<void> {
  await Promise.race([drained, sleep(dependencies.requestTimeout, undefined, { ref: false })]);
  event(dependencies, 'InFlightRequestsDrained');
}

function event({ log }: ShutdownDependencies, name: string): void {
  log.info({ name }, '[graceful-termination] shutdown event');
}
