import { connect, type Socket } from 'node:net';
import { bareHost } from '../../util/bare-host.ts';

/** A TCP connection to the host of the URL. Rejects as `connected` does. */
export function dialTcp({ hostname, port }: URL, timeout: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host: bareHost(hostname), port: Number(port || 80) });
  return connected(socket, 'connect', timeout, signal);
}

/**
 * The socket when that event has come. Rejects with the reason for which it has not in so many milliseconds; with that
 * of the signal when it gave up.
 */
export function connected<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  timeout: number,
  signal: AbortSignal,
): Promise<S> {
  const { promise, resolve, reject } = Promise.withResolvers<S>();
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
  socket.once(event, () => {
    end();
    socket.off('error', reject);
    resolve(socket);
  });
  return promise;
}
