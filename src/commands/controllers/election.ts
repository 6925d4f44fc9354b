import { hostname } from 'node:os';
import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import type { CoordinationV1Lease, CoreV1ObjectReference } from '../../api/schema/types.gen.ts';
import type { ApiCaller } from '../../client/api/api-call.ts';
import { EventRecorder } from '../../client/events/event-recorder.ts';
import { type ElectionTimes, usualTimes } from '../../client/leader-election/election-times.ts';
import { LeaderElector } from '../../client/leader-election/leader-elector.ts';
import { LeaseLock } from '../../client/leader-election/lease-lock.ts';
import type { LeaderSeries } from '../../client/metrics/leader-series.ts';
import { systemPause } from '../../client/retry.ts';
import type { ControllerLog } from '../../controllers/controller.ts';
import { monotonicClock, systemClock } from '../../util/clock.ts';
import { systemRandom } from '../../util/random.ts';

export interface ElectionOptions {
  client: ApiCaller;
  dialect: Dialect;
  log: ControllerLog;
  series: LeaderSeries;
  times?: ElectionTimes;
  /** Namespace of the Lease. */
  namespace?: string | undefined;
  name?: string | undefined;
}

/** Milliseconds in which the last event should have been written when a process stops to be a candidate. */
const lastWords = 1_000;

/** Election, among all processes that run controllers in a cluster, of the one that works. Its Lease has events of it. */
export class ControllerElection {
  readonly elector: LeaderElector;
  readonly #options: ElectionOptions;
  readonly #events: EventRecorder;

  /** Throws a start-up error. */
  constructor(options: ElectionOptions) {
    const { client, dialect, log, series, times = usualTimes } = options;
    const component = `${dialect.prefix}-controller-manager`;
    const { namespace = `${dialect.prefix}-system`, name = component } = options;
    const lock = new LeaseLock({ client, dialect, namespace, name });
    const shared = { random: systemRandom, pause: systemPause };
    const warn = (message: string): void => log.warn(`controllers: ${message}`);
    this.#options = options;
    this.#events = new EventRecorder({
      client,
      component,
      clock: systemClock,
      monotonic: monotonicClock,
      warn,
      ...shared,
    });
    this.elector = new LeaderElector({
      lock,
      times,
      warn,
      ...shared,
      identity: `${hostname()}_${systemRandom.uuid()}`,
      releaseOnEnd: true,
      clocks: { wall: systemClock, monotonic: monotonicClock },
      onLeader: (identity) => log.info(`controllers: the leader is ${identity}`),
      onEvent: (message, lease) => this.#tell(message, lease),
    });
    series.follow(name, () => this.elector.isLeader());
  }

  /** Once this process is no candidate any more. */
  async close(): Promise<void> {
    await this.#events.flush(lastWords);
    await this.#events.close();
  }

  #tell(message: string, lease: CoordinationV1Lease): void {
    this.#options.log.info(`controllers: ${message}`);
    this.#events.record(this.#reference(lease), 'Normal', 'LeaderElection', message);
  }

  #reference({ metadata }: CoordinationV1Lease): CoreV1ObjectReference {
    const { namespace, name, uid, resourceVersion } = metadata;
    const apiVersion = `${fillPlaceholders(this.#options.dialect, 'coordination.{api}')}/v1`;
    return {
      kind: 'Lease',
      apiVersion,
      namespace,
      name,
      uid,
      resourceVersion,
    } as CoreV1ObjectReference;
  }
}
