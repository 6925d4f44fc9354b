import type { IncomingMessage } from 'node:http';
import { dialects } from '../../../api/meta/dialect.ts';

const offered = ({ headers }: IncomingMessage): string[] =>
  (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());

export const isWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';

/** Clients have the names of protocols compiled in: those of each dialect are understood. */
const channelProtocols = dialects.map(({ api }) => `v5.channel.${api}`);
const tunnelPrefix = 'SPDY/3.1+';
const tunnelProtocols = dialects.map(({ api }) => `${tunnelPrefix}portforward.${api}`);

/** The protocol of streams that are translated here, if a client offers it; it can end its input, unlike older ones. */
export const channelProtocol = (request: IncomingMessage): string | undefined =>
  isWebSocket(request) ? offered(request).find((protocol) => channelProtocols.includes(protocol)) : undefined;

/** The protocols of SPDY within WebSockets that a client offers. */
export const tunnelProtocolsOf = (request: IncomingMessage): string[] =>
  isWebSocket(request) ? offered(request).filter((protocol) => tunnelProtocols.includes(protocol)) : [];

const logProtocols = dialects.flatMap(({ api }) => [`binary.${api}`, `base64.binary.${api}`]);

/** The protocol of a log: "" if the client offers none; undefined if it offers others only. */
export function logProtocol(request: IncomingMessage): string | undefined {
  const protocols = offered(request).filter((protocol) => protocol !== '');
  return protocols.length === 0 ? '' : protocols.find((protocol) => logProtocols.includes(protocol));
}

/** Name at the other end of the tunnel. */
export const withinTunnel = (protocol: string): string => protocol.slice(tunnelPrefix.length);
export const ofTunnel = (protocol: string): string => tunnelPrefix + protocol;
