import { writeJson } from '../../api/codec/json.ts';
import { envelopeTail } from '../../api/codec/protobuf/envelope.ts';
import { listHead } from '../../api/codec/protobuf/list.ts';
import type { ApiObject, ListMetadata } from '../../api/meta/metadata.ts';
import { decodeServed } from '../../registry/conversion/object-codec.ts';
import type { TableRules } from '../../registry/kind-rules.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import type { Pacer } from '../../util/pacer.ts';
import type { Exchange } from '../exchange.ts';
import type { RowFormat } from './entry-encoders.ts';
import { JsonItems } from './json-items.ts';
import { EncodedItems, type ListBody, StoredItems } from './list-items.ts';
import type { Representations } from './representations.ts';
import { columnDefinitions, parseIncludeObject, tableRules } from './tables.ts';

/** Everything of a list's JSON after its last item: one line, like all compact JSON. */
const jsonTail = Buffer.from(']}\n');

/** A list in the form that was agreed on, its items from the forms kept with the entries or made when they are sent. */
export async function listBody(
  representations: Representations,
  { info, served, accept, state: { pacer } }: Exchange,
  metadata: ListMetadata,
  entries: readonly CacheEntry[],
): Promise<ListBody> {
  if (accept.isProtobuf) return protobufList(representations, { served, accept, pacer }, metadata, entries);
  if (accept.as === undefined) return jsonList(served, metadata, entries);
  if (accept.as !== 'Table') return partialList(representations, { served, accept }, metadata, entries);
  const form = { version: accept.version, include: parseIncludeObject(info.query.get('includeObject')) };
  return table(representations, { served, form, pacer }, metadata, entries);
}

/** A list of whole objects as JSON. */
export function jsonList(
  { definition, apiVersion, codec }: Exchange['served'],
  metadata: ListMetadata,
  entries: readonly CacheEntry[],
): ListBody {
  const head = jsonHead({ kind: `${definition.kind}List`, apiVersion, metadata }, 'items');
  if (codec.isStored) return { head, items: new StoredItems(entries, definition.custom), tail: jsonTail };
  const items = new JsonItems(entries.length, (index) => {
    const { json, itemStart } = codec.entry(entries[index]!);
    return { text: '{', json, start: itemStart, end: json.length, closing: '' };
  });
  return { head, items, tail: jsonTail };
}

/** Everything of a list's JSON before its first item. */
const jsonHead = (document: object, itemsKey: string): Buffer =>
  Buffer.from(`${writeJson(document).slice(0, -1)},"${itemsKey}":[`);

type ListedExchange = Pick<Exchange, 'served' | 'accept'>;

/** Bytes of one list in Protobuf that are kept for the next one. Of a longer list the end would push out the beginning. */
const maxKept = 28 * 1024 * 1024;

/** Says first how long it is: each item is encoded for its size, and again for its bytes if it is not kept. */
async function protobufList(
  { entryEncoders }: Representations,
  { served, accept, pacer }: ListedExchange & { pacer: Pacer },
  metadata: ListMetadata,
  entries: readonly CacheEntry[],
): Promise<ListBody> {
  const protobuf = served.protobuf!;
  const isPartial = accept.as !== undefined;
  let total = 0;
  const encode = (entry: CacheEntry): Buffer =>
    isPartial
      ? protobuf.partialField(entry, entryEncoders.ranges, total < maxKept)
      : protobuf.field(entry, total < maxKept);
  const kept: Buffer[] = [];
  const sizes = await eachPaced(pacer, entries, (entry) => {
    const field = encode(entry);
    if (total < maxKept) kept.push(field);
    total += field.length;
    return field.length;
  });
  const items = new EncodedItems(sizes, (index) => kept[index] ?? encode(entries[index]!));
  const head = isPartial
    ? listHead(accept.version, 'PartialObjectMetadataList', metadata, total)
    : listHead(served.apiVersion, `${served.definition.kind}List`, metadata, total);
  return { head, items, tail: envelopeTail };
}

function partialList(
  { entryEncoders }: Representations,
  { served, accept }: ListedExchange,
  metadata: ListMetadata,
  entries: readonly CacheEntry[],
): ListBody {
  const document = { kind: accept.as, apiVersion: accept.version, metadata: metadata };
  const items = entryEncoders.partials(served, entries, accept.version);
  return { head: jsonHead(document, 'items'), items, tail: jsonTail };
}

async function table(
  { entryEncoders }: Representations,
  { served, form, pacer }: { served: Exchange['served']; form: RowFormat; pacer: Pacer },
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
  const items = entryEncoders.rows(served, await inOrder(entries, rules, pacer), form);
  return { head: jsonHead(document, 'rows'), items, tail: jsonTail };
}

/** The entries in the order of their rows. Of a list in chunks each chunk is in order by itself. */
async function inOrder(
  entries: readonly CacheEntry[],
  { order }: TableRules<ApiObject>,
  pacer: Pacer,
): Promise<readonly CacheEntry[]> {
  if (order === undefined) return entries;
  const keyed = await eachPaced(pacer, entries, (entry) => ({
    entry,
    key: order.keyOf(decodeServed(entry.json)),
  }));
  return keyed.sort((a, b) => order.compare(a.key, b.key)).map(({ entry }) => entry);
}

/** Makes something of each item, in order, and lets other requests run meanwhile. */
async function eachPaced<T, R>(pacer: Pacer, items: readonly T[], make: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) {
    results.push(make(item));
    if (pacer.isDue(1)) await pacer.turn();
  }
  return results;
}
