import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, Http2ServerResponse, type Http2Session } from 'node:http2';

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

/** Milliseconds in which a peer must have read what was sent before one of its answers was ended. */
const readingTime = 10_000;

const asked = new WeakSet<Http2Session>();

/** Ends an answer that is not taken, and lets go of what of it still waits. */
export function cutAnswer(response: ServerResponse | Http2ServerResponse): void {
  if (!(response instanceof Http2ServerResponse)) return void response.destroy();
  const { stream } = response;
  const { session } = stream;
  if (!stream.closed) stream.close(constants.NGHTTP2_CANCEL);
  // The peer may not read that either.
  stream.destroy();
  if (session !== undefined) endUnlessRead(session);
}

/** A peer that reads nothing at all keeps what has left its stream already: it takes no ping either. */
function endUnlessRead(session: Http2Session): void {
  if (asked.has(session) || session.destroyed) return;
  asked.add(session);
  const timer = setTimeout(() => session.destroy(), readingTime).unref();
  session.ping(() => {
    clearTimeout(timer);
    asked.delete(session);
  });
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
