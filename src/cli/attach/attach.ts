import type { Command, CommandContext } from '../shared/command.ts';
import { UsageError } from '../shared/errors/cli-error.ts';
import { attachTo } from '../shared/pods/attach-to.ts';
import { endWith } from '../shared/pods/conversation.ts';
import { findPod } from '../shared/pods/find-pods.ts';

export const attach: Command = {
  usage: 'attach (POD | TYPE/NAME) [-c CONTAINER] [flags]',
  details: 'Prints the output of its main process; -i passes on standard input.',
  examples: [
    'orchctl attach web',
    '',
    '# Attach to a shell that the container runs',
    'orchctl attach web -c app -it',
  ],
  flags: [
    {
      name: 'container',
      short: 'c',
      type: 'text',
      description: 'Name of the container; else the default one of the pod',
    },
    { name: 'stdin', short: 'i', type: 'boolean', description: 'Pass stdin to the process' },
    { name: 'tty', short: 't', type: 'boolean', description: 'Allocate a terminal for the process' },
    { name: 'quiet', short: 'q', type: 'boolean', description: 'Print only the output of the process' },
    {
      name: 'pod-running-timeout',
      type: 'duration',
      default: '1m',
      description: 'How long to wait for a pod of the object',
    },
  ],
  run,
};

async function run({ flags, words, session, host }: CommandContext): Promise<void> {
  const [word, ...more] = words;
  if (word === undefined) throw new UsageError('at least 1 argument is required for attach');
  if (more.length > 0)
    throw new UsageError(
      `expected POD, TYPE/NAME, or TYPE NAME, (at most 2 arguments) saw ${words.length}: [${words.join(' ')}]`,
    );
  const quiet = flags.boolean('quiet');
  const pod = await findPod(session, word, flags.duration('pod-running-timeout'));
  const terminal = { stdin: flags.boolean('stdin'), tty: flags.boolean('tty'), quiet };
  const { code } = await attachTo({ session, host }, pod, {
    container: flags.text('container'),
    ...terminal,
  });
  endWith(host, code);
}
