import type { Http2SecureServer, Http2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { Connection } from './connection.ts';

/** A peer that answers no ping has had this long to see that the connection ends. */
const noticeTime = 1_000;

/** The highest stream number there is: GOAWAY with it refuses nothing, it announces. */
const announcement = 2 ** 31 - 1;

/**
 * Ends all connections as their requests finish, and resolves when there are none. HTTP/2 peers are told in two
 * steps: first that the end is near, then, when a ping has come back and so everything that crossed the notice
 * has arrived, that no more is taken. A request that is lost in between would look like a failure.
 */
export async function drain(
  server: Http2SecureServer,
  handshaking: Iterable<Socket>,
  connections: ReadonlySet<Connection>,
): Promise<void> {
  await Promise.all(Array.from(connections, ({ session }) => session && announceEnd(session)));
  const closed = new Promise<void>((resolve) => server.once('close', () => resolve()));
  // Also closes every session as its last stream ends.
  server.close();
  for (const socket of handshaking) socket.destroy();
  for (const connection of connections) {
    if (connection.session === undefined) endAfterAnswer(connection);
  }
  await closed;
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

function endAfterAnswer({ socket, busy, latestResponse }: Connection): void {
  if (!busy || latestResponse === undefined) {
    socket.end();
    return;
  }
  latestResponse.shouldKeepAlive = false;
  // When the header had gone out as keep-alive.
  latestResponse.once('close', () => socket.end());
}
