import type { Command } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { changeObjects } from '../shared/writes/change-objects.ts';
import { podSpecOf, podSpecPatch } from './pod-template.ts';
import { setFlags } from './set-flags.ts';

export const setServiceAccount: Command = {
  usage: 'set serviceaccount (-f FILENAME | TYPE NAME) SERVICE_ACCOUNT [flags]',
  examples: ['orchctl set serviceaccount deployment web robot'],
  flags: setFlags,
  run: async (context) => {
    const serviceAccountName = context.words.at(-1);
    if (serviceAccountName === undefined) throw new CliError('serviceaccount is required');
    await changeObjects(context, {
      words: context.words.slice(0, -1),
      suffix: '-set',
      verb: 'serviceaccount updated',
      patchOf: ({ object }) =>
        podSpecOf(object).serviceAccountName === serviceAccountName
          ? undefined
          : { patch: podSpecPatch(object, { serviceAccountName }), type: 'strategic' },
    });
  },
};
