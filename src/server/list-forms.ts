import { writeJson } from '../api/codec/json.ts';
import { envelopeTail } from '../api/codec/protobuf/envelope.ts';
import { listHead } from '../api/codec/protobuf/list.ts';
import type { ApiObject, ListMetadata } from '../api/machinery/metadata.ts';
import type { TableRules } from '../registry/kind-rules.ts';
import { decodeServed } from '../registry/object-codec.ts';
import type { CacheEntry } from '../storage/watch-cache/entry.ts';
import type { RowForm } from './entry-views.ts';
import type { Exchange } from './exchange.ts';
import { inSlices } from './in-slices.ts';
import { EncodedItems, type ListBody } from './list-items.ts';
import { columnDefinitions, parseIncludeObject, tableRules } from './tables.ts';
import type { Views } from './views.ts';

const jsonTail = Buffer.from(']}\n');

/** A list in whatever form was agreed on other than its kind's own JSON, from the forms kept with the entries. */
export function listInForm(
  views: Views,
  { info, served, accept }: Exchange,
  metadata: ListMetadata,
  entries: readonly CacheEntry[],
): Promise<ListBody> {
  if (accept.isProtobuf) return protobufList(views, { served, accept }, metadata, entries);
  if (accept.as !== 'Table') return partialList(views, { served, accept }, metadata, entries);
  const form = { version: accept.version, include: parseIncludeObject(info.query.get('includeObject')) };
  return table(views, served, form, metadata, entries);
}

type Form = Pick<Exchange, 'served' | 'accept'>;

async function protobufList(
  { ofEntries }: Views,
  { served, accept }: Form,
  metadata: ListMetadata,
  entries: readonly CacheEntry[],
): Promise<ListBody> {
  const protobuf = served.protobuf!;
  const isPartial = accept.as !== undefined;
  const fields = await inSlices(entries, (entry) =>
    isPartial ? protobuf.partialField(entry, ofEntries.ranges) : protobuf.field(entry),
  );
  const items = new EncodedItems(fields);
  const head = isPartial
    ? listHead(accept.version, 'PartialObjectMetadataList', ofPartials(metadata), items.totalSize)
    : listHead(served.apiVersion, `${served.definition.kind}List`, metadata, items.totalSize);
  return { head, items, tail: envelopeTail };
}

async function partialList(
  { ofEntries }: Views,
  { served, accept }: Form,
  metadata: ListMetadata,
  entries: readonly CacheEntry[],
): Promise<ListBody> {
  const document = { kind: accept.as, apiVersion: accept.version, metadata: ofPartials(metadata) };
  const head = Buffer.from(`${writeJson(document).slice(0, -1)},"items":[`);
  return { head, items: await ofEntries.partials(served, entries, accept.version), tail: jsonTail };
}

async function table(
  { ofEntries }: Views,
  served: Exchange['served'],
  form: RowForm,
  metadata: ListMetadata,
  entries: readonly CacheEntry[],
): Promise<ListBody> {
  const rules = tableRules(served);
  const document = {
    kind: 'Table',
    apiVersion: form.version,
    metadata,
    columnDefinitions: columnDefinitions(rules),
  };
  const head = Buffer.from(`${writeJson(document).slice(0, -1)},"rows":[`);
  return { head, items: await ofEntries.rows(served, inOrder(entries, rules), form), tail: jsonTail };
}

/** The entries in the order of their rows. Of a list in chunks each chunk is in order by itself. */
function inOrder(entries: readonly CacheEntry[], { compare }: TableRules<ApiObject>): readonly CacheEntry[] {
  if (compare === undefined) return entries;
  return entries
    .map((entry) => ({ entry, object: decodeServed(entry.json) }))
    .sort((a, b) => compare(a.object, b.object))
    .map(({ entry }) => entry);
}

/** Lists of metadata do not say how many items follow. */
const ofPartials = ({ remainingItemCount: _, ...shown }: ListMetadata): ListMetadata => shown;
