import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse, Http2Session } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { connectionOf } from './connection.ts';

/**
 * Called when no byte has moved on a connection for the idle time. An event stream may be quiet for longer than
 * that; a connection between requests, a body that does not come and an answer that is not read are over.
 */
export function endIdleConnection(carrier: TLSSocket | Http2Session): void {
  const connection = connectionOf(carrier);
  const { session, socket, latestResponse } = connection;
  if (session !== undefined) {
    if (connection.openStreams === 0) session.close();
    return;
  }
  const unread = socket.writableLength > 0;
  if (latestResponse === undefined || !connection.busy || unread || isStalled(latestResponse)) socket.destroy();
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
    if (bodyMissing || response.writableLength > 0) stream.destroy();
  });
}
