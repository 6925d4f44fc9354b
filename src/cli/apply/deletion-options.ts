import type { DeleteOptions } from '../../client/api/resource-client.ts';
import type { FlagSet } from '../shared/arguments/flag-set.ts';
import { policyOf } from '../shared/deletion/policies.ts';

/** Reads `--cascade` and `--grace-period`. Throws CliError. */
export function deletionOptions(flags: FlagSet): DeleteOptions {
  const seconds = flags.integer('grace-period');
  return {
    propagationPolicy: policyOf(flags.text('cascade')),
    ...(seconds < 0 ? {} : { gracePeriodSeconds: seconds }),
  };
}
