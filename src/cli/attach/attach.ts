import type { Command, CommandContext } from '../command.ts';
import { UsageError } from '../shared/errors/cli-error.ts';
import { chooseContainer } from '../shared/pods/containers.ts';
import { converseWith, endWith, localStreams, withRawTerminal } from '../shared/pods/conversation.ts';
import { findPod } from '../shared/pods/find-pods.ts';

export const attach: Command = {
  usage: 'attach (POD | TYPE/NAME) [-c CONTAINER] [flags]',
  description: 'Joins a process that runs already in a container: its output, and its input with -i.',
  examples: ['orchctl attach web', '', '# A shell that the container runs', 'orchctl attach web -c app -it'],
  flags: [
    {
      name: 'container',
      short: 'c',
      type: 'text',
      description: 'Name of the container; else the default one of the pod',
    },
    { name: 'stdin', short: 'i', type: 'boolean', description: 'Passes standard input to the process' },
    { name: 'tty', short: 't', type: 'boolean', description: 'The user’s terminal is that of the process' },
    { name: 'quiet', short: 'q', type: 'boolean', description: 'Prints only what the process does' },
    {
      ...{ name: 'pod-running-timeout', type: 'duration', default: '1m' },
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
  const note = (line: string): void => {
    if (!quiet) host.err.line(line);
  };
  const pod = await findPod(session, word, flags.duration('pod-running-timeout'));
  const container = chooseContainer(pod, flags.text('container'), await session.dialect(), note);
  const stdin = flags.boolean('stdin');
  const hasTerminal = container.tty === true;
  if (flags.boolean('tty') && !hasTerminal) {
    note(`error: Unable to use a TTY - container ${container.name} did not allocate one`);
  }
  const streams = localStreams(host, { stdin, tty: hasTerminal, quiet: quiet || !flags.boolean('tty') });
  // The output of a terminal is one stream, whatever is at this end.
  const joined = hasTerminal ? { ...streams, tty: true, stderr: undefined } : streams;
  if (stdin) note("If you don't see a command prompt, try pressing enter.");
  const code = await withRawTerminal(host, streams.tty, () =>
    converseWith(session, {
      pod,
      subresource: 'attach',
      container: container.name,
      command: [],
      streams: joined,
    }),
  );
  if (stdin && hasTerminal && pod.spec?.restartPolicy === 'Always') {
    note(
      `Session ended, resume using 'orchctl attach ${pod.metadata.name} -c ${container.name} -i -t' command when the pod is running`,
    );
  }
  endWith(host, code);
}
