import type { Request, Response } from 'express';
import { cborMediaType } from '../../api/codec/cbor/cbor.ts';
import { encodeCbor } from '../../api/codec/cbor/encode.ts';
import { parseOwnJson, writeJson } from '../../api/codec/json.ts';
import {
  type Negotiated,
  negotiate,
  type Offer,
  plainJson,
  wantsPretty,
} from '../../api/codec/negotiation.ts';
import { prettyJson } from '../../api/codec/pretty-json.ts';
import { encodeStatus } from '../../api/codec/protobuf/status.ts';
import { writeYaml } from '../../api/codec/yaml-writer.ts';
import { protobufMediaTypes } from '../../api/meta/dialect.ts';
import { internalError, type Status, StatusError } from '../../api/meta/status.ts';
import { asLine } from '../../storage/stored-bytes.ts';
import { abortResponse } from '../http/abort-response.ts';
import { OverloadError } from '../in-flight/overload.ts';
import { type Block, BlockPool } from '../representation/block-pool.ts';
import { cborBlocks } from '../representation/cbor-blocks.ts';
import { blocksOf, prettyBlocks, yamlBlocks } from '../representation/text-blocks.ts';
import { stateIfAny, stateOf } from '../request-state.ts';
import { sendCompressible } from './compression.ts';
import { sendOverload } from './plain-error.ts';
import { sendBlocks } from './send-body.ts';
import { setWarnings } from './warnings.ts';

/** Bytes of JSON that are turned into another text in one go: some 2 ms. */
const maxAtOnce = 64 * 1024;

/** Sends JSON bytes in the form that was agreed on. */
export function sendJson(
  request: Request,
  response: Response,
  code: number,
  json: Buffer,
  accept: Negotiated,
): void {
  const { info, audit, trace } = stateOf(request);
  trace.encoding();
  if (code < 300) audit?.answered(json);
  // Without a Protobuf encoding the answer is JSON, and its Content-Type says so.
  if (accept.isProtobuf) return sendBytes(request, response, code, json, plainJson.format);
  const isLarge = json.length > maxAtOnce;
  if (accept.format === cborMediaType) {
    const value = parseOwnJson(json.toString());
    if (!isLarge) return sendBytes(request, response, code, encodeCbor(value), accept.format);
    return sendInPieces(request, response, code, { json, contentType: accept.format }, () =>
      cborBlocks(value),
    );
  }
  if (accept.format === 'application/yaml') {
    const value = parseOwnJson(json.toString());
    if (isLarge)
      return sendInPieces(request, response, code, { json, contentType: accept.format }, (pool) =>
        yamlBlocks(value, pool),
      );
    return sendBytes(request, response, code, Buffer.from(writeYaml(value)), accept.format);
  }
  if (!wantsPretty(info.query.get('pretty'), request.headers['user-agent'], accept)) {
    // Compact JSON ends its line; what is indented does not.
    return sendBytes(request, response, code, asLine(json), accept.format);
  }
  if (!isLarge) return sendBytes(request, response, code, prettyJson(json), accept.format);
  sendInPieces(request, response, code, { json, contentType: accept.format }, (pool) =>
    prettyBlocks(blocksOf(json), pool),
  );
}

function sendInPieces(
  request: Request,
  response: Response,
  code: number,
  { json, contentType }: { json: Buffer; contentType: string },
  blocksIn: (pool: BlockPool) => Iterable<Block>,
): void {
  const pool = new BlockPool();
  sendBlocks(request, response, pool, { code, contentType, blocks: blocksIn(pool) }).catch(() => {
    // The write is done: it is acknowledged in JSON when the representation cannot be made.
    if (response.headersSent) abortResponse(response);
    else sendBytes(request, response, code, asLine(json), plainJson.format);
  });
}

/** Sends a value that is not encoded yet. */
export function sendValue(
  request: Request,
  response: Response,
  code: number,
  value: unknown,
  accept: Negotiated,
): void {
  stateOf(request).trace.encoding();
  sendJson(request, response, code, Buffer.from(writeJson(value)), accept);
}

/** Every type of the server has these forms, and its Status too. */
const ofErrors: Offer = { protobuf: protobufMediaTypes, conversions: [], metaGroups: [] };

/**
 * Sends the Status of a StatusError, anything else as 500. Never a Table. If Accept matches nothing: pretty JSON.
 */
export function sendError(request: Request, response: Response, error: unknown): void {
  if (error instanceof OverloadError) return sendOverload(response, error);
  if (!(error instanceof StatusError)) stateOf(request).audit?.panicked(error);
  const refusal =
    error instanceof StatusError ? error : internalError(String((error as Error)?.message ?? error));
  if (refusal.details?.retryAfterSeconds) {
    response.setHeader('Retry-After', String(refusal.details.retryAfterSeconds));
  }
  sendStatus(
    request,
    response,
    refusal.code,
    refusal.toStatus(stateIfAny(request)?.texts),
    negotiateError(request),
  );
}

/** Sends a Status in the form that was agreed on. */
export function sendStatus(
  request: Request,
  response: Response,
  code: number,
  status: Status,
  accept: Negotiated,
): void {
  stateOf(request).audit?.answeredStatus(status);
  if (accept.isProtobuf) sendBytes(request, response, code, encodeStatus(status), accept.format);
  else sendValue(request, response, code, status, accept);
}

function negotiateError(request: Request): Negotiated {
  const { headers } = request;
  try {
    const cbor = stateIfAny(request)?.takesCbor ?? false;
    return negotiate(headers.accept, cbor ? { ...ofErrors, cbor } : ofErrors);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return { ...plainJson, pretty: true };
  }
}

/** Sends bytes that are in the form that was agreed on already. */
export function sendBytes(
  request: Request,
  response: Response,
  code: number,
  bytes: Buffer,
  contentType: string,
): void {
  const { warnings, trace } = stateOf(request);
  trace.encoded();
  setWarnings(response, warnings);
  response.setHeader('Content-Type', contentType);
  response.statusCode = code;
  sendCompressible(request, response, bytes);
}
