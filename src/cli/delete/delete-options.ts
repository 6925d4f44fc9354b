import type { DeleteOptions } from '../../client/api/resource-client.ts';
import type { FlagSet } from '../shared/arguments/flag-set.ts';
import type { CommandContext } from '../shared/command.ts';
import { policyOf } from '../shared/deletion/policies.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { filesOf } from '../shared/manifests/file-flags.ts';
import type { TargetRequest } from '../shared/resources/targets.ts';

export interface Deletions {
  options: DeleteOptions;
  /** Milliseconds. */
  timeout: number;
  waits: boolean;
  /** Without waiting for what runs. */
  isForced: boolean;
  ignoresMissing: boolean;
}

/** Which objects are meant. */
export const deletionRequest = ({ flags, words, path }: CommandContext): TargetRequest => ({
  path,
  words,
  files: filesOf(flags),
  needsSelection: true,
  all: flags.boolean('all'),
  selector: flags.text('selector'),
  fieldSelector: flags.text('field-selector'),
  allNamespaces: flags.boolean('all-namespaces'),
});

/** A week stands for "as long as it takes". */
const longest = 168 * 3_600_000;

/** Throws CliError for flags that exclude each other. */
export function deletionsOf(flags: FlagSet): Deletions {
  const gracePeriod = gracePeriodOf(flags);
  const isSelecting =
    flags.boolean('all') || flags.text('selector') !== '' || flags.text('field-selector') !== '';
  const timeout = flags.duration('timeout');
  return {
    options: {
      propagationPolicy: policyOf(flags.text('cascade')),
      ...(gracePeriod < 0 ? {} : { gracePeriodSeconds: gracePeriod }),
    },
    timeout: timeout <= 0 ? longest : timeout,
    waits: flags.boolean('wait'),
    isForced: gracePeriod === 0,
    ignoresMissing: flags.has('ignore-not-found') ? flags.boolean('ignore-not-found') : isSelecting,
  };
}

/** Seconds; -1 for that of the object. */
function gracePeriodOf(flags: FlagSet): number {
  const given = flags.integer('grace-period');
  const isForced = flags.boolean('force');
  if (flags.boolean('now')) {
    if (given !== -1) throw new CliError('--now and --grace-period cannot be specified together');
    return isForced ? 0 : 1;
  }
  if (isForced && given > 0)
    throw new CliError('--force and --grace-period greater than 0 cannot be specified together');
  if (isForced) return 0;
  // Without --force one waits for the end of what runs.
  return given === 0 ? 1 : given;
}
