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
    details: 'Completes commands, flags, types and names of objects.',
    examples: [`# Load the completions into the current shell`, load],
    flags: [],
    run: async ({ words, host }) => {
      if (words.length > 0) throw new UsageError(`unknown argument "${words[0]}"`);
      await host.out.write(scripts[shell]);
    },
  };
}

export const candidates: Command = {
  usage: 'completion candidates -- WORD ...',
  details:
    'Prints one candidate a line, with a tab and its description. A last line ":files" stands for file names.',
  flags: [],
  run: async (context) => {
    for (const line of await candidatesFor(context)) context.host.out.line(line);
  },
};
