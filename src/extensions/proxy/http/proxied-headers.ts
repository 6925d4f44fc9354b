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

/** Who may read an answer in a browser is for this server to say. */
const ofOrigins = new Set([
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
]);

/** Names and values by turns, for a request that goes on as a request of its own. */
export function proxiedHeaders(request: Request, path: string): string[] {
  const host = request.headers.host ?? String(request.headers[':authority'] ?? '');
  const dropped = namedBy(request);
  const headers = pairsOf(forwardedHeaders(request, host)).filter(
    ([name]) =>
      !name.startsWith(':') && !hopByHop.has(name.toLowerCase()) && !dropped.has(name.toLowerCase()),
  );
  return [...headers, ['X-Forwarded-Uri', path] as const, ...framing(request)].flat();
}

/** Methods that mean nothing without a body, be it an empty one. */
const withBody = new Set(['PATCH', 'POST', 'PUT']);

/**
 * A body whose length is not said goes in chunks, whatever the method: bytes without a frame would be the next request
 * to the backend.
 */
function framing(request: Request): (readonly [string, string])[] {
  if (request.headers['content-length'] !== undefined) return [];
  const { stream } = request as unknown as { stream?: ServerHttp2Stream };
  const hasBody =
    stream === undefined ? request.headers['transfer-encoding'] !== undefined : !stream.endAfterHeaders;
  if (hasBody) return [['Transfer-Encoding', 'chunked']];
  return withBody.has(request.method) ? [['Content-Length', '0']] : [];
}

/** The headers of an answer, for the client. */
export function answeredHeaders(message: IncomingMessage): (readonly [string, string])[] {
  const dropped = namedBy(message);
  return pairsOf(message.rawHeaders).filter(([name]) => {
    const key = name.toLowerCase();
    return !hopByHop.has(key) && !ofOrigins.has(key) && !dropped.has(key);
  });
}

/** `Connection: close, x-trace` makes x-trace a header of the connection. */
const namedBy = ({ headers }: IncomingMessage): ReadonlySet<string> =>
  new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));

function pairsOf(raw: readonly string[]): (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) pairs.push([raw[at]!, raw[at + 1]!]);
  return pairs;
}
