import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, Http2ServerResponse } from 'node:http2';

/** An answer that the listener gives itself, in plain text, before any handler sees the request. */
export interface Refusal {
  code: number;
  reason: string;
}

/** Answers and lets the connection end: what may follow on it is not worth reading. */
export function refuse(request: IncomingMessage, response: ServerResponse, { code, reason }: Refusal): void {
  response.statusCode = code;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.httpVersionMajor === 1) response.setHeader('Connection', 'close');
  response.end(`${code} ${reason}\n`);
}

/** Breaks off an answer that has begun, so that what there is of it does not look whole. */
export function abortResponse(response: ServerResponse | Http2ServerResponse): void {
  if (response instanceof Http2ServerResponse) response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  else response.destroy();
}

/** A refusal for a peer that did not even get as far as a request. */
export function refusalText({ code, reason }: Refusal): string {
  const body = `${code} ${reason}\n`;
  return [
    `HTTP/1.1 ${code} ${reason}`,
    'Content-Type: text/plain; charset=utf-8',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
