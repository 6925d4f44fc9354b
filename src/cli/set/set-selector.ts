import { splitPairs } from '../shared/arguments/split-pairs.ts';
import type { Command } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { changeObjects } from '../shared/writes/change-objects.ts';
import type { PatchRequest } from '../shared/writes/writer.ts';
import { setFlags } from './set-flags.ts';

export const setSelector: Command = {
  usage: 'set selector (-f FILENAME | service NAME) LABEL=VALUE,... [flags]',
  details: 'It replaces the previous selector.',
  examples: ['orchctl set selector service web app=web,color=green'],
  flags: [
    ...setFlags,
    {
      name: 'resource-version',
      type: 'text',
      description: 'Change the object only if this is its current resource version',
    },
  ],
  run: async (context) => {
    const text = context.words.at(-1) ?? '';
    if (!text.includes('=')) throw new CliError('one selector is required: LABEL=VALUE,...');
    const selector = splitPairs(text);
    await changeObjects(context, {
      words: context.words.slice(0, -1),
      suffix: '-set',
      verb: 'selector updated',
      patchOf: ({ type, object }): PatchRequest => {
        if (type.kind !== 'Service')
          throw new CliError(`setting a selector is only supported for Services, not for ${type.kind}`);
        const { selector: current = {} } = (object['spec'] ?? {}) as { selector?: Record<string, string> };
        const gone = Object.keys(current).filter((key) => !Object.hasOwn(selector, key));
        const removed = Object.fromEntries(gone.map((key) => [key, null]));
        const resourceVersion = context.flags.text('resource-version');
        const patch = {
          ...(resourceVersion === '' ? {} : { metadata: { resourceVersion } }),
          spec: { selector: { ...removed, ...selector } },
        };
        return { patch, type: 'merge' };
      },
    });
  },
};
