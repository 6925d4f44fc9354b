import type { Dialect } from '../../api/meta/dialect.ts';
import type { ApiClient } from '../../client/api/api-client.ts';
import type { LeaderElector } from '../../client/leader-election/leader-elector.ts';
import type { ControllerLog } from '../../controllers/controller.ts';
import type { FlagValues } from '../../util/flags.ts';
import { controllerElection } from '../controllers/election.ts';

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
  return controllerElection({
    ...{ client, dialect, log },
    namespace: flags.text('leader-elect-resource-namespace'),
    name: flags.text('leader-elect-resource-name'),
    times: {
      leaseDuration: flags.duration('leader-elect-lease-duration'),
      renewDeadline: flags.duration('leader-elect-renew-deadline'),
      retryPeriod: flags.duration('leader-elect-retry-period'),
    },
  });
}
