import type { JsonMap } from '../../api/json/json-values.ts';
import type { FlagSet } from '../shared/arguments/flag-set.ts';
import { splitPairs } from '../shared/arguments/split-pairs.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';
import { outputFlags } from '../shared/output/output-format.ts';
import { recordFlag } from '../shared/writes/change-cause.ts';
import { createMade } from '../shared/writes/create-made.ts';
import { overridden, overrideFlags } from '../shared/writes/overrides.ts';
import { dryRunFlag, dryRunOf, fieldManagerFlag, saveConfigFlag } from '../shared/writes/write-flags.ts';

/** The command is called like its method. */
/** Flags for the deletion of the pod with --rm. */
const deletionFlags: Command['flags'] = [
  {
    name: 'cascade',
    type: 'text',
    default: 'background',
    bare: 'background',
    description: 'With --rm: deletion of dependents (background, foreground, orphan)',
  },
  {
    name: 'force',
    type: 'boolean',
    description: 'With --rm: delete immediately, without graceful termination',
  },
  {
    name: 'grace-period',
    type: 'integer',
    default: '-1',
    description: 'With --rm: seconds to terminate gracefully; -1 for the value in the pod',
  },
  { name: 'wait', type: 'boolean', description: 'With --rm: wait until the pod is gone' },
  { name: 'timeout', type: 'duration', default: '0s', description: 'With --wait: how long; 0 for a week' },
];

export const runPod: Command = {
  usage:
    'run NAME --image=IMAGE [--env=NAME=VALUE] [--port=PORT] [--restart=POLICY] [--command] -- [COMMAND] [ARGUMENT...]',
  details: 'For several replicas, or pods that are replaced when they end, see "orchctl create deployment".',
  examples: [
    'orchctl run web --image=nginx --port=80 --expose',
    'orchctl run once --image=busybox --restart=Never -- date -u',
    '',
    '# Run a shell in a pod, and delete the pod afterwards',
    'orchctl run shell -it --rm --image=busybox --restart=Never -- sh',
  ],
  flags: [
    ...outputFlags,
    ...[dryRunFlag, fieldManagerFlag, recordFlag, saveConfigFlag],
    ...overrideFlags,
    { name: 'image', type: 'text', description: 'Image to run' },
    { name: 'image-pull-policy', type: 'text', description: 'Always, IfNotPresent or Never' },
    { name: 'env', type: 'texts', description: 'NAME=VALUE; may be repeated' },
    { name: 'port', type: 'text', description: 'Port that the container serves' },
    { name: 'expose', type: 'boolean', description: 'Create a service for the pod as well' },
    { name: 'labels', short: 'l', type: 'text', description: 'Labels of the pod; run=NAME without it' },
    { name: 'annotations', type: 'texts', description: 'KEY=VALUE; may be repeated' },
    { name: 'restart', type: 'text', default: 'Always', description: 'Always, OnFailure or Never' },
    {
      name: 'attach',
      type: 'boolean',
      description: 'Attach to the container when it runs; implied by -i and -t',
    },
    { name: 'stdin', short: 'i', type: 'boolean', description: 'Pass stdin to the container' },
    { name: 'tty', short: 't', type: 'boolean', description: 'Allocate a terminal for the container' },
    { name: 'leave-stdin-open', type: 'boolean', description: 'Keep stdin open after the first attach' },
    { name: 'rm', type: 'boolean', description: 'Delete the pod after an attach' },
    ...deletionFlags,
    { name: 'privileged', type: 'boolean', description: 'Run the container in privileged mode' },
    { name: 'serviceaccount', type: 'text', description: 'Service account of the pod' },
    { name: 'limits', type: 'text', description: 'Resource limits of the container: cpu=1,memory=1Gi' },
    { name: 'requests', type: 'text', description: 'Resource requests of the container' },
    { name: 'hostport', type: 'integer', default: '-1', description: 'Port of the node for --port' },
    { name: 'quiet', short: 'q', type: 'boolean', description: 'Print only the output of the container' },
    {
      name: 'pod-running-timeout',
      type: 'duration',
      default: '1m',
      description: 'How long to wait until the pod is running',
    },
    {
      name: 'command',
      type: 'boolean',
      description: 'Use the words after -- as the command, not as its arguments',
    },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, words, wordsBeforeDashes } = context;
  const [name, ...rest] = words;
  if (name === undefined || wordsBeforeDashes === 0) throw new UsageError('NAME is required for run');
  if (flags.text('image') === '') throw new CliError('required flag(s) "image" not set');
  const restart = flags.text('restart');
  if (!['Always', 'Never', 'OnFailure'].includes(restart))
    throw new CliError(`invalid restart policy: ${restart}`);
  if (flags.boolean('expose') && flags.text('port') === '') {
    throw new UsageError('--port must be set when exposing a service');
  }
  const attaches = attachesTo(flags);
  const labels = flags.text('labels') === '' ? { run: name } : splitPairs(flags.text('labels'));
  const pod = await overridden(flags, podOf(context, name, rest, labels));
  const made = { object: pod, suffix: '-run', verb: 'created', isSilent: attaches };
  await createMade(context, made);
  if (flags.boolean('expose')) await createService(context, name, labels);
  if (attaches) await (await import('./attached-run.ts')).attachedRun(context, name);
}

