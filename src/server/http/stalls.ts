import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type Http2ServerRequest, type Http2ServerResponse, type Http2Session } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { type Connection, connectionOf } from './connection.ts';

/** How long a peer of HTTP/2 may take to hear that its connection ends. */
const farewellTime = 1_000;

/**
 * To be called when no byte has moved on a connection for the idle time. An event stream may be quiet for longer
 * than that; a connection between requests, a body that does not come and an answer that is not read are over.
 */
export function endIdleConnection(carrier: TLSSocket | Http2Session, idle: number): void {
  const connection = connectionOf(carrier);
  const { session, socket, latestResponse } = connection;
  if (session !== undefined) {
    endIdleSession(connection, session, idle);
    return;
  }
  const isUnused = latestResponse === undefined || !connection.busy;
  if (isUnused || socket.writableLength > 0 || isStalled(latestResponse)) socket.destroy();
}

/** Each request is watched by itself; a connection goes when none is left. */
function endIdleSession({ openRequests, socket }: Connection, session: Http2Session, idle: number): void {
  if (openRequests > 0) {
    // Nothing may move after the last of them has been ended, and then nothing else would wake this timer.
    session.setTimeout(idle);
    return;
  }
  session.close();
  // It waits until what is queued has been read.
  setTimeout(() => socket.destroy(), farewellTime).unref();
}

function isStalled(response: ServerResponse<IncomingMessage>): boolean {
  const bodyMissing = !response.req.complete && !response.headersSent;
  return bodyMissing || response.writableLength > 0;
}

/** The same for one request of HTTP/2: the others of its connection go on. */
export function watchStream(request: Http2ServerRequest, response: Http2ServerResponse, idle: number): void {
  const { stream } = request;
  stream.setTimeout(idle, () => {
    const bodyMissing = !stream.endAfterHeaders && !stream.readableEnded && !stream.headersSent;
    if (!bodyMissing && response.writableLength === 0) return;
    stream.close(constants.NGHTTP2_CANCEL);
    // The peer may not read that either.
    stream.destroy();
  });
}
