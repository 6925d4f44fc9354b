import type { IncomingMessage } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { Request } from 'express';
import { forwardedHeaders } from '../tunnel/request-headers.ts';

/** About one connection, not about the message. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that say who may read an answer in a browser: that is for this server to say. */
const ofOrigins = new Set([
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
]);

/** Names and values by turns, for a request that goes on as a request of its own. */
export function proxiedHeaders(request: Request, path: string): string[] {
  const host = request.headers.host ?? String(request.headers[':authority'] ?? '');
  return [...endToEndHeaders(request, host), 'X-Forwarded-Uri', path, ...framing(request)];
}

const none: ReadonlySet<string> = new Set();

/**
 * Names and values by turns of the headers that are about the message, for a request that goes on to `host`.
 * `replaced`: those that this server sets itself, in lower case.
 */
export function endToEndHeaders(
  request: Request,
  host: string,
  replaced: ReadonlySet<string> = none,
): string[] {
  const dropped = namedBy(request);
  const kept: string[] = [];
  const headers = forwardedHeaders(request, host);
  for (let at = 0; at < headers.length; at += 2) {
    const [name, value] = [headers[at]!, headers[at + 1]!];
    const key = name.toLowerCase();
    // Trailers are for the client to take or not.
    const isTaken = !hopByHop.has(key) || (key === 'te' && value.toLowerCase() === 'trailers');
    if (isTaken && !name.startsWith(':') && !dropped.has(key) && !replaced.has(key)) kept.push(name, value);
  }
  return kept;
}

/** Methods that mean nothing without a body, be it an empty one. */
const withBody = new Set(['PATCH', 'POST', 'PUT']);

/**
 * A body whose length is not said goes in chunks, whatever the method: bytes without a frame would be the next request
 * to the backend.
 */
function framing(request: Request): string[] {
  if (request.headers['content-length'] !== undefined) return [];
  if (hasBody(request)) return ['Transfer-Encoding', 'chunked'];
  return withBody.has(request.method) ? ['Content-Length', '0'] : [];
}

/** Whether bytes come behind the head of a request, be it none in the end. */
export function hasBody(request: Request): boolean {
  const { stream } = request as unknown as { stream?: ServerHttp2Stream };
  if (stream !== undefined) return !stream.endAfterHeaders;
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  return coding !== undefined || length !== '0';
}

/** The headers of an answer, for the client. */
export function answeredHeaders(
  message: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
): (readonly [string, string])[] {
  const dropped = namedBy(message);
  return pairsOf(message.rawHeaders).filter(([name]) => {
    const key = name.toLowerCase();
    return !hopByHop.has(key) && !ofOrigins.has(key) && !dropped.has(key);
  });
}

/** `Connection: close, x-trace` makes x-trace a header of the connection. */
const namedBy = ({ headers }: Pick<IncomingMessage, 'headers'>): ReadonlySet<string> =>
  new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));

function pairsOf(raw: readonly string[]): (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) pairs.push([raw[at]!, raw[at + 1]!]);
  return pairs;
}
