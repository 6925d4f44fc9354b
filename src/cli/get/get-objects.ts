import { isNotFound } from '../../client/api/api-error.ts';
import { groupVersionOf } from '../../client/api/discovery.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import { objectPrinter } from '../shared/output/object-printer.ts';
import type { PrintedObject, PrintObject } from '../shared/output/printed-object.ts';
import { type Page, pagesOf } from '../shared/resources/list-pages.ts';
import type { ListTarget, Target } from '../shared/resources/target.ts';
import type { GetRequest } from './get-request.ts';
import { ListOutput } from './list-output.ts';
import { sortedBy } from './sort.ts';

/** Prints objects as JSON, YAML, names, or what a template makes of them. */
export async function getObjects(request: GetRequest): Promise<void> {
  const { context, targets, format } = request;
  const { flags, host } = context;
  const print = await objectPrinter(format, {
    showManagedFields: flags.boolean('show-managed-fields'),
    allowMissingKeys: flags.boolean('allow-missing-template-keys'),
    noHeaders: flags.boolean('no-headers'),
  });
  const errors: unknown[] = [];
  const [only] = targets;
  if (targets.length === 1 && only!.form !== 'list') {
    const object = await oneObject(request, only!);
    if (object !== undefined) await host.out.write(print(object));
    return;
  }
  await printAll(request, print, errors);
  if (errors.length > 0) throw new AggregateError(errors);
}

async function printAll(request: GetRequest, print: PrintObject, errors: unknown[]): Promise<void> {
  const { context, format } = request;
  const { flags, host } = context;
  const objects = objectsOf(request, errors);
  const sortBy = flags.text('sort-by');
  const ordered = sortBy === '' ? objects : sortedBy(await Array.fromAsync(objects), sortBy, (one) => one);
  // A template may look at the whole list.
  const isStreamed = !['go-template', 'jsonpath', 'jsonpath-as-json'].includes(format.form);
  if (!isStreamed) {
    const items = await Array.fromAsync(ordered);
    if (items.length > 0 || errors.length === 0) await host.out.write(print(listOf(items)));
    return;
  }
  const output = new ListOutput(format.form, print, host.out, flags.boolean('show-managed-fields'));
  for await (const object of ordered) await output.item(object);
  if (output.hasItems || errors.length === 0) await output.end();
}

const listOf = (items: readonly PrintedObject[]): PrintedObject => ({
  apiVersion: 'v1',
  items,
  kind: 'List',
  metadata: { resourceVersion: '' },
});

/** In the order of the targets. Targets that cannot be read are added to the errors. */
async function* objectsOf(request: GetRequest, errors: unknown[]): AsyncGenerator<PrintedObject> {
  for (const target of request.targets) {
    try {
      if (target.form === 'list') yield* objectsOfList(request, target);
      else {
        const object = await oneObject(request, target);
        if (object !== undefined) yield object;
      }
    } catch (error) {
      errors.push(error);
    }
  }
}

async function* objectsOfList(
  { context, selector, fieldSelector }: GetRequest,
  { type, namespace }: ListTarget,
): AsyncGenerator<PrintedObject> {
  const { flags, session } = context;
  const pages = pagesOf<Page & { items?: readonly PrintedObject[] }>(await session.client(), {
    type,
    namespace,
    labelSelector: selector,
    fieldSelector,
    chunkSize: flags.text('sort-by') === '' ? flags.integer('chunk-size') : 0,
  });
  // Items of a list do not say of which kind they are.
  const typed = { apiVersion: groupVersionOf(type), kind: type.kind };
  for await (const { items } of pages) for (const item of items ?? []) yield { ...typed, ...item };
}

async function oneObject(
  { context }: GetRequest,
  { type, namespace, name }: Exclude<Target, ListTarget>,
): Promise<PrintedObject | undefined> {
  const { flags, session } = context;
  const client = await session.client();
  try {
    return await client.json<PrintedObject>({
      method: 'GET',
      path: pathOf(type, namespace, name, flags.text('subresource')),
    });
  } catch (error) {
    if (flags.boolean('ignore-not-found') && isNotFound(error)) return undefined;
    const { missingNamespace } = await import('../shared/resources/missing-namespace.ts');
    throw await missingNamespace(client, namespace, error);
  }
}
