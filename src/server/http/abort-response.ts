import type { ServerResponse } from 'node:http';
import { constants, Http2ServerResponse, type Http2Session } from 'node:http2';

/** Breaks off a response whose header is sent, so that the client does not take its beginning for the whole. */
export function abortResponse(response: ServerResponse | Http2ServerResponse): void {
  if (response instanceof Http2ServerResponse) response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  else response.destroy();
}

/** Milliseconds in which a client must have read everything that was sent before one of its responses was cut. */
const readTimeout = 10_000;

const pinged = new WeakSet<Http2Session>();

/** Ends a response that its client does not read, and frees the bytes that still wait. */
export function cutResponse(response: ServerResponse | Http2ServerResponse): void {
  if (!(response instanceof Http2ServerResponse)) return void response.destroy();
  const { stream } = response;
  const { session } = stream;
  if (!stream.closed) stream.close(constants.NGHTTP2_CANCEL);
  // The client may not read the RST_STREAM either.
  stream.destroy();
  if (session !== undefined) endUnlessRead(session);
}

/** The session holds bytes that have left their stream already. A client that reads nothing answers no ping either. */
function endUnlessRead(session: Http2Session): void {
  if (pinged.has(session) || session.destroyed) return;
  pinged.add(session);
  const timer = setTimeout(() => session.destroy(), readTimeout).unref();
  session.ping(() => {
    clearTimeout(timer);
    pinged.delete(session);
  });
}
