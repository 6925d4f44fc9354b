import { StatusError } from '../../api/meta/status.ts';
import { groupVersionOf } from '../../client/api/discovery.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import { fullName } from '../shared/discovery/served-api.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { objectPrinter } from '../shared/output/object-printer.ts';
import type { PrintedObject } from '../shared/output/printed-object.ts';
import { acceptTable, isTable, type Table } from '../shared/output/table.ts';
import { TablePrinter } from '../shared/output/table-printer.ts';
import { watchTarget } from '../shared/resources/watch-target.ts';
import type { GetRequest } from './get-request.ts';
import { plainTable } from './plain-table.ts';
import { tableOptions } from './table-options.ts';

/** A Table, a List, or an object. */
type Answer = Table & PrintedObject;

/** Prints what an event, or the list before all events, has brought. */
type PrintAnswer = (answer: Answer, event: string) => string;

/** Prints what there is, and then changes as they happen. */
export async function getWatch(request: GetRequest): Promise<void> {
  const { context, targets, selector, fieldSelector, format } = request;
  const [target] = targets;
  if (target === undefined || targets.length > 1) {
    throw new CliError(
      'watch is only supported on individual resources and resource collections - more than 1 resource was found',
    );
  }
  const { flags, host, session } = context;
  const isHuman = format.form === '' || format.form === 'wide';
  const accept = isHuman && flags.boolean('server-print') ? { accept: acceptTable } : {};
  const print = isHuman ? tablePrinter(request) : await answerPrinter(request);
  const client = await session.client();
  const path = pathOf(target.type, target.namespace);
  // Of one object as well it is a list: from its state a watch can go on, however old the object is.
  const named = target.form === 'list' ? [] : [`metadata.name=${target.name}`];
  const fields = [...named, ...(fieldSelector === '' ? [] : [fieldSelector])].join(',');
  const query = {
    ...(selector === '' ? {} : { labelSelector: selector }),
    ...(fields === '' ? {} : { fieldSelector: fields }),
  };
  const first = await client.json<Answer>({ method: 'GET', path, query, ...accept });
  if (target.form !== 'list' && (first.rows ?? first.items ?? []).length === 0) {
    const text = `${fullName(target.type)} "${target.name}" not found`;
    if (!flags.boolean('ignore-not-found')) throw new StatusError(404, 'NotFound', text);
  }
  if (!flags.boolean('watch-only')) await host.out.write(print(first, 'ADDED'));
  const resourceVersion = versionOf(first) ?? '';
  const { signal } = new AbortController();
  const labelSelector = selector;
  const watched = { target, labelSelector, fieldSelector, resourceVersion, ...accept, signal };
  for await (const { type, object } of watchTarget<Answer>(client, watched, versionOf)) {
    await host.out.write(print(object, type));
  }
}

function tablePrinter(request: GetRequest): PrintAnswer {
  const { flags, host } = request.context;
  const [target] = request.targets;
  const printer = new TablePrinter(target!.type, tableOptions(request, target!.type, false));
  const withEvents = flags.boolean('output-watch-events');
  return (answer, event) => {
    const table = isTable(answer) ? answer : plainTable({ items: itemsOf(answer) }, host.now());
    return printer.format(table, withEvents ? [['EVENT', event]] : []);
  };
}

async function answerPrinter({ context, format, targets }: GetRequest): Promise<PrintAnswer> {
  const { flags } = context;
  const print = await objectPrinter(format, {
    showManagedFields: flags.boolean('show-managed-fields'),
    allowMissingKeys: flags.boolean('allow-missing-template-keys'),
    noHeaders: flags.boolean('no-headers'),
  });
  const { type } = targets[0]!;
  const typed = { apiVersion: groupVersionOf(type), kind: type.kind };
  const withEvents = flags.boolean('output-watch-events');
  return (answer, event) => {
    const objects = itemsOf(answer).map((object) => ({ ...typed, ...object }));
    return objects.map((object) => print(withEvents ? { type: event, object } : object)).join('');
  };
}

const itemsOf = (answer: Answer): readonly PrintedObject[] => answer.items ?? [answer];

/** The resource version of an object, or of the row of a Table with one row. */
function versionOf({ metadata, rows }: Answer): string | undefined {
  const own = (metadata as { resourceVersion?: string } | undefined)?.resourceVersion;
  return own || rows?.[0]?.object?.metadata?.resourceVersion;
}
