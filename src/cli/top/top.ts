import { parseQuantity } from '../../api/values/quantity.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { pagesOf } from '../shared/resources/list-pages.ts';

type Usage = Record<string, string>;

interface PodMetrics {
  metadata: { name: string; namespace?: string };
  containers: readonly { name: string; usage: Usage }[];
}

interface NodeMetrics {
  metadata: { name: string };
  usage: Usage;
}

const shared: Command['flags'] = [
  { name: 'no-headers', type: 'boolean', description: 'Omit column headers' },
  { name: 'selector', short: 'l', type: 'text', description: 'Label selector: a=1,b!=2' },
  { name: 'sort-by', type: 'text', description: 'Sort by cpu or memory' },
  {
    name: 'use-protocol-buffers',
    type: 'boolean',
    default: 'true',
    description: 'Has no effect: metrics are read as JSON',
  },
];

export const topPods: Command = {
  usage: 'top pods [NAME | -l label] [flags]',
  details: 'Needs an extension API server for metrics.',
  examples: ['orchctl top pods -A --sort-by=memory', 'orchctl top pods web-0 --containers'],
  flags: [
    ...shared,
    { name: 'all-namespaces', short: 'A', type: 'boolean', description: 'List pods across all namespaces' },
    { name: 'sum', type: 'boolean', description: 'Show the sum as well' },
    { name: 'containers', type: 'boolean', description: 'Show the usage of each container' },
    { name: 'field-selector', type: 'text', description: 'Field selector: metadata.name=web' },
  ],
  run: runPods,
};

export const topNodes: Command = {
  usage: 'top nodes [NAME | -l label] [flags]',
  details: 'Needs an extension API server for metrics.',
  examples: ['orchctl top nodes'],
  flags: [
    ...shared,
    {
      name: 'show-capacity',
      type: 'boolean',
      description: 'Show percentages of node capacity, not of allocatable resources',
    },
  ],
  run: runNodes,
};

async function runPods(context: CommandContext): Promise<void> {
  const { flags, words, session, host } = context;
  const all = flags.boolean('all-namespaces');
  const namespace = all ? '' : await session.namespace();
  const by = requireOrder(flags.text('sort-by'));
  const pods = ordered(await metricsOf<PodMetrics>(context, 'pods', namespace), by, podUsage);
  const withContainers = flags.boolean('containers');
  const rows = pods.flatMap((pod) => {
    const before = all ? [pod.metadata.namespace ?? ''] : [];
    if (!withContainers) return [[...before, pod.metadata.name, ...usageCells(podUsage(pod))]];
    return ordered(pod.containers, by, ({ usage }) => usage).map(({ name, usage }) => [
      ...before,
      pod.metadata.name,
      name,
      ...usageCells(usage),
    ]);
  });
  if (rows.length === 0 && words.length === 0) {
    host.err.line(all ? 'No resources found' : `No resources found in ${namespace} namespace.`);
    return;
  }
  const headers = [...(all ? ['NAMESPACE'] : []), ...(withContainers ? ['POD'] : [])];
  if (flags.boolean('sum')) rows.push(...sumRows(pods, headers.length + 1));
  await print(context, [...headers, 'NAME', 'CPU(cores)', 'MEMORY(bytes)'], rows);
}

async function runNodes(context: CommandContext): Promise<void> {
  const { flags, session } = context;
  const by = requireOrder(flags.text('sort-by'));
  const nodes = ordered(await metricsOf<NodeMetrics>(context, 'nodes', ''), by, ({ usage }) => usage);
  const client = await session.client();
  const { items } = await client.json<{
    items: readonly { metadata: { name: string }; status?: { allocatable?: Usage; capacity?: Usage } }[];
  }>({ method: 'GET', path: '/api/v1/nodes' });
  const field = flags.boolean('show-capacity') ? 'capacity' : 'allocatable';
  const amounts = new Map(items.map(({ metadata, status }) => [metadata.name, status?.[field] ?? {}]));
  const rows = nodes.map(({ metadata, usage }) => {
    const [cpu = '', memory = ''] = usageCells(usage);
    const most = amounts.get(metadata.name) ?? {};
    return [metadata.name, cpu, percent(usage, most, 'cpu'), memory, percent(usage, most, 'memory')];
  });
  await print(context, ['NAME', 'CPU(cores)', 'CPU(%)', 'MEMORY(bytes)', 'MEMORY(%)'], rows);
}

