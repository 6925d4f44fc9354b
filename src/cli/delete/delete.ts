import { isNotFound } from '../../client/api/api-error.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { deleteObject } from '../shared/deletion/delete-and-wait.ts';
import { type Deleted, waitUntilGone } from '../shared/deletion/wait-until-gone.ts';
import { kindName, type ServedResource } from '../shared/discovery/served-api.ts';
import { CliError, ContextError } from '../shared/errors/cli-error.ts';
import { fileFlags } from '../shared/manifests/file-flags.ts';
import { rawFlag } from '../shared/raw/raw-flag.ts';
import { eachOf, eachPlace, type PlacedTarget } from '../shared/writes/each-object.ts';
import { dryRunSuffix } from '../shared/writes/outcome.ts';
import {
  allFlag,
  allNamespacesFlag,
  type DryRun,
  dryRunFlag,
  dryRunOf,
  fieldSelectorFlag,
  selectorFlag,
} from '../shared/writes/write-flags.ts';
import { type Deletions, deletionRequest, deletionsOf } from './delete-options.ts';

/** The command is called like a word of the language. */
export const deleteCommand: Command = {
  usage: 'delete ([-f FILENAME] | TYPE [(NAME | -l label | --all)]) [flags]',
  details: 'Waits until the objects are gone: until they have terminated, and no finalizer is left.',
  examples: [
    '# Delete the objects of a file',
    'orchctl delete -f web.yaml',
    '',
    '# Delete two objects by name, and all objects with a label',
    'orchctl delete pod/web service/web',
    'orchctl delete pods,services -l app=web',
    '',
    '# Delete a deployment, but not its pods',
    'orchctl delete deployment web --cascade=orphan',
  ],
  flags: [
    ...fileFlags,
    ...[allFlag, allNamespacesFlag, selectorFlag, fieldSelectorFlag, dryRunFlag],
    {
      name: 'cascade',
      type: 'text',
      default: 'background',
      bare: 'background',
      description: 'Deletion of dependents: background, foreground (before the object), or orphan (never)',
    },
    rawFlag('DELETE'),
    { name: 'force', type: 'boolean', description: 'Delete immediately, without graceful termination' },
    {
      name: 'grace-period',
      type: 'integer',
      default: '-1',
      description: 'Seconds to terminate gracefully; -1 for the default of the object',
    },
    { name: 'now', type: 'boolean', description: 'Like --grace-period=1' },
    { name: 'ignore-not-found', type: 'boolean', description: 'Treat a missing object as no error' },
    {
      name: 'interactive',
      short: 'i',
      type: 'boolean',
      description: 'Ask for confirmation first',
    },
    { name: 'timeout', type: 'duration', default: '0s', description: 'How long to wait; 0 for a week' },
    { name: 'wait', type: 'boolean', default: 'true', description: 'Wait until the objects are gone' },
    { name: 'output', short: 'o', type: 'text', description: 'Output format: name' },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, host, session } = context;
  if (flags.text('raw') !== '') return (await import('../shared/raw/send-raw.ts')).sendRaw(context, 'DELETE');
  const deletions = deletionsOf(flags);
  const dryRun = dryRunOf(flags);
  const output = flags.text('output');
  if (output !== '' && output !== 'name') {
    throw new CliError(`unexpected -o output mode: ${output}. We only support '-o name'`);
  }
  if (deletions.isForced) {
    session.warn(
      'Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.',
    );
  }
  if (flags.boolean('interactive') && !(await confirm(context))) return;
  const deleted: Deleted[] = [];
  const deleting = { context, deletions, dryRun };
  const count = await eachPlace(session, deletionRequest(context), async (place) => {
    const done = await deleteOne(deleting, place);
    if (done !== undefined) deleted.push(done);
  });
  if (count === 0) host.out.line('No resources found');
  if (deletions.waits && dryRun === 'none') await waitForAll(deleting, deleted);
}

interface Deleting {
  context: CommandContext;
  deletions: Deletions;
  dryRun: DryRun;
}

async function confirm(context: CommandContext): Promise<boolean> {
  const { isConfirmed } = await import('./confirm.ts');
  return isConfirmed(context);
}

async function deleteOne(
  { context, deletions, dryRun }: Deleting,
  target: PlacedTarget,
): Promise<Deleted | undefined> {
  const { session, host, flags } = context;
  warnOfScope(context, target.type);
  let deleted: Deleted | undefined;
  if (dryRun !== 'client') {
    try {
      const options = dryRun === 'server' ? { ...deletions.options, dryRun: ['All'] } : deletions.options;
      deleted = await deleteObject(await session.client(), target, options);
    } catch (error) {
      if (isNotFound(error) && deletions.ignoresMissing) return undefined;
      if (target.source === undefined) throw error;
      throw new ContextError(`error when deleting "${target.source}"`, error);
    }
  }
  const verb = deletions.isForced ? 'force deleted' : 'deleted';
  const kind = kindName(target.type);
  host.out.line(
    flags.text('output') === 'name'
      ? `${kind}/${target.name}`
      : `${kind} "${target.name}" ${verb}${dryRunSuffix(dryRun)}`,
  );
  return deleted;
}

function warnOfScope({ session, flags }: CommandContext, type: ServedResource): void {
  if (type.namespaced) return;
  if (flags.boolean('all-namespaces')) {
    session.warn('deleting cluster-scoped resources');
  } else if (session.isNamespaceGiven) {
    session.warn('deleting cluster-scoped resources, not scoped to the provided namespace');
  }
}

async function waitForAll({ context, deletions }: Deleting, deleted: readonly Deleted[]): Promise<void> {
  const client = await context.session.client();
  const signal = AbortSignal.timeout(deletions.timeout);
  await eachOf(deleted, (one) => waitUntilGone(client, one, signal));
}
