import type { Request, Response } from 'express';
import { stringify } from 'yaml';
import { parseJson, writeJson, writePrettyJson } from '../api/codec/json.ts';
import { type Negotiated, wantsPretty } from '../api/codec/negotiation.ts';
import { internalError, type Status, StatusError } from '../api/machinery/status.ts';
import { sendCompressible } from './compression.ts';
import { stateOf } from './request-state.ts';
import { setWarnings } from './warnings.ts';

/** Sends JSON bytes in the form that was agreed on. */
export function sendJson(
  request: Request,
  response: Response,
  code: number,
  json: Buffer,
  accept: Negotiated,
): void {
  const { info } = stateOf(request);
  if (accept.format === 'application/yaml') {
    return sendBytes(request, response, code, Buffer.from(toYaml(parseJson(json.toString()))), accept.format);
  }
  if (!wantsPretty(info.query.get('pretty'), request.headers['user-agent'], accept)) {
    return sendBytes(request, response, code, json, accept.format);
  }
  const pretty = `${writePrettyJson(parseJson(json.toString()))}\n`;
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

const jsonAnswer: Negotiated = { format: 'application/json', as: undefined, version: '', pretty: false };

/** Sends a Status for whatever went wrong: what was refused as it says, everything else as a fault of ours. */
export function sendError(
  request: Request,
  response: Response,
  error: unknown,
  accept: Negotiated = jsonAnswer,
): void {
  const refusal =
    error instanceof StatusError ? error : internalError(String((error as Error)?.message ?? error));
  if (refusal.details?.retryAfterSeconds) {
    response.setHeader('Retry-After', String(refusal.details.retryAfterSeconds));
  }
  const status: Status = refusal.toStatus();
  // A Status is never turned into anything, and someone who accepts nothing gets it as people read it.
  sendValue(request, response, refusal.code, status, {
    ...accept,
    pretty: accept.pretty || refusal.code === 406,
  });
}

function sendBytes(
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

/** YAML as command-line clients print it. */
export function toYaml(value: unknown): string {
  return stringify(value, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
}
