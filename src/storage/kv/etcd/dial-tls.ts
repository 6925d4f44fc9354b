import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { ServerTrust } from '../../../util/server-trust/server-trust.ts';

/**
 * A connection on which HTTP/2 can begin, to a server that is trusted: nothing was written yet. Rejects with the reason
 * for which there is none in so many milliseconds; with that of the signal when it gave up.
 */
export function dialTls(
  url: URL,
  trust: ServerTrust,
  timeout: number,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const socket = connect({
    host,
    port: Number(url.port || 443),
    ALPNProtocols: ['h2'],
    ...trust.tlsOptions,
    // The name of an address is not sent.
    ...(isIP(host) === 0 ? { servername: host } : {}),
  });
  const giveUp = (): unknown => socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', giveUp);
  const timer = setTimeout(() => socket.destroy(new Error('it takes too long')), timeout);
  const end = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  };
  socket.once('error', reject);
  socket.once('close', () => {
    end();
    reject(new Error('closed'));
  });
  socket.once('secureConnect', () => {
    end();
    socket.off('error', reject);
    const refused = trust.refusal(socket, host);
    if (refused === undefined) return resolve(socket);
    socket.destroy();
    reject(refused);
  });
  return promise;
}
