import type { ListMetadata } from '../api/machinery/metadata.ts';
import type { CacheEntry } from '../storage/watch-cache/entry.ts';
import type { Exchange } from './exchange.ts';
import { inSlices } from './in-slices.ts';
import { listHead, listJson } from './list-body.ts';
import { listInForm } from './list-forms.ts';
import { wholeBody } from './list-items.ts';
import type { Views } from './views.ts';

/** Hands the audit event of a list what is answered: the table or the part that the client asked for, else all. */
export async function recordList(
  views: Views,
  exchange: Exchange,
  metadata: ListMetadata,
  entries: readonly CacheEntry[],
): Promise<void> {
  const { state, served, accept } = exchange;
  if (accept.as !== undefined && !accept.isProtobuf) {
    return state.audit!.answered(wholeBody(await listInForm(views, exchange, metadata, entries)));
  }
  const all = served.form.isStored ? entries : await inSlices(entries, (entry) => served.form.entry(entry));
  const head = listHead(served.definition.kind, served.apiVersion, metadata);
  state.audit!.answered(listJson(head, all as readonly CacheEntry[]));
}
