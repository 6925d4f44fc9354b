import type { Command, CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { changeObjects } from '../shared/writes/change-objects.ts';
import type { FoundObject } from '../shared/writes/each-object.ts';
import type { PatchRequest } from '../shared/writes/writer.ts';
import { podSpecOf, podSpecPatch } from './pod-template.ts';
import { setFlags } from './set-flags.ts';

export const setResources: Command = {
  usage:
    'set resources (-f FILENAME | TYPE NAME) [--limits=RESOURCE=AMOUNT,...] [--requests=RESOURCE=AMOUNT,...] [flags]',
  examples: ['orchctl set resources deployment/web --limits=cpu=200m,memory=512Mi -c web'],
  flags: [
    ...setFlags,
    {
      name: 'containers',
      short: 'c',
      type: 'text',
      default: '*',
      description: 'Name of the containers; * for all',
    },
    { name: 'limits', type: 'text', description: 'Resource limits: cpu=1,memory=1Gi' },
    { name: 'requests', type: 'text', description: 'Resource requests: cpu=1,memory=1Gi' },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, words } = context;
  const [limits, requests] = [amounts(flags.text('limits')), amounts(flags.text('requests'))];
  if (limits === undefined && requests === undefined) {
    throw new CliError(
      'you must specify an update to requests or limits (in the form of --requests/--limits)',
    );
  }
  const resources = {
    ...(limits === undefined ? {} : { limits }),
    ...(requests === undefined ? {} : { requests }),
  };
  await changeObjects(context, {
    words,
    suffix: '-set',
    verb: 'resource requirements updated',
    patchOf: ({ object }: FoundObject): PatchRequest => {
      const wanted = flags.text('containers');
      const chosen = podSpecOf(object).containers.filter(({ name }) => wanted === '*' || name === wanted);
      if (chosen.length === 0) throw new CliError(`unable to find container named ${wanted}`);
      const containers = chosen.map(({ name }) => ({ name, resources }));
      return { patch: podSpecPatch(object, { containers }), type: 'strategic' };
    },
  });
}

/** Undefined for an empty text. Throws CliError. */
function amounts(text: string): Record<string, string> | undefined {
  if (text === '') return undefined;
  return Object.fromEntries(
    text.split(',').map((statement) => {
      const [resource = '', amount = '', ...more] = statement.split('=');
      if (resource === '' || amount === '' || more.length > 0) {
        throw new CliError(`Invalid argument syntax ${statement}, expected <resource>=<value>`);
      }
      return [resource, amount];
    }),
  );
}
