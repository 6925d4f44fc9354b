import type { ClientRequest, IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { failure } from '../api/http1-request.ts';
import { refusalOf, upgradeTimeout } from './spdy-upgrade.ts';
import type { UpgradeTarget } from './upgrade-target.ts';

/** Bytes of one message of the server. */
const maxMessage = 32 * 1_048_576;

/**
 * Asks for a WebSocket at a path, of one of these protocols. Nothing is read from it before it is resumed. Rejects with
 * StatusError for an answer that is no WebSocket, with CallError, or with the signal's reason.
 */
export async function openWebSocket(
  target: UpgradeTarget,
  path: string,
  protocols: readonly string[],
  signal: AbortSignal,
): Promise<WebSocket> {
  const { headers, authorization } = await target.headers();
  signal.throwIfAborted();
  const socket = await target.connect().catch((error: Error) => {
    throw failure(`GET ${path}`, target.url.host, error);
  });
  const webSocket = new WebSocket(target.urlOf(path).replace(/^http/, 'ws'), [], {
    // The library takes protocols with a slash in their names for a mistake: it is not asked about them.
    headers: { ...headers, 'sec-websocket-protocol': protocols.join(', ') },
    createConnection: () => socket,
    perMessageDeflate: false,
    maxPayload: maxMessage,
    handshakeTimeout: upgradeTimeout,
  });
  const giveUp = (): void => webSocket.terminate();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await handshake(webSocket, target, path, protocols, signal, authorization);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
  return webSocket.on('error', () => {});
}

function handshake(
  webSocket: WebSocket,
  target: UpgradeTarget,
  path: string,
  protocols: readonly string[],
  signal: AbortSignal,
  authorization: string | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    webSocket.once('upgrade', (answer) => {
      const chosen = answer.headers['sec-websocket-protocol'];
      delete answer.headers['sec-websocket-protocol'];
      if (chosen === undefined || !protocols.includes(chosen)) webSocket.terminate();
    });
    webSocket.once('open', () => {
      webSocket.pause();
      resolve();
    });
    webSocket.once('unexpected-response', (_: ClientRequest, answer: IncomingMessage) => {
      if (answer.statusCode === 401) target.rejected(authorization);
      refusalOf(answer, 'GET', path, signal).then(reject, reject);
    });
    webSocket.on('error', (error) => {
      reject(signal.aborted ? signal.reason : failure(`GET ${path}`, target.url.host, error));
    });
  });
}
