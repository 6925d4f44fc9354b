import type { JsonMap } from '../../api/json/json-values.ts';
import type { Command, CommandContext } from '../command.ts';
import { splitPairs } from '../shared/arguments/split-pairs.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';
import { outputFlags } from '../shared/output/output-format.ts';
import { createMade } from '../shared/writes/create-made.ts';
import { dryRunFlag, fieldManagerFlag } from '../shared/writes/write-flags.ts';

/** The command is called like its method. */
export const runPod: Command = {
  usage:
    'run NAME --image=IMAGE [--env=NAME=VALUE] [--port=PORT] [--restart=POLICY] [--command] -- [COMMAND] [ARGUMENT...]',
  description: 'Runs an image in a pod. For several pods, or pods that come back: orchctl create deployment.',
  examples: [
    'orchctl run web --image=nginx --port=80 --expose',
    'orchctl run once --image=busybox --restart=Never -- date -u',
  ],
  flags: [
    ...outputFlags,
    ...[dryRunFlag, fieldManagerFlag],
    { name: 'image', type: 'text', description: 'Image to run' },
    { name: 'image-pull-policy', type: 'text', description: 'Always, IfNotPresent or Never' },
    { name: 'env', type: 'texts', description: 'NAME=VALUE; may be repeated' },
    { name: 'port', type: 'text', description: 'Port that the container serves' },
    { name: 'expose', type: 'boolean', description: 'Makes a Service in front of the pod as well' },
    { name: 'labels', short: 'l', type: 'text', description: 'Labels of the pod; run=NAME without it' },
    { name: 'annotations', type: 'texts', description: 'KEY=VALUE; may be repeated' },
    { name: 'restart', type: 'text', default: 'Always', description: 'Always, OnFailure or Never' },
    {
      name: 'command',
      type: 'boolean',
      description: 'What stands behind -- is the command, and not its arguments',
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
  const labels = flags.text('labels') === '' ? { run: name } : splitPairs(flags.text('labels'));
  await createMade(context, { object: podOf(context, name, rest, labels), suffix: '-run', verb: 'created' });
  if (!flags.boolean('expose')) return;
  const port = Number(flags.text('port'));
  const service = {
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name, labels } },
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
  const container = {
    ...{ name, image: flags.text('image') },
    ...(pullPolicy === '' ? {} : { imagePullPolicy: pullPolicy }),
    ...(env.length === 0 ? {} : { env }),
    ...(port === '' ? {} : { ports: [{ containerPort: Number(port) }] }),
    ...(words.length === 0 ? {} : flags.boolean('command') ? { command: words } : { args: words }),
  };
  return {
    ...{ apiVersion: 'v1', kind: 'Pod' },
    metadata: { name, labels, ...(Object.keys(annotations).length === 0 ? {} : { annotations }) },
    spec: { containers: [container], dnsPolicy: 'ClusterFirst', restartPolicy: flags.text('restart') },
  };
}

function variable(text: string): JsonMap {
  const at = text.indexOf('=');
  if (at <= 0) throw new CliError(`invalid env: ${text}`);
  return { name: text.slice(0, at), value: text.slice(at + 1) };
}
