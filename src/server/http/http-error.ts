import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { writeJson } from '../../api/codec/json.ts';
import type { Status } from '../../api/meta/status.ts';

/** An error that the listener answers itself, in plain text, before any filter sees the request. */
export interface HttpError {
  code: number;
  reason: string;
}

/** Answers with the error. Over HTTP/1.1 the connection ends: further requests on it are not read. */
export function sendHttpError(
  request: IncomingMessage,
  response: ServerResponse,
  { code, reason }: HttpError,
): void {
  response.statusCode = code;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.httpVersionMajor === 1) response.setHeader('Connection', 'close');
  response.end(`${code} ${reason}\n`);
}

/** The response as raw HTTP/1.1, for a socket without a parsed request. */
export function httpErrorText({ code, reason }: HttpError): string {
  return rawResponse(`${code} ${reason}`, ['Content-Type: text/plain; charset=utf-8'], `${code} ${reason}\n`);
}

/** A Status as raw HTTP/1.1. */
export function statusText(status: Status): string {
  const code = status.code ?? 500;
  const fields = ['Content-Type: application/json', 'Cache-Control: no-cache, private'];
  return rawResponse(`${code} ${STATUS_CODES[code]}`, fields, `${writeJson(status)}\n`);
}

function rawResponse(statusLine: string, fields: readonly string[], body: string): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return [`HTTP/1.1 ${statusLine}`, ...fields, 'Connection: close', length, '', body].join('\r\n');
}
