import type { Request, Response } from 'express';
import { parseJson, writeJson, writePrettyJson } from '../api/codec/json.ts';
import { type Negotiated, negotiate, type Offer, plainJson, wantsPretty } from '../api/codec/negotiation.ts';
import { encodeStatus } from '../api/codec/protobuf/status.ts';
import { protobufMediaTypes } from '../api/machinery/dialect.ts';
import { internalError, type Status, StatusError } from '../api/machinery/status.ts';
import { asLine } from '../storage/stored-bytes.ts';
import { sendCompressible } from './compression.ts';
import { Overload } from './overload.ts';
import { sendOverload } from './plain-fault.ts';
import { stateOf } from './request-state.ts';
import { setWarnings } from './warnings.ts';
import { yamlOf } from './yaml/text.ts';

/** Sends JSON bytes in the form that was agreed on: those of one of our own answers, which are small. */
export function sendJson(
  request: Request,
  response: Response,
  code: number,
  json: Buffer,
  accept: Negotiated,
): void {
  const { info, audit } = stateOf(request);
  if (code < 300) audit?.answered(json);
  // Whoever has no binary form for what it sends says what it is.
  if (accept.isProtobuf) return sendBytes(request, response, code, json, plainJson.format);
  if (accept.format === 'application/yaml') {
    return sendBytes(request, response, code, Buffer.from(yamlOf(json.toString())), accept.format);
  }
  if (!wantsPretty(info.query.get('pretty'), request.headers['user-agent'], accept)) {
    // Compact JSON ends its line; what is indented does not.
    return sendBytes(request, response, code, asLine(json), accept.format);
  }
  const pretty = writePrettyJson(parseJson(json.toString()));
  sendBytes(request, response, code, Buffer.from(pretty), accept.format);
}

/** Sends a value that is not encoded yet. */
export function sendValue(
  request: Request,
  response: Response,
  code: number,
  value: unknown,
  accept: Negotiated,
): void {
  sendJson(request, response, code, Buffer.from(writeJson(value)), accept);
}

/** Every type of the server has these forms, and its Status too. */
const ofErrors: Offer = { protobuf: protobufMediaTypes, conversions: [], metaGroups: [] };

/**
 * Sends a Status for whatever went wrong: what was refused as it says, everything else as a fault of ours. It is
 * never turned into anything, and someone who accepts nothing of what it can be gets it as people read it.
 */
export function sendError(request: Request, response: Response, error: unknown): void {
  if (error instanceof Overload) return sendOverload(response, error);
  if (!(error instanceof StatusError)) stateOf(request).audit?.panicked(error);
  const refusal =
    error instanceof StatusError ? error : internalError(String((error as Error)?.message ?? error));
  if (refusal.details?.retryAfterSeconds) {
    response.setHeader('Retry-After', String(refusal.details.retryAfterSeconds));
  }
  sendStatus(request, response, refusal.code, refusal.toStatus(), errorForm(request));
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

function errorForm({ headers }: Request): Negotiated {
  try {
    return negotiate(headers.accept, ofErrors);
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
  setWarnings(response, stateOf(request).warnings);
  response.setHeader('Content-Type', contentType);
  response.statusCode = code;
  sendCompressible(request, response, bytes);
}
