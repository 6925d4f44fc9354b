import type { CoreV1PodTemplateSpec } from '../../api/schema/types.gen.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { objectName } from '../shared/discovery/served-api.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { printerOfFlags } from '../shared/output/object-printer.ts';
import { outputFlags } from '../shared/output/output-format.ts';
import type { Session } from '../shared/session/session.ts';
import { eachObject } from '../shared/writes/each-object.ts';
import { selectorFlag } from '../shared/writes/write-flags.ts';
import { type Revision, revisionsOf } from './revisions.ts';

export const history: Command = {
  usage: 'rollout history TYPE NAME [--revision=NUMBER] [flags]',
  details: 'Lists the revisions of a workload with their change causes.',
  examples: [
    'orchctl rollout history deployment/web',
    'orchctl rollout history deployment/web --revision=3 -o yaml',
  ],
  flags: [
    ...fileFlags,
    ...outputFlags,
    selectorFlag,
    {
      name: 'revision',
      type: 'integer',
      default: '0',
      description: 'Print the pod template of this revision',
    },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, session, host, words, path } = context;
  const wanted = flags.integer('revision');
  if (wanted < 0) throw new CliError(`revision must be a positive integer: ${wanted}`);
  const print = await printerOfFlags(flags);
  const request = { path, words, files: filesOf(flags), selector: flags.text('selector') };
  await eachObject(session, request, async (found) => {
    const revisions = await revisionsOf(session, found);
    const chosen = wanted === 0 ? revisions : revisions.filter(({ number }) => number === wanted);
    if (wanted > 0 && chosen.length === 0) throw new CliError('unable to find the specified revision');
    if (print !== undefined) {
      for (const { state } of chosen) await host.out.write(print(state));
      return;
    }
    const title = objectName(found.type, found.name);
    if (wanted === 0) await host.out.write(`${title} \n${tableOf(revisions)}`);
    else
      await host.out.write(`${title} with revision #${wanted}\n${await templateOf(session, chosen[0]!)}\n`);
  });
}

function tableOf(revisions: readonly Revision[]): string {
  if (revisions.length === 0) return 'No rollout history found.\n';
  const rows = revisions.map(({ number, cause }) => `${String(number).padEnd(10)}${cause || '<none>'}\n`);
  return `REVISION  CHANGE-CAUSE\n${rows.join('')}\n`;
}

/** Pod template of a revision as kubectl prints it: with tabs between cells, not in columns. */
async function templateOf(session: Session, { described }: Revision): Promise<string> {
  const [{ Description }, { describePodTemplate }] = await Promise.all([
    import('../shared/description/description.ts'),
    import('../shared/description/pod-template.ts'),
  ]);
  const description = new Description(await session.dialect());
  describePodTemplate(description, described as unknown as CoreV1PodTemplateSpec);
  return description.text;
}
