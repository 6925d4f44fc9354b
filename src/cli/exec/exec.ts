import type { Command, CommandContext } from '../shared/command.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { manifestTargets } from '../shared/manifests/manifest-targets.ts';
import { chooseContainer } from '../shared/pods/containers.ts';
import { converseWith, endWith, localStreams, withRawTerminal } from '../shared/pods/conversation.ts';
import { findPod } from '../shared/pods/find-pods.ts';

export const exec: Command = {
  usage: 'exec (POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...]',
  details: 'Exits with the exit code of the command.',
  examples: [
    '# Print the output of a command',
    'orchctl exec web -- date',
    '',
    '# Run a shell in a container of the first pod of a deployment',
    'orchctl exec deploy/web -c app -it -- sh',
  ],
  flags: [
    ...fileFlags,
    {
      name: 'container',
      short: 'c',
      type: 'text',
      description: 'Name of the container; else the default one of the pod',
    },
    { name: 'stdin', short: 'i', type: 'boolean', description: 'Pass stdin to the command' },
    { name: 'tty', short: 't', type: 'boolean', description: 'Allocate a terminal for the command' },
    { name: 'quiet', short: 'q', type: 'boolean', description: 'Print only the output of the command' },
    {
      name: 'pod-running-timeout',
      type: 'duration',
      default: '1m',
      description: 'How long to wait for a pod of the object',
    },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, session, host } = context;
  const { word, command } = await asked(context);
  const quiet = flags.boolean('quiet');
  const note = (line: string): void => {
    if (!quiet) host.err.line(line);
  };
  const pod = await findPod(session, word, flags.duration('pod-running-timeout'));
  const container = chooseContainer(pod, flags.text('container'), await session.dialect(), note);
  const streams = localStreams(host, { stdin: flags.boolean('stdin'), tty: flags.boolean('tty'), quiet });
  const code = await withRawTerminal(host, streams.tty, () =>
    converseWith(session, { pod, subresource: 'exec', container: container.name, command, streams }),
  );
  endWith(host, code);
}

async function asked(context: CommandContext): Promise<{ word: string; command: readonly string[] }> {
  const { words, wordsBeforeDashes, flags, session } = context;
  const files = filesOf(flags);
  if (files.names.length > 0) {
    const [target] = await Array.fromAsync(manifestTargets(session, files));
    if (target === undefined) throw new CliError('pod, type/name or --filename must be specified');
    return {
      word: `${target.type.resource}.${target.type.group}/${target.name}`.replace('./', '/'),
      command: words,
    };
  }
  const [word, ...command] = words;
  if (word === undefined || wordsBeforeDashes === 0) {
    throw new UsageError('pod, type/name or --filename must be specified');
  }
  if (command.length === 0) throw new CliError('you must specify at least one command for the container');
  if (wordsBeforeDashes === undefined) {
    session.warn(
      'orchctl exec [POD] [COMMAND] is DEPRECATED and will be removed in a future version. Use orchctl exec [POD] -- [COMMAND] instead.',
    );
  } else if (wordsBeforeDashes > 1) throw new UsageError('exactly one pod or type/name must be specified');
  return { word, command };
}
