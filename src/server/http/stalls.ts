import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type Http2ServerRequest, type Http2ServerResponse, type Http2Session } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { type Connection, connectionOf } from './connection.ts';

/** Milliseconds in which an HTTP/2 client may read the GOAWAY before its connection is closed. */
const goawayTimeout = 1_000;

/**
 * Called when no byte has moved on a connection for the idle time. Ends it between requests, within a body and with an
 * unread response; a watch without events goes on.
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

/** Each stream has a timeout of its own; the connection ends when none is open. */
function endIdleSession({ openRequests, socket }: Connection, session: Http2Session, idle: number): void {
  if (openRequests > 0) {
    // After the last stream has ended no byte may move any more, and nothing else would start this timer.
    session.setTimeout(idle);
    return;
  }
  session.close();
  // `close` waits until the client has read all queued frames.
  setTimeout(() => socket.destroy(), goawayTimeout).unref();
}

function isStalled(response: ServerResponse<IncomingMessage>): boolean {
  const bodyMissing = !response.req.complete && !response.headersSent;
  return bodyMissing || response.writableLength > 0;
}

/** The same for one HTTP/2 stream: other streams of its connection go on. */
export function endIdleStream(
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  idle: number,
): void {
  const { stream } = request;
  stream.setTimeout(idle, () => {
    const bodyMissing = !stream.endAfterHeaders && !stream.readableEnded && !stream.headersSent;
    if (!bodyMissing && response.writableLength === 0) return;
    stream.close(constants.NGHTTP2_CANCEL);
    // The client may not read the RST_STREAM either.
    stream.destroy();
  });
}