async function metricsOf<T>(
  { flags, words, session }: CommandContext,
  resource: string,
  namespace: string,
): Promise<T[]> {
  const { resources } = await (await session.discovery()).api();
  const dialect = await session.dialect();
  const type = resources.find((one) => one.group === `metrics.${dialect.api}` && one.resource === resource);
  if (type === undefined) throw new CliError('Metrics API not available');
  const client = await session.client();
  if (words.length > 0) {
    if (flags.text('selector') !== '') throw new CliError('only one of NAME or --selector can be provided');
    return [await client.json<T>({ method: 'GET', path: pathOf(type, namespace, words[0]) })];
  }
  const pages = pagesOf<{ items?: T[] }>(client, {
    type,
    namespace,
    labelSelector: flags.text('selector'),
    chunkSize: 500,
  });
  return (await Array.fromAsync(pages)).flatMap(({ items = [] }) => items);
}

/** Sum of all containers. */
function podUsage({ containers }: Pick<PodMetrics, 'containers'>): Usage {
  const sum = (name: string): string =>
    containers
      .map(({ usage }) => parseQuantity(usage[name] ?? '0'))
      .reduce((a, b) => a.add(b), parseQuantity('0'))
      .toString();
  return { cpu: sum('cpu'), memory: sum('memory') };
}

/** `250m`, `128Mi`: rounded up and down, as they are usually shown. */
function usageCells({ cpu = '0', memory = '0' }: Usage): string[] {
  return [`${Math.ceil(numberOf(cpu) * 1_000)}m`, `${Math.trunc(numberOf(memory) / 1_048_576)}Mi`];
}

function percent(usage: Usage, most: Usage, name: string): string {
  const whole = numberOf(most[name] ?? '0');
  return whole === 0 ? '<unknown>' : `${Math.trunc((numberOf(usage[name] ?? '0') * 100) / whole)}%`;
}

/** Throws CliError. */
function requireOrder(by: string): string {
  if (['', 'cpu', 'memory'].includes(by)) return by;
  throw new CliError('--sort-by accepts only cpu or memory');
}

/** The greatest first, or by namespace and name. */
function ordered<T extends Named>(items: readonly T[], by: string, usageOf: (item: T) => Usage): T[] {
  if (by === '') return items.toSorted((a, b) => compareTexts(placeOf(a), placeOf(b)));
  return items.toSorted((a, b) => numberOf(usageOf(b)[by] ?? '0') - numberOf(usageOf(a)[by] ?? '0'));
}

/** An object, or a container of one. */
type Named = { name: string } | { metadata: { name: string; namespace?: string } };

const placeOf = (item: Named): string =>
  'name' in item ? item.name : `${item.metadata.namespace ?? ''}\0${item.metadata.name}`;

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** A line, and below it what all of them use. */
function sumRows(pods: readonly PodMetrics[], before: number): string[][] {
  const blank = Array<string>(before).fill('');
  const all = { containers: pods.flatMap(({ containers }) => containers) };
  return [
    [...blank, '________', '________'],
    [...blank, ...usageCells(podUsage(all))],
  ];
}

/** In the whole unit: cores, bytes. */
function numberOf(text: string): number {
  return Number(parseQuantity(text).milliValue()) / 1_000;
}

async function print(
  { flags, host }: CommandContext,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  const all = flags.boolean('no-headers') ? rows : [headers, ...rows];
  // Behind the last column stands a tab, as scripts know it.
  const widths = headers.map((_, at) => Math.max(3, ...all.map((row) => row[at]!.length)) + 3);
  const lines = all.map((row) => row.map((cell, at) => cell.padEnd(widths[at]!)).join(''));
  await host.out.write(lines.map((line) => `${line}\n`).join(''));
}
