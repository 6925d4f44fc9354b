import type { Command } from '../shared/command.ts';
import { UsageError } from '../shared/errors/cli-error.ts';
import { candidatesFor } from './candidates.ts';
import { scripts } from './scripts.ts';

export const bash = scriptCommand('bash', 'source <(orchctl completion bash)');
export const zsh = scriptCommand('zsh', 'source <(orchctl completion zsh)');
export const fish = scriptCommand('fish', 'orchctl completion fish | source');

function scriptCommand(shell: keyof typeof scripts, load: string): Command {
  return {
    usage: `completion ${shell}`,
    description: `Prints a script that completes words of orchctl in ${shell}: commands, flags, types and names of objects.`,
    examples: [`# In this shell`, load],
    flags: [],
    run: async ({ words, host }) => {
      if (words.length > 0) throw new UsageError(`unknown argument "${words[0]}"`);
      await host.out.write(scripts[shell]);
    },
  };
}

export const candidates: Command = {
  usage: 'completion candidates -- WORD ...',
  description:
    'Prints what may stand in place of the last word, one candidate a line with a tab and its description. The scripts of shells call it. A last line ":files" stands for names of files.',
  flags: [],
  run: async (context) => {
    for (const line of await candidatesFor(context)) context.host.out.line(line);
  },
};
