import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { bareHost } from '../../../util/bare-host.ts';
import type { ServerTrust } from '../../../util/server-trust/server-trust.ts';
import { connected } from '../../grpc/dial-tcp.ts';

/**
 * A connection on which HTTP/2 can begin, to a server that is trusted: nothing was written yet. Rejects as `connected`
 * does, and with the reason for which the server is not trusted.
 */
export async function dialTls(
  url: URL,
  trust: ServerTrust,
  timeout: number,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const host = bareHost(url.hostname);
  const connecting = connect({
    host,
    port: Number(url.port || 443),
    ALPNProtocols: ['h2'],
    ...trust.tlsOptions,
    // The name of an address is not sent.
    ...(isIP(host) === 0 ? { servername: host } : {}),
  });
  const socket = await connected(connecting, 'secureConnect', timeout, signal);
  const refused = trust.refusal(socket, host);
  if (refused === undefined) return socket;
  socket.destroy();
  throw refused;
}
