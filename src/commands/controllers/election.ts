import { hostname } from 'node:os';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { ApiCaller } from '../../client/api/api-call.ts';
import { type ElectionTimes, usualTimes } from '../../client/leader-election/election-times.ts';
import { LeaderElector } from '../../client/leader-election/leader-elector.ts';
import { LeaseLock } from '../../client/leader-election/lease-lock.ts';
import { systemPause } from '../../client/retry.ts';
import type { ControllerLog } from '../../controllers/controller.ts';
import { monotonicClock, systemClock } from '../../util/clock.ts';
import { systemRandom } from '../../util/random.ts';

export interface ElectionOptions {
  client: ApiCaller;
  dialect: Dialect;
  log: ControllerLog;
  times?: ElectionTimes;
  /** Of the Lease. */
  namespace?: string | undefined;
  name?: string | undefined;
}

/** Of all processes that run controllers in a cluster, those of one work. Throws a text for the operator. */
export function controllerElection({
  client,
  dialect,
  log,
  times = usualTimes,
  namespace = `${dialect.prefix}-system`,
  name = `${dialect.prefix}-controller-manager`,
}: ElectionOptions): LeaderElector {
  return new LeaderElector({
    ...{ lock: new LeaseLock({ client, dialect, namespace, name }), times },
    identity: `${hostname()}_${systemRandom.uuid()}`,
    releaseOnEnd: true,
    clocks: { wall: systemClock, monotonic: monotonicClock },
    random: systemRandom,
    pause: systemPause,
    onEvent: (message) => log.info(`controllers: ${message}`),
    warn: (message) => log.warn(`controllers: ${message}`),
  });
}
