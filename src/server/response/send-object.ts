import { writeJson } from '../../api/codec/json.ts';
import { plainJson } from '../../api/codec/negotiation.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { decodeServed } from '../../registry/conversion/object-codec.ts';
import type { Stored } from '../../registry/resource.ts';
import { asLine } from '../../storage/stored-bytes.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import { type ProtobufCodec, partialInEnvelope } from '../encoding/protobuf-codec.ts';
import type { Exchange } from '../exchange.ts';
import { abortResponse } from '../http/abort-response.ts';
import { partialObject, type Representations } from '../representation/representations.ts';
import { parseIncludeObject } from '../representation/tables.ts';
import { sendBytes, sendJson, sendValue } from './respond.ts';

/** Served bytes of the stored version, and the object that was just written so, where it is at hand. */
export type SentObject = Pick<Stored, 'json' | 'object'>;

/** Answers with an object of the stored version, in the form that was agreed on. */
export function sendObject(
  exchange: Exchange,
  representations: Representations,
  code: number,
  stored: SentObject,
): void {
  const { request, response, state, served, accept } = exchange;
  const { json } = stored;
  state.trace.encoding();
  if (accept.isProtobuf) {
    state.audit?.answered(served.codec.json(json));
    return sendBytes(request, response, code, protobufOf(exchange, stored), accept.format);
  }
  const bytes = accept.as === undefined ? served.codec.json(json) : viewOf(exchange, representations, json);
  sendJson(request, response, code, bytes, accept);
}

/**
 * The same as the answer to a write that is done. Never throws, and never becomes an error, which would tell the
 * client that nothing was written: when the form that was agreed on cannot be made, the object is sent as JSON.
 */
export function sendWritten(
  exchange: Exchange,
  representations: Representations,
  code: number,
  stored: SentObject,
): void {
  try {
    sendObject(exchange, representations, code, stored);
  } catch {
    sendAsJson(exchange, code, () => exchange.served.codec.json(stored.json));
  }
}

/** `sendWritten` of an object of another type than the one that is served. */
export function sendWrittenSubresource(
  exchange: Exchange,
  code: number,
  object: ApiObject,
  protobuf: ProtobufCodec,
): void {
  try {
    sendSubresource(exchange, code, object, protobuf);
  } catch {
    sendAsJson(exchange, code, () => Buffer.from(writeJson(object)));
  }
}

/** The last resort: where not even this can be sent, the client is to see that it does not know. */
function sendAsJson({ request, response }: Exchange, code: number, json: () => Buffer): void {
  if (response.headersSent) return abortResponse(response);
  try {
    sendBytes(request, response, code, asLine(json()), plainJson.format);
  } catch {
    abortResponse(response);
  }
}

/** The same of an entry of the cache, whose forms are kept. */
export function sendEntry(exchange: Exchange, representations: Representations, entry: CacheEntry): void {
  const { request, response, state, served, accept } = exchange;
  state.trace.encoding();
  if (accept.isProtobuf && state.audit?.wantsResponse) state.audit.answered(served.codec.entry(entry).json);
  if (accept.isProtobuf && served.protobuf !== undefined) {
    const bytes =
      accept.as === undefined
        ? served.protobuf.objects.inEnvelope(served.protobuf.field(entry))
        : partialInEnvelope(
            served.protobuf.partialField(entry, representations.entryEncoders.ranges),
            accept.version,
          );
    return sendBytes(request, response, 200, bytes, accept.format);
  }
  if (accept.as !== undefined) return sendObject(exchange, representations, 200, entry);
  sendJson(request, response, 200, served.codec.entry(entry).json, accept);
}

/**
 * Answers with an object of another type than the one that is served: that of a subresource. Its tables are the
 * caller's; its metadata alone can be asked for like any other object's.
 */
export function sendSubresource(
  exchange: Exchange,
  code: number,
  object: ApiObject,
  protobuf: ProtobufCodec,
): void {
  const { request, response, state, accept } = exchange;
  state.trace.encoding();
  const isPartial = accept.as === 'PartialObjectMetadata';
  if (!accept.isProtobuf) {
    const shown = isPartial ? partialObject(object, accept.version) : object;
    return sendValue(request, response, code, shown, accept);
  }
  if (state.audit?.wantsResponse) state.audit.answered(Buffer.from(writeJson(object)));
  const bytes = isPartial
    ? partialInEnvelope(protobuf.partial(object), accept.version)
    : protobuf.inEnvelope(protobuf.field(object));
  sendBytes(request, response, code, bytes, accept.format);
}

function protobufOf({ served, accept }: Exchange, stored: SentObject): Buffer {
  const protobuf = served.protobuf!;
  if (accept.as === undefined) return protobuf.objects.inEnvelope(protobuf.field(stored));
  const object = served.codec.fromStored(decodeServed(stored.json));
  return partialInEnvelope(protobuf.objects.partial(object), accept.version);
}

function viewOf({ info, served, accept }: Exchange, representations: Representations, json: Buffer): Buffer {
  const stored = decodeServed(json);
  const view =
    accept.as === 'Table'
      ? representations.table(
          served,
          stored,
          accept.version,
          parseIncludeObject(info.query.get('includeObject')),
        )
      : representations.partial(served.codec.fromStored(stored), accept.version);
  return Buffer.from(writeJson(view));
}
