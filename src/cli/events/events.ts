import type { CoreV1Event } from '../../api/schema/types.gen.ts';
import type { FlagSet } from '../shared/arguments/flag-set.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { eventAge, lastSeen } from '../shared/events/event-times.ts';
import { noFiles } from '../shared/manifests/file-flags.ts';
import { Columns } from '../shared/output/columns.ts';
import { printerOfFlags } from '../shared/output/object-printer.ts';
import { outputFlags } from '../shared/output/output-format.ts';
import { pagesOf } from '../shared/resources/list-pages.ts';
import { targetsOf } from '../shared/resources/targets.ts';
import { watchTarget } from '../shared/resources/watch-target.ts';

export const events: Command = {
  usage: 'events [--for TYPE/NAME] [--types=Normal,Warning] [--watch] [flags]',
  details: 'The most recent events come last.',
  examples: [
    'orchctl events --types=Warning -A',
    '',
    '# List the events of a pod, and watch for further ones',
    'orchctl events --for pod/web-0 --watch',
  ],
  flags: [
    ...outputFlags,
    { name: 'all-namespaces', short: 'A', type: 'boolean', description: 'List events across all namespaces' },
    {
      name: 'chunk-size',
      type: 'integer',
      default: '500',
      description: 'Number of events per request; 0 for all at once',
    },
    { name: 'for', type: 'text', description: 'Only events about this object: TYPE/NAME' },
    { name: 'no-headers', type: 'boolean', description: 'Omit column headers' },
    { name: 'types', type: 'list', description: 'Only events of these types: Normal, Warning' },
    { name: 'watch', short: 'w', type: 'boolean', description: 'Watch for further events after listing' },
  ],
  run,
};

const type = { group: '', version: 'v1', resource: 'events' };
const listed = { apiVersion: 'v1', kind: 'Event' };
const knownTypes = ['normal', 'warning'];

interface EventPage {
  metadata?: { resourceVersion?: string };
  items?: CoreV1Event[];
}

/** Prints some events; those of a list before those that a watch brings. */
type PrintEvents = (found: readonly CoreV1Event[]) => Promise<void>;

async function run(context: CommandContext): Promise<void> {
  const { flags, session, host } = context;
  const types = typesOf(flags);
  const isOfType = (event: CoreV1Event): boolean => types.length === 0 || types.includes(lower(event.type));
  const all = flags.boolean('all-namespaces');
  const namespace = all ? '' : await session.namespace();
  const fieldSelector = await subjectOf(context);
  const client = await session.client();
  const request = { type, namespace, fieldSelector, chunkSize: flags.integer('chunk-size') };
  const pages = await Array.fromAsync(pagesOf<EventPage>(client, request));
  const found = pages.flatMap(({ items = [] }) => items).filter(isOfType);
  found.sort((one, other) => lastSeen(one) - lastSeen(other));
  const isWatching = flags.boolean('watch');
  if (found.length === 0 && !isWatching) {
    host.err.line(all ? 'No events found.' : `No events found in ${namespace} namespace.`);
    return;
  }
  const print = await printerOf(context, all, isWatching);
  await print(found);
  if (!isWatching) return;
  const { signal } = new AbortController();
  const resourceVersion = pages.at(-1)?.metadata?.resourceVersion ?? '';
  const changes = watchTarget<CoreV1Event>(
    client,
    { target: { type, namespace }, fieldSelector, resourceVersion, signal },
    ({ metadata }) => metadata?.resourceVersion,
  );
  for await (const { type: change, object } of changes)
    if (change !== 'DELETED' && isOfType(object)) await print([object]);
}

const lower = (text: string | undefined): string => (text ?? '').toLowerCase();

function typesOf(flags: FlagSet): string[] {
  const types = flags.list('types').map(lower);
  if (types.some((one) => !knownTypes.includes(one)))
    throw new CliError('valid --types are Normal or Warning');
  return types;
}

/** The field selector of `--for`; "" without it. */
async function subjectOf({ flags, session, path }: CommandContext): Promise<string> {
  const subject = flags.text('for');
  if (subject === '') return '';
  if (!/^[^/]+\/[^/]+$/.test(subject)) throw new CliError('--for must be in resource/name form');
  const named = targetsOf(session, { path, words: [subject], files: noFiles, selector: '' });
  for await (const target of named)
    if (target.form === 'name')
      return `involvedObject.kind=${target.type.kind},involvedObject.name=${target.name}`;
  return '';
}

async function printerOf(
  { flags, host }: CommandContext,
  all: boolean,
  isWatching: boolean,
): Promise<PrintEvents> {
  const print = await printerOfFlags(flags);
  if (print !== undefined) {
    return async (found) => {
      const items = found.map((event) => ({ ...listed, ...event }));
      const list = { apiVersion: 'v1', kind: 'EventList', metadata: {}, items };
      for (const one of isWatching ? items : [list]) await host.out.write(print(one));
    };
  }
  const columns = new Columns();
  let titles = flags.boolean('no-headers') ? [] : [titlesOf(all)];
  return async (found) => {
    const rows = [...titles, ...found.map((event) => rowOf(event, all, host.now()))];
    titles = [];
    await host.out.write(columns.format(rows));
  };
}

const titlesOf = (all: boolean): string[] => [
  ...(all ? ['NAMESPACE'] : []),
  ...['LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE'],
];

function rowOf(event: CoreV1Event, all: boolean, now: number): string[] {
  const { involvedObject, reason = '', message = '' } = event;
  return [
    ...(all ? [event.metadata.namespace ?? ''] : []),
    ...[eventAge(event, now), event.type ?? '', reason],
    ...[`${involvedObject.kind ?? ''}/${involvedObject.name ?? ''}`, message.trim()],
  ];
}
