import type { ApiClient } from '../../client/api/api-client.ts';
import { groupVersionOf } from '../../client/api/discovery.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { Description } from '../shared/description/description.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { pagesOf } from '../shared/resources/list-pages.ts';
import type { Target } from '../shared/resources/target.ts';
import { targetsOf } from '../shared/resources/targets.ts';
import type { DescribedObject, Describer, DescribeTools } from './describer.ts';
import { alignTabs } from './elastic-tabs.ts';
import { describeEvents, eventsOf } from './events.ts';
import { describeGeneric } from './generic.ts';
import { describerOf } from './kinds/index.ts';

export const describe: Command = {
  usage: 'describe (-f FILENAME | TYPE [NAME_PREFIX | -l label] | TYPE/NAME) [flags]',
  details:
    'Includes related events. A name that does not exist selects all objects whose names begin with it.',
  examples: [
    '# Describe a node',
    'orchctl describe nodes node-a',
    '',
    '# Describe the pods with a label',
    'orchctl describe pods -l app=web',
  ],
  flags: [
    ...fileFlags,
    {
      name: 'all-namespaces',
      short: 'A',
      type: 'boolean',
      description: 'List objects across all namespaces',
    },
    {
      name: 'chunk-size',
      type: 'integer',
      default: '500',
      description: 'Number of objects per request; 0 for all at once',
    },
    { name: 'selector', short: 'l', type: 'text', description: 'Label selector: a=1,b!=2' },
    {
      name: 'show-events',
      type: 'boolean',
      default: 'true',
      description: 'Include the events about the object',
    },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, words, path, session, host } = context;
  const allNamespaces = flags.boolean('all-namespaces');
  const request = { path, words, files: filesOf(flags), selector: flags.text('selector'), allNamespaces };
  const tools: DescribeTools = {
    client: await session.client(),
    dialect: await session.dialect(),
    now: host.now(),
  };
  const errors: unknown[] = [];
  let count = 0;
  for await (const target of targetsOf(session, request)) {
    try {
      for await (const object of objectsOf(context, target, tools.client)) {
        const text = await descriptionOf(target, object, tools, flags.boolean('show-events'));
        const isNamed = target.form !== 'name' || object.metadata.name === target.name;
        // Objects that a name only begins stand below each other, each with a blank line behind it.
        await host.out.write(isNamed ? `${count === 0 ? '' : '\n\n'}${text}` : `${text}\n`);
        count++;
      }
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors);
  if (count > 0) return;
  const place = allNamespaces ? '' : ` in ${await session.namespace()} namespace.`;
  host.err.line(`No resources found${place}`);
}

const generic: Describer<DescribedObject> = { describe: describeGeneric };

async function descriptionOf(
  { type }: Target,
  object: DescribedObject,
  tools: DescribeTools,
  showEvents: boolean,
): Promise<string> {
  const describer = (await describerOf(type, tools.dialect)) ?? generic;
  const to = new Description(tools.dialect);
  await describer.describe(to, await inVersion(object, type, describer.versions, tools), tools);
  if (showEvents && describer.hidesEvents !== true) {
    const uids = describer.eventUids?.(object, tools.dialect) ?? [object.metadata.uid ?? ''];
    describeEvents(to, await eventsOf(tools.client, type.kind, object.metadata, uids), tools.now);
  }
  return alignTabs(to.text);
}

/** The object in the best of these versions that the server has, if it is not of one already. */
async function inVersion(
  object: DescribedObject,
  { resource }: Target['type'],
  versions: readonly string[] = [],
  { client, dialect }: DescribeTools,
): Promise<DescribedObject> {
  const { name, namespace = '' } = object.metadata;
  for (const apiVersion of versions.map((text) => text.replace('{api}', dialect.api))) {
    if (apiVersion === object.apiVersion) return object;
    const [group = '', version = ''] = apiVersion.split('/');
    const path = pathOf({ group, version, resource }, namespace, name);
    try {
      return await client.json<DescribedObject>({ method: 'GET', path });
    } catch (error) {
      const { isNotFound } = await import('../../client/api/api-error.ts');
      if (!isNotFound(error)) throw error;
    }
  }
  return object;
}

async function* objectsOf(
  context: CommandContext,
  target: Target,
  client: ApiClient,
): AsyncGenerator<DescribedObject> {
  const { flags } = context;
  const { type, namespace } = target;
  const typed = { apiVersion: groupVersionOf(type), kind: type.kind };
  if (target.form === 'list') {
    yield* listed(flags.text('selector'));
    return;
  }
  const { isNotFound } = await import('../../client/api/api-error.ts');
  let missing: unknown;
  try {
    yield await client.json<DescribedObject>({ method: 'GET', path: pathOf(type, namespace, target.name) });
    return;
  } catch (error) {
    if (target.form === 'manifest' || !isNotFound(error)) throw error;
    missing = error;
  }
  let count = 0;
  for await (const object of listed('')) {
    if (object.metadata.name?.startsWith(target.name) !== true) continue;
    count++;
    yield object;
  }
  if (count === 0) throw missing ?? new CliError('not found');

  async function* listed(labelSelector: string): AsyncGenerator<DescribedObject> {
    const pages = pagesOf<{ items?: readonly DescribedObject[] }>(client, {
      type,
      namespace,
      labelSelector,
      chunkSize: flags.integer('chunk-size'),
    });
    for await (const { items = [] } of pages) for (const item of items) yield { ...typed, ...item };
  }
}
