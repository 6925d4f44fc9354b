import { hostname } from 'node:os';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { ApiClient } from '../../client/api/api-client.ts';
import { LeaderElector } from '../../client/leader-election/leader-elector.ts';
import { LeaseLock } from '../../client/leader-election/lease-lock.ts';
import { systemPause } from '../../client/retry.ts';
import type { ControllerLog } from '../../controllers/controller.ts';
import { monotonicClock, systemClock } from '../../util/clock.ts';
import type { FlagValues } from '../../util/flags.ts';
import { systemRandom } from '../../util/random.ts';

/** The election that the flags describe. Throws a text for the operator. */
export function electorOf(
  flags: FlagValues,
  dialect: Dialect,
  client: ApiClient,
  log: ControllerLog,
): LeaderElector {
  const lock = flags.text('leader-elect-resource-lock')!;
  if (lock !== 'leases')
    throw new Error(`--leader-elect-resource-lock: ${lock} is not supported, only leases`);
  const namespace = flags.text('leader-elect-resource-namespace') ?? `${dialect.prefix}-system`;
  const name = flags.text('leader-elect-resource-name') ?? `${dialect.prefix}-controller-manager`;
  return new LeaderElector({
    lock: new LeaseLock({ client, dialect, namespace, name }),
    identity: `${hostname()}_${systemRandom.uuid()}`,
    times: {
      leaseDuration: flags.duration('leader-elect-lease-duration'),
      renewDeadline: flags.duration('leader-elect-renew-deadline'),
      retryPeriod: flags.duration('leader-elect-retry-period'),
    },
    releaseOnEnd: true,
    clocks: { wall: systemClock, monotonic: monotonicClock },
    random: systemRandom,
    pause: systemPause,
    onEvent: (message) => log.info(message),
    warn: (message) => log.warn(message),
  });
}
