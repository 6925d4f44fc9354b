import type { FlagValues } from '../../util/flags.ts';
import { ControllerElection, type ElectionOptions } from '../controllers/election.ts';

/** The election that the flags describe. Throws a start-up error. */
export function electionOf(
  flags: FlagValues,
  given: Pick<ElectionOptions, 'client' | 'dialect' | 'log' | 'series'>,
): ControllerElection {
  const lock = flags.text('leader-elect-resource-lock')!;
  if (lock !== 'leases')
    throw new Error(`--leader-elect-resource-lock: ${lock} is not supported, only leases`);
  return new ControllerElection({
    ...given,
    namespace: flags.text('leader-elect-resource-namespace'),
    name: flags.text('leader-elect-resource-name'),
    times: {
      leaseDuration: flags.duration('leader-elect-lease-duration'),
      renewDeadline: flags.duration('leader-elect-renew-deadline'),
      retryPeriod: flags.duration('leader-elect-retry-period'),
    },
  });
}
