import type { ListMetadata } from '../../api/meta/metadata.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import type { Pacer } from '../../util/pacer.ts';
import type { Exchange } from '../exchange.ts';
import { BlockPool } from '../representation/block-pool.ts';
import { jsonList, listBody } from '../representation/list-body.ts';
import { bodyBlocks, type ListBody } from '../representation/list-items.ts';
import type { Representations } from '../representation/representations.ts';

/** Bytes of a list that an audit event takes: as many as an object may have, as it is sent. */
const maxRecorded = 3 * 1024 * 1024;

/**
 * Hands the audit event of a list what is answered: the table or the part that the client asked for, else all. Of a
 * list that is too long for an event it says that it is left out.
 */
export async function recordList(
  representations: Representations,
  exchange: Exchange,
  metadata: ListMetadata,
  entries: readonly CacheEntry[],
): Promise<void> {
  const { state, served, accept } = exchange;
  const isView = accept.as !== undefined && !accept.isProtobuf;
  const body = isView
    ? await listBody(representations, exchange, metadata, entries)
    : jsonList(served, metadata, entries);
  const json = await beginning(body, state.pacer);
  if (json.length > maxRecorded) state.audit!.answeredTooMuch();
  else state.audit!.answered(json);
}

/** The body, or the beginning of one that is too long. */
async function beginning(body: ListBody, pacer: Pacer): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for (const { block, size } of bodyBlocks(body, new BlockPool(), pacer)) {
    if (size === 0) await pacer.turn();
    parts.push(block.subarray(0, size));
    length += size;
    if (length > maxRecorded) break;
  }
  return Buffer.concat(parts);
}