/** Throws CliError for flags that do not go together. */
function attachesTo(flags: FlagSet): boolean {
  const [stdin, tty] = [flags.boolean('stdin'), flags.boolean('tty')];
  const attaches = flags.has('attach') ? flags.boolean('attach') : stdin || tty;
  if (tty && !stdin) throw new CliError('stdin is required for containers with -t/--tty');
  if (flags.boolean('rm') && !attaches) {
    throw new CliError('--rm should only be used for attached containers');
  }
  if (attaches && dryRunOf(flags) !== 'none') {
    throw new CliError(
      "--dry-run=[server|client] can't be used with attached containers options (--attach, --stdin, or --tty)",
    );
  }
  return attaches;
}

async function createService(
  context: CommandContext,
  name: string,
  labels: Record<string, string>,
): Promise<void> {
  const port = Number(context.flags.text('port'));
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels },
    spec: { ports: [{ port, protocol: 'TCP', targetPort: port }], selector: labels },
  };
  await createMade(context, { object: service, suffix: '-run', verb: 'created' });
}

function podOf(
  { flags }: CommandContext,
  name: string,
  words: readonly string[],
  labels: Record<string, string>,
): JsonMap & { apiVersion: string; kind: string } {
  const annotations = Object.assign({}, ...flags.texts('annotations').map(splitPairs)) as Record<
    string,
    string
  >;
  const [port, pullPolicy] = [flags.text('port'), flags.text('image-pull-policy')];
  if (port !== '' && !/^\d+$/.test(port)) throw new CliError(`invalid port ${JSON.stringify(port)}`);
  const env = flags.texts('env').map(variable);
  const hostPort = flags.integer('hostport') < 0 ? {} : { hostPort: flags.integer('hostport') };
  const amounts = ['limits', 'requests'].filter((field) => flags.text(field) !== '');
  const resources = Object.fromEntries(amounts.map((field) => [field, splitPairs(flags.text(field))]));
  const account = flags.text('serviceaccount');
  const container = {
    name,
    image: flags.text('image'),
    ...(pullPolicy === '' ? {} : { imagePullPolicy: pullPolicy }),
    ...(env.length === 0 ? {} : { env }),
    ...(port === '' ? {} : { ports: [{ containerPort: Number(port), ...hostPort }] }),
    ...(Object.keys(resources).length === 0 ? {} : { resources }),
    ...(flags.boolean('privileged') ? { securityContext: { privileged: true } } : {}),
    ...(flags.boolean('stdin')
      ? { stdin: true, ...(flags.boolean('leave-stdin-open') ? {} : { stdinOnce: true }) }
      : {}),
    ...(flags.boolean('tty') ? { tty: true } : {}),
    ...(words.length === 0 ? {} : flags.boolean('command') ? { command: words } : { args: words }),
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels, ...(Object.keys(annotations).length === 0 ? {} : { annotations }) },
    spec: {
      containers: [container],
      dnsPolicy: 'ClusterFirst',
      restartPolicy: flags.text('restart'),
      ...(account === '' ? {} : { serviceAccountName: account }),
    },
  };
}

function variable(text: string): JsonMap {
  const at = text.indexOf('=');
  if (at <= 0) throw new CliError(`invalid env: ${text}`);
  return { name: text.slice(0, at), value: text.slice(at + 1) };
}
