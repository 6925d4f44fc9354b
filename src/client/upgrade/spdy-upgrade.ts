import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import type { StatusError } from '../../api/meta/status.ts';
import { readError } from '../api/answer-body.ts';
import { failure } from '../api/http1-request.ts';
import { CallError } from '../call-error.ts';
import type { UpgradeTarget } from './upgrade-target.ts';

/** Milliseconds until the server must have answered. */
export const upgradeTimeout = 60_000;

export interface SpdyConnection {
  socket: Duplex;
  /** The bytes that came with the answer. */
  head: Buffer;
  /** The protocol that the server chose of those offered; "" if it does not say. */
  protocol: string;
}

/**
 * Asks to speak SPDY/3.1 with what stands at a path, by POST. `protocols`: what the streams are to mean, best first.
 * Rejects with StatusError, CallError, or the signal's reason.
 */
export async function upgradeToSpdy(
  target: UpgradeTarget,
  path: string,
  protocols: readonly string[],
  signal: AbortSignal,
): Promise<SpdyConnection> {
  const { headers, authorization } = await target.headers();
  signal.throwIfAborted();
  const what = `POST ${path}`;
  const socket = await target.connect().catch((error: Error) => {
    throw failure(what, target.url.host, error);
  });
  const outgoing = request({
    method: 'POST',
    path: target.requestPath(path),
    signal,
    createConnection: () => socket,
    headers: {
      host: target.url.host,
      ...headers,
      connection: 'Upgrade',
      upgrade: 'SPDY/3.1',
      'x-stream-protocol-version': [...protocols],
      'content-length': '0',
    },
  });
  const upgraded = await answerTo(outgoing, what, target.url.host, signal);
  if ('protocol' in upgraded) return upgraded;
  if (upgraded.statusCode === 401) target.rejected(authorization);
  throw await refusalOf(upgraded, 'POST', path, signal);
}

/** The error that stands for an answer other than 101. */
export function refusalOf(
  message: IncomingMessage,
  method: 'GET' | 'POST',
  path: string,
  signal: AbortSignal,
): Promise<StatusError> {
  const { statusCode: status = 0, headers } = message;
  return readError({ method, path: path.replace(/\?.*/, '') }, { status, headers, body: message }, signal);
}

function answerTo(
  outgoing: ClientRequest,
  what: string,
  host: string,
  signal: AbortSignal,
): Promise<IncomingMessage | SpdyConnection> {
  return new Promise((resolve, reject) => {
    const late = new CallError('timeout', `${what}: context deadline exceeded`);
    const timer = setTimeout(() => outgoing.destroy(late), upgradeTimeout);
    outgoing
      .once('upgrade', ({ headers }: IncomingMessage, socket: Duplex, head: Buffer) => {
        resolve({ socket, head, protocol: protocolIn(headers) });
      })
      .once('response', resolve)
      .once('close', () => {
        clearTimeout(timer);
        reject(new CallError('reset', `${what}: the connection ended before an answer`));
      })
      .on('error', (error) => {
        const own = error instanceof CallError ? error : failure(what, host, error);
        reject(signal.aborted ? signal.reason : own);
      })
      .end();
  });
}

const protocolIn = (headers: IncomingHttpHeaders): string =>
  String(headers['x-stream-protocol-version'] ?? '');
