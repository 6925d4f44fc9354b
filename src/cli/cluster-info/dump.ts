import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CoreV1Pod } from '../../api/schema/types.gen.ts';
import { bodyOf, readError } from '../../client/api/answer-body.ts';
import type { ApiCall } from '../../client/api/api-call.ts';
import type { ApiClient } from '../../client/api/api-client.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { objectPrinter } from '../shared/output/object-printer.ts';
import { outputFlags, outputFormat } from '../shared/output/output-format.ts';
import type { PrintedObject } from '../shared/output/printed-object.ts';
import { containersOf } from '../shared/pods/containers.ts';

export const dump: Command = {
  usage: 'cluster-info dump [flags]',
  details:
    'Prints nodes, and the events, workloads, services and logs of namespaces.\n\nSecrets and ConfigMaps are not included; logs may contain anything.',
  examples: ['orchctl cluster-info dump --all-namespaces --output-directory=dump'],
  flags: [
    ...outputFlags,
    { name: 'all-namespaces', short: 'A', type: 'boolean', description: 'Dump all namespaces' },
    {
      name: 'namespaces',
      type: 'list',
      description: 'Namespaces to dump; by default the current one and that of the system',
    },
    {
      name: 'pod-running-timeout',
      type: 'duration',
      default: '20s',
      description: 'Has no effect: logs are read of what runs already',
    },
    {
      name: 'output-directory',
      type: 'text',
      description: 'Directory for the output files; - for stdout',
    },
  ],
  run,
};

const kinds = [
  ...[
    { group: '', resource: 'events' },
    { group: '', resource: 'replicationcontrollers' },
  ],
  ...[
    { group: '', resource: 'services' },
    { group: 'apps', resource: 'daemonsets' },
  ],
  ...[
    { group: 'apps', resource: 'deployments' },
    { group: 'apps', resource: 'replicasets' },
  ],
  { group: '', resource: 'pods' },
];

/** Bytes of a log. */
const maxLog = 64 * 1_048_576;

type Write = (name: string, content: string | Buffer) => Promise<void>;

async function run(context: CommandContext): Promise<void> {
  const { flags, session } = context;
  const client = await session.client();
  const format = outputFormat(flags);
  if (format.form === '') format.form = 'json';
  if (format.form !== 'json' && format.form !== 'yaml') throw new CliError('-o must be json or yaml');
  const print = await objectPrinter(format, { showManagedFields: false, allowMissingKeys: true });
  const write = writerOf(context);
  const list = (path: string): Promise<PrintedObject> => client.json<PrintedObject>({ method: 'GET', path });
  await write(`nodes.${format.form}`, print(await list('/api/v1/nodes')));
  for (const namespace of await namespacesOf(context)) {
    for (const kind of kinds) {
      const found = await list(pathOf({ ...kind, version: 'v1' }, namespace));
      await write(join(namespace, `${kind.resource}.${format.form}`), print(found));
      if (kind.resource === 'pods')
        await writeLogs(client, (found.items ?? []) as unknown as CoreV1Pod[], write);
    }
  }
}

function writerOf({ flags, host }: CommandContext): Write {
  const directory = flags.text('output-directory');
  if (directory === '' || directory === '-') {
    host.out.printData();
    return (_, content) => host.out.write(content);
  }
  return async (name, content) => {
    const file = join(directory, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
}

async function namespacesOf({ flags, session }: CommandContext): Promise<string[]> {
  const client = await session.client();
  if (flags.boolean('all-namespaces')) {
    const { items } = await client.json<{ items: PrintedObject[] }>({
      method: 'GET',
      path: '/api/v1/namespaces',
    });
    return items.map(({ metadata }) => metadata?.name ?? '');
  }
  const named = flags.list('namespaces');
  if (named.length > 0) return named;
  const { prefix } = await session.dialect();
  return [...new Set([`${prefix}-system`, await session.namespace()])];
}

async function writeLogs(client: ApiClient, pods: readonly CoreV1Pod[], write: Write): Promise<void> {
  for (const pod of pods) {
    const { namespace = '', name = '' } = pod.metadata;
    for (const container of containersOf(pod)) {
      const title = `==== START logs for container ${container.name} of pod ${namespace}/${name} ====\n`;
      const end = `==== END logs for container ${container.name} of pod ${namespace}/${name} ====\n`;
      const path = pathOf({ group: '', version: 'v1', resource: 'pods' }, namespace, name, 'log');
      const log = await logOf(client, path, container.name);
      await write(
        join(namespace, name, `${container.name}.log`),
        Buffer.concat([Buffer.from(title), log, Buffer.from(end)]),
      );
    }
  }
}

/** The log, or why there is none. */
async function logOf(client: ApiClient, path: string, container: string): Promise<Buffer> {
  const signal = new AbortController().signal;
  const call: ApiCall = { method: 'GET', path, query: { container }, accept: 'application/json, */*' };
  try {
    const answer = await client.open(call, signal);
    if (answer.status !== 200) throw await readError(call, answer, signal);
    return await bodyOf(call, answer, signal, maxLog);
  } catch (error) {
    return Buffer.from(`${(error as Error).message}\n`);
  }
}
