import type { CoreV1Pod } from '../../api/schema/types.gen.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';
import { chooseContainer } from '../shared/pods/containers.ts';
import { converseWith } from '../shared/pods/conversation.ts';
import { podType } from '../shared/pods/find-pods.ts';
import { type FileSpec, parseFileSpec } from './file-spec.ts';
import type { RunInContainer } from './run-in-container.ts';

export const cp: Command = {
  usage: 'cp SOURCE DESTINATION [flags]',
  details:
    'SOURCE and DESTINATION are [[namespace/]pod:]path, and one of them is local. The container needs the program tar.',
  examples: [
    'orchctl cp notes.txt web:/tmp/notes.txt',
    '',
    '# Copy a directory from a container of a pod in another namespace',
    'orchctl cp dev/web:/var/log logs -c app',
  ],
  flags: [
    {
      name: 'container',
      short: 'c',
      type: 'text',
      description: 'Name of the container; else the default one of the pod',
    },
    {
      name: 'no-preserve',
      type: 'boolean',
      description: 'Do not preserve owners and permissions in the container',
    },
    {
      name: 'retries',
      type: 'integer',
      default: '0',
      description: 'Number of retries of a copy from a container',
    },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { words, flags } = context;
  if (words.length !== 2) throw new UsageError('source and destination are required');
  const [source, destination] = words.map(parseFileSpec) as [FileSpec, FileSpec];
  if (source.pod !== '' && destination.pod !== '') {
    throw new CliError('one of src or dest must be a local file specification');
  }
  if (source.pod === '' && destination.pod === '') {
    throw new CliError('one of src or dest must be a remote file specification');
  }
  if (source.path === '' || destination.path === '') throw new CliError('filepath can not be empty');
  if (source.pod === '') {
    const { copyToPod } = await import('./to-pod.ts');
    const into = await inContainer(context, destination);
    return copyToPod(into, source.path, destination.path, flags.boolean('no-preserve'));
  }
  const { copyFromPod } = await import('./from-pod.ts');
  const from = await inContainer(context, source);
  const warn = (line: string): void => context.host.err.line(line);
  for (let tries = flags.integer('retries'); ; tries--) {
    try {
      return await copyFromPod(from, source.path, destination.path, warn);
    } catch (error) {
      if (tries <= 0) throw error;
      warn(`${(error as Error).message}: once more`);
    }
  }
}

/** Runs commands in the container that is meant. */
async function inContainer(
  { flags, session, host }: CommandContext,
  { pod: name, namespace }: FileSpec,
): Promise<RunInContainer> {
  const client = await session.client();
  const path = pathOf(podType, namespace || (await session.namespace()), name);
  const pod = await client.json<CoreV1Pod>({ method: 'GET', path });
  const note = (line: string): void => host.err.line(line);
  const container = chooseContainer(pod, flags.text('container'), await session.dialect(), note);
  return (command, streams, signal) =>
    converseWith(
      session,
      {
        pod,
        subresource: 'exec',
        container: container.name,
        command,
        streams: { stderr: host.err.stream, ...streams, tty: false },
      },
      signal,
    );
}
