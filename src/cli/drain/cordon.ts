import type { Command, CommandContext } from '../shared/command.ts';
import { objectName } from '../shared/discovery/served-api.ts';
import { UsageError } from '../shared/errors/cli-error.ts';
import { noFiles } from '../shared/manifests/file-flags.ts';
import { eachObject, type FoundObject } from '../shared/writes/each-object.ts';
import { fieldManager } from '../shared/writes/field-manager.ts';
import { dryRunSuffix } from '../shared/writes/outcome.ts';
import { dryRunFlag, dryRunOf, selectorFlag } from '../shared/writes/write-flags.ts';
import { ObjectWriter } from '../shared/writes/writer.ts';

export const cordon: Command = {
  usage: 'cordon NODE [flags]',
  examples: ['orchctl cordon n1'],
  flags: [selectorFlag, dryRunFlag],
  run: (context) => eachNode(context, (found) => setSchedulable(context, found, false)),
};

export const uncordon: Command = {
  usage: 'uncordon NODE [flags]',
  examples: ['orchctl uncordon n1'],
  flags: [selectorFlag, dryRunFlag],
  run: (context) => eachNode(context, (found) => setSchedulable(context, found, true)),
};

/** Does the work on each node of the command line. */
export async function eachNode(
  context: CommandContext,
  work: (found: FoundObject) => Promise<void>,
): Promise<void> {
  const { flags, session, words, path } = context;
  const selector = flags.text('selector');
  if (words.length === 0 && selector === '') throw new UsageError(`USAGE: ${path} NODE [flags]`);
  const names = words.map((word) => word.replace(/^nodes?\//, ''));
  const request = { path, words: ['nodes', ...names], files: noFiles, selector, needsSelection: true };
  await eachObject(session, request, work);
}

export async function setSchedulable(
  context: CommandContext,
  found: FoundObject,
  schedulable: boolean,
): Promise<void> {
  const { flags, session, host } = context;
  const dryRun = dryRunOf(flags);
  const { unschedulable = false } = (found.object['spec'] ?? {}) as { unschedulable?: boolean };
  const done = `${schedulable ? 'un' : ''}cordoned`;
  const node = objectName(found.type, found.name);
  if (unschedulable === !schedulable) {
    host.out.line(`${node} already ${done}${dryRunSuffix(dryRun)}`);
    return;
  }
  if (dryRun !== 'client') {
    const manager = await fieldManager(session, flags, schedulable ? '-uncordon' : '-cordon');
    const writer = new ObjectWriter(await session.client(), { fieldManager: manager, dryRun });
    await writer.patch(found, {
      patch: { spec: { unschedulable: schedulable ? null : true } },
      type: 'strategic',
    });
  }
  host.out.line(`${node} ${done}${dryRunSuffix(dryRun)}`);
}
