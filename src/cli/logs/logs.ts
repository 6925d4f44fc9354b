import type { CoreV1Pod } from '../../api/schema/types.gen.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';
import { reportError } from '../shared/errors/error-lines.ts';
import { chooseContainer, containersOf } from '../shared/pods/containers.ts';
import { findPods, podsWith, podType } from '../shared/pods/find-pods.ts';
import { type LogSource, printLog } from './log-streams.ts';

export const logs: Command = {
  usage: 'logs [-f] [-p] (POD | TYPE/NAME | -l SELECTOR) [-c CONTAINER] [flags]',
  details: 'A workload or another object with pods may be named in place of a pod.',
  examples: [
    '# Print the log of a pod, and stream new lines',
    'orchctl logs -f web',
    '',
    '# Print the log of the previous instance of a container',
    'orchctl logs web -c app --previous',
    '',
    '# Print the last lines of all containers of the pods with a label',
    'orchctl logs -l app=web --all-containers --prefix --tail=20',
  ],
  flags: [
    { name: 'follow', short: 'f', type: 'boolean', description: 'Stream new lines as they are written' },
    {
      name: 'previous',
      short: 'p',
      type: 'boolean',
      description: 'Print the logs of the previous instance of the container',
    },
    {
      name: 'container',
      short: 'c',
      type: 'text',
      description: 'Name of the container; else the default one of the pod',
    },
    { name: 'all-containers', type: 'boolean', description: 'Print the logs of all containers in the pod' },
    {
      name: 'all-pods',
      type: 'boolean',
      description: 'Print the logs of all pods of the object; implies --prefix',
    },
    { name: 'selector', short: 'l', type: 'text', description: 'Label selector of the pods' },
    { name: 'prefix', type: 'boolean', description: 'Show pod and container before each line' },
    {
      name: 'tail',
      type: 'integer',
      default: '-1',
      description: 'Number of recent lines; by default all, or 10 with a selector',
    },
    { name: 'since', type: 'duration', description: 'Only lines newer than this duration: 5s, 2m, 3h' },
    { name: 'since-time', type: 'text', description: 'Only lines after this time, in RFC 3339' },
    { name: 'timestamps', type: 'boolean', description: 'Show a timestamp on each line' },
    { name: 'limit-bytes', type: 'integer', default: '0', description: 'Maximum number of bytes' },
    {
      name: 'max-log-requests',
      type: 'integer',
      default: '5',
      description: 'Maximum number of logs to follow at once',
    },
    {
      name: 'ignore-errors',
      type: 'boolean',
      description: 'Continue when one of several logs cannot be read',
    },
    {
      name: 'insecure-skip-tls-verify-backend',
      type: 'boolean',
      description: "Skip verification of the node agent's certificate",
    },
    {
      name: 'pod-running-timeout',
      type: 'duration',
      default: '20s',
      hidden: true,
      description: 'Has no effect',
    },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, session, host } = context;
  check(context);
  const sources = await sourcesOf(context);
  if (sources.length === 0) {
    host.err.line(`No resources found in ${await session.namespace()} namespace.`);
    return;
  }
  const isFollowing = flags.boolean('follow');
  const limit = flags.integer('max-log-requests');
  if (isFollowing && sources.length > 1 && sources.length > limit) {
    throw new CliError(
      `you are attempting to follow ${sources.length} log streams, but maximum allowed concurrency is ${limit}, use --max-log-requests to increase the limit`,
    );
  }
  const client = await session.client();
  const print = (source: LogSource): Promise<void> =>
    orIgnored(context, printLog(client, source, host.out, isFollowing && sources.length > 1));
  if (isFollowing) await Promise.all(sources.map(print));
  else for (const source of sources) await print(source);
}

async function orIgnored({ flags, host, path }: CommandContext, printing: Promise<void>): Promise<void> {
  try {
    await printing;
  } catch (error) {
    if (!flags.boolean('ignore-errors')) throw error;
    for (const line of (await reportError(error, path)).lines) host.err.line(line);
  }
}

function check({ flags, words }: CommandContext): void {
  const hasSelector = flags.text('selector') !== '';
  if (hasSelector && words.length > 0) {
    throw new UsageError('only a selector (-l) or a POD name is allowed');
  }
  if (!hasSelector && words.length === 0) {
    throw new UsageError(
      "'logs (POD | TYPE/NAME) [CONTAINER_NAME]'.\nPOD or TYPE/NAME is a required argument for the logs command",
    );
  }
  if (words.length > 2) throw new UsageError('expected POD or TYPE/NAME, and a container at most');
  const isNamed = flags.text('container') !== '' || words.length === 2;
  if (flags.boolean('all-containers') && isNamed) {
    throw new CliError('--all-containers=true should not be specified with container name');
  }
  if (flags.text('since-time') !== '' && flags.has('since')) {
    throw new CliError('only one of --since-time / --since may be used');
  }
  if (flags.has('since') && flags.duration('since') <= 0)
    throw new CliError('--since must be greater than 0');
  if (flags.integer('tail') < -1) throw new CliError('--tail must be greater than or equal to -1');
}

/** The logs that are meant, in their order. */
async function sourcesOf(context: CommandContext): Promise<LogSource[]> {
  const { flags, words, session, host } = context;
  const [word, second] = words;
  const isAll = flags.boolean('all-pods');
  const note = (line: string): void => host.err.line(line);
  let pods: CoreV1Pod[];
  if (word === undefined) {
    pods = await podsWith(await session.client(), await session.namespace(), flags.text('selector'));
    pods.sort((a, b) => (a.metadata.name! < b.metadata.name! ? -1 : 1));
  } else {
    const found = (await findPods(session, word)).pods;
    if (found.length === 0) throw new CliError('timed out waiting for the condition');
    if (found.length > 1 && !isAll) note(`Found ${found.length} pods, using pod/${found[0]!.metadata.name}`);
    pods = isAll ? found : found.slice(0, 1);
  }
  const dialect = await session.dialect();
  const name = second ?? flags.text('container');
  return pods.flatMap((pod) => {
    const containers = flags.boolean('all-containers')
      ? containersOf(pod)
      : [chooseContainer(pod, name, dialect, note)];
    return containers.map((container) => sourceOf(context, pod, container.name));
  });
}

function sourceOf({ flags }: CommandContext, { metadata }: CoreV1Pod, container: string): LogSource {
  const { namespace = '', name = '' } = metadata;
  const isSelected = flags.text('selector') !== '' && !flags.has('tail');
  const tail = isSelected ? 10 : flags.integer('tail');
  const limit = flags.integer('limit-bytes');
  const since = flags.duration('since');
  const isSet = (flag: string): true | undefined => flags.boolean(flag) || undefined;
  return {
    path: pathOf(podType, namespace, name, 'log'),
    query: {
      container,
      follow: isSet('follow'),
      previous: isSet('previous'),
      timestamps: isSet('timestamps'),
      tailLines: tail >= 0 ? tail : undefined,
      limitBytes: limit > 0 ? limit : undefined,
      // Whole seconds, and never less than was asked for.
      sinceSeconds: since > 0 ? Math.ceil(since / 1_000) : undefined,
      sinceTime: flags.text('since-time') || undefined,
      insecureSkipTLSVerifyBackend: isSet('insecure-skip-tls-verify-backend'),
    },
    prefix: flags.boolean('prefix') || flags.boolean('all-pods') ? `[pod/${name}/${container}] ` : '',
  };
}
