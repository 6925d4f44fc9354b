import { isNotFound } from '../../client/api/api-error.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import type { ServedResource } from '../shared/discovery/served-api.ts';
import { acceptTable, isTable, type Table } from '../shared/output/table.ts';
import { TablePrinter } from '../shared/output/table-printer.ts';
import { pagesOf } from '../shared/resources/list-pages.ts';
import type { ListTarget, Target } from '../shared/resources/target.ts';
import type { GetRequest } from './get-request.ts';
import { plainTable } from './plain-table.ts';
import { tableOptions } from './table-options.ts';

/** Prints Tables, page by page as they come. Rejects with an AggregateError when some of what was asked for failed. */
export async function getTables(request: GetRequest): Promise<void> {
  const errors: unknown[] = [];
  const found = await namedTables(request, errors);
  const shown = request.targets.filter((target) => target.form === 'list' || found.has(target));
  const printing = new Printing(request, new Set(shown.map(({ type }) => type)).size > 1);
  for (const target of shown) {
    try {
      const one = found.get(target);
      if (one !== undefined) await printing.print(target.type, one);
      else for await (const table of listTables(request, target)) await printing.print(target.type, table);
    } catch (error) {
      errors.push(error);
    }
  }
  await printing.flush();
  if (errors.length > 0) throw new AggregateError(errors);
  if (!printing.hasPrinted) reportNothing(request);
}

/** Single objects are read first: whether names show their type depends on what there is. */
async function namedTables(request: GetRequest, errors: unknown[]): Promise<Map<Target, Table>> {
  const found = new Map<Target, Table>();
  for (const target of request.targets) {
    if (target.form === 'list') continue;
    try {
      const table = await tableOfOne(request, target);
      if (table !== undefined) found.set(target, table);
    } catch (error) {
      errors.push(error);
    }
  }
  return found;
}

/** A header for each type, and rows of the same type below each other. */
class Printing {
  hasPrinted = false;
  readonly #request: GetRequest;
  readonly #hasTypes: boolean;
  #type: ServedResource | undefined;
  #printer: TablePrinter | undefined;
  /** There are rows of this type. */
  #isBegun = false;
  /** Single objects, that are aligned together. */
  #waiting: Table[] = [];

  constructor(request: GetRequest, hasTypes: boolean) {
    this.#request = request;
    this.#hasTypes = hasTypes;
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
    const before = this.#isBegun || !this.hasPrinted ? '' : '\n';
    this.hasPrinted = true;
    this.#isBegun = true;
    await this.#request.context.host.out.write(before + text);
  }

  async #begin(type: ServedResource): Promise<void> {
    await this.flush();
    this.#isBegun = false;
    this.#type = type;
    this.#printer = new TablePrinter(type, tableOptions(this.#request, type, this.#hasTypes));
  }
}

/** Single objects that are aligned together. */
const maxWaiting = 500;

async function* listTables(request: GetRequest, target: Target): AsyncGenerator<Table> {
  if (target.form !== 'list') return;
  const { flags } = request.context;
  const sortBy = flags.text('sort-by');
  if (sortBy === '') {
    yield* tablesOfList(request, target, flags.integer('chunk-size'));
    return;
  }
  const tables = await Array.fromAsync(tablesOfList(request, target, 0));
  const rows = tables.flatMap((table) => table.rows ?? []);
  const { sortedTable } = await import('./sort.ts');
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
    type,
    namespace,
    labelSelector: selector,
    fieldSelector,
    chunkSize,
    ...accept,
    ...includeObject,
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
      method: 'GET',
      path: pathOf(type, namespace, name, flags.text('subresource')),
      ...(flags.boolean('server-print') ? { accept: acceptTable } : {}),
    });
    return isTable(found) ? found : plainTable({ items: [found] }, host.now());
  } catch (error) {
    if (flags.boolean('ignore-not-found') && isNotFound(error)) return undefined;
    const { missingNamespace } = await import('../shared/resources/missing-namespace.ts');
    throw await missingNamespace(client, namespace, error);
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
