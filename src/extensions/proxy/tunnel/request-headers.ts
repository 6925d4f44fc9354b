import type { IncomingMessage } from 'node:http';
import { isUpgradable } from '../../../server/http/upgrade.ts';

/** Headers with the identity of the client, which no backend receives. */
const withheld =
  /^(authorization|proxy-authorization|host|impersonate-.*|x-remote-(user|group|uid|extra-.*))$/;
const forwardedFor = 'x-forwarded-for';
const webSocketProtocols = 'sec-websocket-protocol';

/** Names and values by turns, as the client wrote them, for a request that goes on to `host`. */
export function forwardedHeaders(request: IncomingMessage, host: string): string[] {
  const headers = ['Host', host];
  const { rawHeaders } = request;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    const key = name.toLowerCase();
    if (withheld.test(key) || key === forwardedFor) continue;
    const value = key === webSocketProtocols ? withoutTokens(rawHeaders[at + 1]!) : rawHeaders[at + 1]!;
    if (key !== webSocketProtocols || value !== '') headers.push(name, value);
  }
  const before = request.headers[forwardedFor];
  const client = request.socket.remoteAddress ?? '';
  headers.push('X-Forwarded-For', before === undefined ? client : `${before}, ${client}`);
  return headers;
}

/** Browsers send a bearer token as one of the protocols. */
function withoutTokens(protocols: string): string {
  const kept = protocols.split(',').map((protocol) => protocol.trim());
  return kept.filter((protocol) => !protocol.startsWith('base64url.bearer.authorization.')).join(', ');
}

/** The same, for a request that upgrades: it has no body. */
export function upgradeHeaders(request: IncomingMessage, host: string): string[] {
  const headers = forwardedHeaders(request, host);
  const saysLength = request.method === 'GET' || request.headers['content-length'] !== undefined;
  return saysLength ? headers : [...headers, 'Content-Length', '0'];
}

/** Whether a client wants its connection to become another one, and that can be done. */
export const asksForUpgrade = (request: IncomingMessage): boolean =>
  (request.headers.connection ?? '').toLowerCase().includes('upgrade') && isUpgradable(request);
