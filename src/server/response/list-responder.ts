import type { Request } from 'express';
import { cborMediaType } from '../../api/codec/cbor/cbor.ts';
import { wantsPretty } from '../../api/codec/negotiation.ts';
import type { ListMetadata } from '../../api/meta/metadata.ts';
import type { ListResult } from '../../registry/read/reader.ts';
import type { CacheTree } from '../../storage/watch-cache/pages.ts';
import type { Selection } from '../../storage/watch-cache/selection.ts';
import type { Exchange } from '../exchange.ts';
import { type Block, BlockPool, blockSize } from '../representation/block-pool.ts';
import { cborListBlocks } from '../representation/cbor-blocks.ts';
import { gzipMember, LeafCompression, type Segment } from '../representation/gzip-segments.ts';
import { listBody } from '../representation/list-body.ts';
import { bodyBlocks, bodyLength, isLonger, type ListBody } from '../representation/list-items.ts';
import type { Representations } from '../representation/representations.ts';
import { prettyBlocks, yamlListBlocks } from '../representation/text-blocks.ts';
import { acceptsGzip } from './compression.ts';
import { recordList } from './record-list.ts';
import { sendBlocks, sendGzip, setHead } from './send-body.ts';

/** Leaves that are being compressed at a time: as many as there are threads for it. Each takes a copy of its items. */
const compressedAhead = 4;

/** Things that a list says of itself, by release. */
export interface ListStatements {
  /** A page says how many items follow. */
  readonly remaining: boolean;
  /** So does one of metadata alone. */
  readonly remainingOfPartials: boolean;
  /** A list of custom resources that is complete has an empty `continue`. */
  readonly endOfCustom: boolean;
}

/**
 * Sends lists, in the form that was agreed on, as fast as the client reads. Whatever the form, the items are made when
 * their turn comes, and a list on its way takes no more memory than a few blocks.
 */
export class ListResponder {
  readonly #representations: Representations;
  readonly #says: ListStatements;
  readonly #compression = new LeafCompression();
  readonly #pool = new BlockPool();

  constructor(representations: Representations, says: ListStatements) {
    this.#representations = representations;
    this.#says = says;
  }

  async send(exchange: Exchange, selection: Selection, result: ListResult): Promise<void> {
    const { request, response, state, served, accept } = exchange;
    state.trace.encoding();
    const isPartial = accept.as !== undefined && accept.as !== 'Table';
    const { remaining, remainingOfPartials, endOfCustom } = this.#says;
    const metadata = metadataOf(result, remaining && (!isPartial || remainingOfPartials));
    if (endOfCustom && accept.as === undefined && served.custom !== undefined) metadata.continue ??= '';
    if (selection.shard !== undefined) metadata.shardInfo = { selector: selection.shard.toString() };
    if (state.audit?.wantsResponse)
      await recordList(this.#representations, exchange, metadata, result.entries);
    const body = await listBody(this.#representations, exchange, metadata, result.entries);
    const isJson = accept.as === undefined && !accept.isProtobuf && isCompact(exchange);
    const isKept = isJson && served.codec.isStored && result.tree !== undefined && acceptsGzip(request);
    const head = { code: 200, contentType: accept.format };
    if (isKept && isLonger(body, blockSize)) {
      setHead(request, response, head);
      const segments = this.#segments(result.tree!, selection);
      return sendGzip(request, response, this.#pool, gzipMember({ ...body, segments }, this.#pool));
    }
    // Of other forms the length is not known before they are made.
    const length = accept.isProtobuf || (isJson && served.codec.isStored) ? bodyLength(body) : undefined;
    const blocks = this.#blocks(exchange, body);
    await sendBlocks(request, response, this.#pool, { ...head, blocks, length });
  }

  #blocks(exchange: Exchange, body: ListBody): Iterable<Block> {
    const { accept, state } = exchange;
    if (accept.format === cborMediaType) return cborListBlocks(body, state.pacer);
    if (accept.format === 'application/yaml') return yamlListBlocks(body, this.#pool, state.pacer);
    const blocks = bodyBlocks(body, this.#pool, state.pacer);
    return accept.isProtobuf || isCompact(exchange) ? blocks : prettyBlocks(blocks, this.#pool);
  }

  /** The items of a list of everything in a range, from what is kept compressed and what has to be. */
  *#segments(tree: CacheTree, { range }: Selection): Generator<Promise<Segment>> {
    const ahead: Promise<Segment>[] = [];
    let isFirst = true;
    for (const { leaf, first, end } of tree.leaves(range.from, range.to)) {
      ahead.push(this.#compression.segment(leaf, first, end, isFirst));
      isFirst = false;
      if (ahead.length === compressedAhead) yield ahead.shift()!;
    }
    yield* ahead;
  }
}

/** Whether JSON is wanted on one line. */
function isCompact({
  request,
  info,
  accept,
}: Pick<Exchange, 'info' | 'accept'> & { request: Request }): boolean {
  const { headers } = request;
  return (
    accept.format === 'application/json' &&
    !wantsPretty(info.query.get('pretty'), headers['user-agent'], accept)
  );
}

function metadataOf(
  { revision, continueToken, remaining }: ListResult,
  saysRemaining: boolean,
): ListMetadata {
  return {
    // Lists that are not stored have no resourceVersion.
    ...(revision === 0 ? {} : { resourceVersion: String(revision) }),
    ...(continueToken === '' ? {} : { continue: continueToken }),
    ...(remaining === undefined || !saysRemaining ? {} : { remainingItemCount: remaining }),
  };
}
