import type { Http2SecureServer, Http2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { Connection } from './connection.ts';

/** Milliseconds in which a client has to answer the ping that follows the notice. */
const noticeTime = 1_000;

/** The highest stream number there is: GOAWAY with it refuses nothing, it announces. */
const announcement = 2 ** 31 - 1;

/**
 * Ends each connection as its requests finish, and resolves when none is left. HTTP/2 clients get two GOAWAYs: a notice
 * that accepts all requests, then, when a ping has come back and with it every request that crossed the notice, one that
 * accepts no more. With one GOAWAY the requests that crossed it would be lost.
 */
export async function drain(
  server: Http2SecureServer,
  handshaking: Iterable<Socket>,
  connections: ReadonlySet<Connection>,
): Promise<void> {
  await Promise.all(Array.from(connections, ({ session }) => session && announceEnd(session)));
  const closed = new Promise<void>((resolve) => server.once('close', () => resolve()));
  // Closes every session when its last stream ends.
  server.close();
  for (const socket of handshaking) socket.destroy();
  for (const connection of connections) {
    if (connection.session === undefined) endAfterResponse(connection);
  }
  await closed;
  // The server counts only what it accepted itself.
  await Promise.all(Array.from(connections, ({ socket }) => socket.closed || closing(socket)));
}

const closing = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once('close', () => resolve()));

/** Sessions that have been asked to end: once is enough. */
const ending = new WeakSet<Http2Session>();

/** Asks the client of one connection to open another; what is open on this one is served to its end. */
export async function endSession(session: Http2Session): Promise<void> {
  if (ending.has(session)) return;
  ending.add(session);
  await announceEnd(session);
  if (!session.closed && !session.destroyed) session.close();
}

function announceEnd(session: Http2Session): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, noticeTime);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    if (session.closed || session.destroyed) return done();
    session.once('close', done);
    session.goaway(0, announcement);
    session.ping(done);
  });
}

function endAfterResponse({ socket, busy, latestResponse }: Connection): void {
  if (!busy || latestResponse === undefined) {
    socket.end();
    return;
  }
  latestResponse.shouldKeepAlive = false;
  // For a header that was sent with keep-alive.
  latestResponse.once('close', () => socket.end());
}
