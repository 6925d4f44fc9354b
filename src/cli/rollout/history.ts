import type { Command, CommandContext } from '../command.ts';
import { objectName } from '../shared/discovery/served-api.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { eachObject, type FoundObject } from '../shared/writes/each-object.ts';
import { selectorFlag } from '../shared/writes/write-flags.ts';
import { revisionsOf } from './revisions.ts';

export const history: Command = {
  usage: 'rollout history TYPE NAME [--revision=NUMBER] [flags]',
  description: 'Prints the former states of a workload, and why they came about.',
  examples: ['orchctl rollout history deployment/web', 'orchctl rollout history deployment/web --revision=3'],
  flags: [
    ...fileFlags,
    selectorFlag,
    {
      name: 'revision',
      type: 'integer',
      default: '0',
      description: 'Prints the pod template of this revision',
    },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, session, words, path } = context;
  const revision = flags.integer('revision');
  if (revision < 0) throw new CliError(`revision must be a positive integer: ${revision}`);
  const request = { path, words, files: filesOf(flags), selector: flags.text('selector') };
  await eachObject(session, request, (found) => printHistory(context, found, revision));
}

async function printHistory(
  { session, host }: CommandContext,
  found: FoundObject,
  wanted: number,
): Promise<void> {
  const revisions = await revisionsOf(session, found);
  const title = objectName(found.type, found.name);
  if (wanted > 0) {
    const revision = revisions.find(({ number }) => number === wanted);
    if (revision === undefined) throw new CliError('unable to find the specified revision');
    const { writeYaml } = await import('../../api/codec/yaml-writer.ts');
    await host.out.write(`${title} with revision #${wanted}\nPod Template:\n`);
    await host.out.write(writeYaml(revision.template).replaceAll(/^(?=.)/gm, '  '));
    return;
  }
  if (revisions.length === 0) {
    await host.out.write(`${title} \nNo rollout history found.\n`);
    return;
  }
  const rows = revisions.map(({ number, cause }) => `${String(number).padEnd(10)}${cause || '<none>'}\n`);
  await host.out.write(`${title} \nREVISION  CHANGE-CAUSE\n${rows.join('')}\n`);
}
