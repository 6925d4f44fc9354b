import { isNotFound } from '../../client/api/api-error.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import type { ServedResource } from '../shared/discovery/served-api.ts';
import { acceptTable, isTable, type Table } from '../shared/output/table.ts';
import { TablePrinter } from '../shared/output/table-printer.ts';
import { pagesOf } from '../shared/resources/list-pages.ts';
import type { ListTarget, Target } from '../shared/resources/target.ts';
import type { GetRequest } from './get-request.ts';
import { plainTable } from './plain-table.ts';
import { sortedTable } from './sort.ts';

/** Prints Tables, page by page as they come. Rejects with an AggregateError when some of what was asked for failed. */
export async function getTables(request: GetRequest): Promise<void> {
  const printing = new Printing(request);
  const errors: unknown[] = [];
  for (const target of request.targets) {
    try {
      for await (const table of tablesOf(request, target)) await printing.print(target.type, table);
    } catch (error) {
      errors.push(error);
    }
  }
  await printing.flush();
  if (errors.length > 0) throw new AggregateError(errors);
  if (!printing.hasPrinted) reportNothing(request);
}

/** A header for each type, and rows of the same type below each other. */
class Printing {
  hasPrinted = false;
  readonly #request: GetRequest;
  readonly #hasTypes: boolean;
  #type: ServedResource | undefined;
  #printer: TablePrinter | undefined;
  /** Single objects, that are aligned together. */
  #waiting: Table[] = [];

  constructor(request: GetRequest) {
    this.#request = request;
    this.#hasTypes = new Set(request.targets.map(({ type }) => type)).size > 1;
  }

  async print(type: ServedResource, table: Table): Promise<void> {
    if (type !== this.#type) await this.#begin(type);
    this.#waiting.push(table);
    const isSingle = table.rows?.length === 1;
    if (!isSingle || this.#waiting.length === maxWaiting) await this.flush();
  }

  async flush(): Promise<void> {
    const [first] = this.#waiting;
    if (first === undefined) return;
    const rows = this.#waiting.flatMap((table) => table.rows ?? []);
    this.#waiting = [];
    const text = this.#printer!.format({ ...first, rows });
    if (text === '') return;
    this.hasPrinted = true;
    await this.#request.context.host.out.write(text);
  }

  async #begin(type: ServedResource): Promise<void> {
    await this.flush();
    const { context, format, allNamespaces } = this.#request;
    const { flags, host } = context;
    if (this.hasPrinted) host.out.line('');
    this.#type = type;
    this.#printer = new TablePrinter(type, {
      wide: format.form === 'wide',
      noHeaders: flags.boolean('no-headers'),
      withNamespace: allNamespaces && type.namespaced,
      withKind: flags.boolean('show-kind') || this.#hasTypes,
      showLabels: flags.boolean('show-labels'),
      labelColumns: flags.list('label-columns'),
    });
  }
}

/** Single objects that are aligned together. */
const maxWaiting = 500;

async function* tablesOf(request: GetRequest, target: Target): AsyncGenerator<Table> {
  const { flags } = request.context;
  const sortBy = flags.text('sort-by');
  if (target.form !== 'list') {
    const table = await tableOfOne(request, target);
    if (table !== undefined) yield table;
    return;
  }
  if (sortBy === '') {
    yield* tablesOfList(request, target, flags.integer('chunk-size'));
    return;
  }
  const tables = await Array.fromAsync(tablesOfList(request, target, 0));
  const rows = tables.flatMap((table) => table.rows ?? []);
  yield sortedTable({ ...tables[0]!, rows }, sortBy);
}

async function* tablesOfList(
  { context, selector, fieldSelector }: GetRequest,
  { type, namespace }: ListTarget,
  chunkSize: number,
): AsyncGenerator<Table> {
  const { flags, session, host } = context;
  const accept = flags.boolean('server-print') ? { accept: acceptTable } : {};
  const includeObject = flags.text('sort-by') === '' ? {} : { includeObject: 'Object' as const };
  const pages = pagesOf<Table>(await session.client(), {
    ...{ type, namespace, labelSelector: selector, fieldSelector, chunkSize, ...accept, ...includeObject },
  });
  for await (const page of pages) yield isTable(page) ? page : plainTable(page, host.now());
}

async function tableOfOne(
  { context }: GetRequest,
  { type, namespace, name }: Exclude<Target, ListTarget>,
): Promise<Table | undefined> {
  const { flags, session, host } = context;
  const client = await session.client();
  try {
    const found = await client.json<Table>({
      ...{ method: 'GET', path: pathOf(type, namespace, name, flags.text('subresource')) },
      ...(flags.boolean('server-print') ? { accept: acceptTable } : {}),
    });
    return isTable(found) ? found : plainTable({ items: [found] }, host.now());
  } catch (error) {
    if (flags.boolean('ignore-not-found') && isNotFound(error)) return undefined;
    throw error;
  }
}

function reportNothing({ context, targets, allNamespaces }: GetRequest): void {
  const { flags, host } = context;
  if (flags.boolean('ignore-not-found')) return;
  const lists = targets.filter(({ form }) => form === 'list');
  if (lists.length === 0) return;
  const isNamespaced = !allNamespaces && lists.every(({ type }) => type.namespaced);
  host.err.line(
    isNamespaced ? `No resources found in ${lists[0]!.namespace} namespace.` : 'No resources found',
  );
}
