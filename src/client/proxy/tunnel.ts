import { type IncomingMessage, request, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { CallError } from '../call-error.ts';
import { type ConnectionError, certificateError, dialError } from '../connection-error-text.ts';
import type { ForwardProxy } from './forward-proxy.ts';

/** Milliseconds that a proxy has for its answer. */
const openTimeout = 60_000;

/**
 * A connection to `target` (`a.example:6443`) through a proxy, to which `socket` is connected. Rejects with a
 * CallError; then the socket is closed.
 */
export function openTunnel(socket: Socket, { authorization }: ForwardProxy, target: string): Promise<Socket> {
  const asking = request({
    method: 'CONNECT',
    path: target,
    createConnection: () => socket,
    headers: {
      host: target,
      ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
    },
    signal: AbortSignal.timeout(openTimeout),
  });
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    asking.once('connect', ({ statusCode = 0 }: IncomingMessage, _socket: Socket, head: Buffer) => {
      if (statusCode !== 200) fail(unreachable(STATUS_CODES[statusCode] ?? `status ${statusCode}`));
      // The server waits for the client's first word: this is not from it.
      else if (head.length > 0) fail(unreachable('an answer with more than its header'));
      else resolve(socket);
    });
    asking.once('error', (error) => fail(unreachable(reasonOf(error), error)));
    asking.end();
  });
}

/** Reason why the proxy itself cannot be reached. */
export function proxyError(error: Error): CallError {
  const problem = error as ConnectionError;
  const reason = dialError(problem) ?? certificateError(error) ?? error.message;
  return new CallError('unreachable', `proxyconnect tcp: ${reason}`, { cause: error });
}

const unreachable = (reason: string, cause?: Error): CallError =>
  new CallError('unreachable', `proxyconnect: ${reason}`, { cause });

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer in time';
  return error.code?.startsWith('HPE_') ? `malformed HTTP response: ${error.message}` : error.message;
}
