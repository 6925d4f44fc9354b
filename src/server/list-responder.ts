import type { Response } from 'express';
import { wantsPretty } from '../api/codec/negotiation.ts';
import type { ListMetadata } from '../api/machinery/metadata.ts';
import type { ListResult } from '../registry/reader.ts';
import type { CacheEntry } from '../storage/watch-cache/entry.ts';
import type { CacheTree } from '../storage/watch-cache/resource-cache.ts';
import type { Selection } from '../storage/watch-cache/selection.ts';
import { recordList } from './audited-list.ts';
import { BlockPool, blockSize } from './block-pool.ts';
import { acceptsGzip, sendCompressible } from './compression.ts';
import { drained, sendPieces } from './drain.ts';
import type { Exchange } from './exchange.ts';
import { compress, gzipMember, LeafCompression, type Segment } from './gzip-segments.ts';
import { inSlices } from './in-slices.ts';
import { JsonItems } from './json-items.ts';
import { listBlocks, listHead, listJson, listLength, listTail } from './list-body.ts';
import { listInForm } from './list-forms.ts';
import { bodyBlocks, bodyLength, type ListBody, wholeBody } from './list-items.ts';
import { yamlList } from './list-yaml.ts';
import { sendBytes, sendJson } from './respond.ts';
import type { Views } from './views.ts';
import { setWarnings } from './warnings.ts';

/** Leaves that are being compressed at a time: each takes a copy of its items and a quarter of a megabyte. */
const compressedAhead = 16;

/** Sends lists, in the form that was agreed on, as fast as the client reads. */
export class ListResponder {
  readonly #views: Views;
  readonly #compression = new LeafCompression();
  readonly #blocks = new BlockPool();

  constructor(views: Views) {
    this.#views = views;
  }

  async send(exchange: Exchange, selection: Selection, result: ListResult): Promise<void> {
    const { request, info, served, accept } = exchange;
    const metadata = metadataOf(result);
    if (exchange.state.audit?.wantsResponse)
      await recordList(this.#views, exchange, metadata, result.entries);
    if (accept.as !== undefined || accept.isProtobuf) {
      return this.#sendForm(exchange, await listInForm(this.#views, exchange, metadata, result.entries));
    }
    const head = listHead(served.definition.kind, served.apiVersion, metadata);
    const isPretty = wantsPretty(info.query.get('pretty'), request.headers['user-agent'], accept);
    if (accept.format === 'application/json' && !isPretty)
      return this.#sendPlain(exchange, head, selection, result);
    const entries = await inSlices(result.entries, (entry) => served.form.entry(entry));
    if (accept.format === 'application/yaml')
      return this.#sendYaml(exchange, { head, items: itemsOf(entries), tail: listTail });
    sendJson(request, exchange.response, 200, listJson(head, entries), accept);
  }

  async #sendYaml({ request, response, state, accept, yaml }: Exchange, body: ListBody): Promise<void> {
    setWarnings(response, state.warnings);
    response.statusCode = 200;
    response.setHeader('Content-Type', accept.format);
    if (request.method === 'HEAD') return void response.end();
    await sendPieces(response, yamlList(body, yaml));
  }

  /** Any form but the kind's own JSON. */
  async #sendForm(exchange: Exchange, body: ListBody): Promise<void> {
    const { request, response, info, state, accept } = exchange;
    if (accept.format === 'application/yaml') return this.#sendYaml(exchange, body);
    const isPretty = wantsPretty(info.query.get('pretty'), request.headers['user-agent'], accept);
    if (!accept.isProtobuf && isPretty) {
      return sendJson(request, response, 200, wholeBody(body), accept);
    }
    const length = bodyLength(body);
    if (length <= blockSize || acceptsGzip(request)) {
      return sendBytes(request, response, 200, wholeBody(body), accept.format);
    }
    setWarnings(response, state.warnings);
    response.statusCode = 200;
    response.setHeader('Content-Type', accept.format);
    response.setHeader('Content-Length', length);
    if (request.method === 'HEAD') return void response.end();
    await this.#sendBlocks(response, bodyBlocks(body, this.#blocks), body.tail);
  }

  async #sendPlain(
    exchange: Exchange,
    head: Buffer,
    selection: Selection,
    result: ListResult,
  ): Promise<void> {
    const { request, response, served } = exchange;
    const entries = served.form.isStored
      ? result.entries
      : await inSlices(result.entries, (entry) => served.form.entry(entry));
    const length = listLength(head, entries);
    setWarnings(response, exchange.state.warnings);
    response.statusCode = 200;
    response.setHeader('Content-Type', 'application/json');
    if (length <= blockSize) return sendCompressible(request, response, listJson(head, entries));
    if (acceptsGzip(request)) {
      if (result.tree === undefined || !served.form.isStored) {
        return sendCompressible(request, response, listJson(head, entries));
      }
      response.setHeader('Content-Encoding', 'gzip');
      response.setHeader('Vary', 'Accept-Encoding');
      return sendPieces(response, gzipMember(this.#segments(head, result.tree, selection)));
    }
    response.setHeader('Content-Length', length);
    if (request.method === 'HEAD') return void response.end();
    await this.#sendBlocks(response, listBlocks(head, entries, this.#blocks), listTail);
  }

  async #sendBlocks(
    response: Response,
    blocks: Iterable<{ block: Buffer; size: number }>,
    tail: Buffer,
  ): Promise<void> {
    for (const { block, size } of blocks) {
      const flowing = response.write(block.subarray(0, size), () => this.#blocks.release(block));
      if (!flowing && !(await drained(response))) return;
    }
    response.end(tail);
  }

  /** The body of a list of everything in a range, from what is kept compressed and what has to be. */
  *#segments(head: Buffer, tree: CacheTree, { range }: Selection): Generator<Promise<Segment>> {
    yield compress(head);
    const ahead: Promise<Segment>[] = [];
    let isFirst = true;
    for (const { leaf, first, end } of tree.leaves(range.from, range.to)) {
      ahead.push(this.#compression.segment(leaf, first, end, isFirst));
      isFirst = false;
      if (ahead.length === compressedAhead) yield ahead.shift()!;
    }
    yield* ahead;
    yield compress(listTail);
  }
}

function itemsOf(entries: readonly CacheEntry[]): JsonItems {
  return new JsonItems(
    entries.map(({ json, itemStart }) => ({
      text: '{',
      json,
      start: itemStart,
      end: json.length,
      closing: '',
    })),
  );
}

function metadataOf({ revision, continueToken, remaining }: ListResult): ListMetadata {
  return {
    // What is not stored has no version.
    ...(revision === 0 ? {} : { resourceVersion: String(revision) }),
    ...(continueToken === '' ? {} : { continue: continueToken }),
    ...(remaining === undefined ? {} : { remainingItemCount: remaining }),
  };
}
