import { decodeServed } from '../../registry/object-codec.ts';
import type { ListResult, Reader } from '../../registry/reader.ts';
import type { Exchange, Handler } from '../exchange.ts';
import { listHead, listJson, sendList } from '../list-body.ts';
import { parseListOptions } from '../list-options.ts';
import { sendJson, sendValue } from '../respond.ts';
import { wantsPretty } from '../../api/codec/negotiation.ts';
import { type ListMetadata, parseIncludeObject, type Views } from '../views.ts';

/** GET of a collection. */
export function listHandler(reader: Reader, views: Views, metaGroup: string): Handler {
  return async (exchange) => {
    const { info, served } = exchange;
    const options = parseListOptions(info, served.resource, metaGroup);
    const result = await reader.list(served.resource, options);
    return sendListResult(exchange, views, result);
  };
}

/** Sends a list in the form that was agreed on. */
export function sendListResult(exchange: Exchange, views: Views, result: ListResult): Promise<void> | void {
  const { request, response, info, served, accept } = exchange;
  const metadata = metadataOf(result);
  const entries = result.entries.map((entry) => served.form.entry(entry));
  const isPlain = accept.format === 'application/json' && accept.as === undefined;
  if (isPlain && !wantsPretty(info.query.get('pretty'), request.headers['user-agent'], accept)) {
    return sendList(request, response, served, metadata, entries);
  }
  if (accept.as === undefined) {
    const head = listHead(served.definition.kind, served.apiVersion, metadata);
    return sendJson(request, response, 200, listJson(head, entries), accept);
  }
  const objects = result.entries.map(({ json }) => decodeServed(json));
  const value =
    accept.as === 'Table'
      ? views.table(served, objects, metadata, accept.version, parseIncludeObject(info.query.get('includeObject')))
      : views.partialList(objects, metadata, accept.version);
  sendValue(request, response, 200, value, accept);
}

function metadataOf({ revision, continueToken, remaining }: ListResult): ListMetadata {
  return {
    resourceVersion: String(revision),
    ...(continueToken === '' ? {} : { continue: continueToken }),
    ...(remaining === undefined ? {} : { remainingItemCount: remaining }),
  };
}
