import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configMap, configMaps } from '../../support/objects.ts';
import type { TestServer } from '../../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from '../support/beside.ts';

let server: TestServer;
const open: { destroy(): void }[] = [];

beforeEach(async () => {
  server = await attackServer({ flags: ['--request-timeout=5s'] });
});
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy();
  await server.remove();
});

/** A connection that lets no byte of an answer come. */
async function closedWindow(): Promise<ClientHttp2Session> {
  const session = connect(`https://127.0.0.1:${server.port}`, {
    rejectUnauthorized: false,
    settings: { initialWindowSize: 0 },
  });
  session.on('error', () => {});
  open.push(session);
  await once(session, 'connect');
  return session;
}

function ask(session: ClientHttp2Session, path: string, token?: string): ClientHttp2Stream {
  const stream = session.request({
    ':path': path,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  });
  return stream.on('error', () => {});
}

/** Objects of 100 KB, so that every list of them is longer than a block. */
async function fill(): Promise<void> {
  for (let i = 0; i < 30; i++) {
    const made = await server.client.post(configMaps, configMap(`big-${i}`, { a: 'x'.repeat(100_000) }));
    expect(made.status).toBe(201);
  }
}

const askers = (count: number): Promise<ClientHttp2Session[]> =>
  Promise.all(Array.from({ length: count }, closedWindow));

/** A hundred streams on each of the connections, and new ones for those that end. */
async function keepAsking(
  sessions: readonly ClientHttp2Session[],
  path: string,
  token: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const streams = new Map(sessions.map((session) => [session, 0]));
  while (!signal.aborted) {
    for (const session of sessions) {
      while (!session.destroyed && !session.closed && streams.get(session)! < 100) {
        streams.set(session, streams.get(session)! + 1);
        ask(session, path, token).once('close', () => streams.set(session, streams.get(session)! - 1));
      }
    }
    await sleep(50);
  }
}

describe('answers that cannot leave', () => {
  test('without credentials take no places for long', async () => {
    const sessions = await askers(5);
    const harm = await beside(server, attackSeconds(), (signal) =>
      keepAsking(sessions, '/version', undefined, signal),
    );
    expectHarmless(harm);
  });

  test.each([
    ['lists', configMaps],
    ['short lists', `${configMaps}?limit=2`],
    ['pretty lists', `${configMaps}?limit=2&pretty=true`],
    ['large objects', `${configMaps}/big-0`],
  ])('%s of one user on many connections', async (_, path) => {
    await fill();
    const sessions = await askers(10);
    const harm = await beside(server, attackSeconds(), (signal) =>
      keepAsking(sessions, path, 'user-token', signal),
    );
    expectHarmless(harm);
  });

  test('end with the time-out of requests', async () => {
    const [session] = await askers(1);
    const begun = Date.now();
    const streams = ['/version', '/livez', '/nothing', configMaps].map((path) =>
      ask(session!, path, 'user-token'),
    );
    await Promise.all(streams.map((stream) => once(stream, 'close')));
    expect(Date.now() - begun).toBeLessThan(20_000);
    for (const { rstCode } of streams) expect(rstCode).not.toBe(0);
  }, 30_000);
});

/** A connection that asks and does not read. */
async function unread(bytes: string): Promise<TLSSocket> {
  const socket = connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
  socket.on('error', () => {});
  open.push(socket);
  await once(socket, 'secureConnect');
  socket.pause();
  socket.write(bytes);
  return socket;
}

const http1 = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: server\r\nAuthorization: Bearer user-token\r\n\r\n`;

describe('over HTTP/1.1', () => {
  test('answers that are not read harm no other client', async () => {
    await fill();
    const harm = await beside(server, attackSeconds(), async (signal) => {
      for (let i = 0; i < 450 && !signal.aborted; i++) await unread(http1(configMaps));
    });
    expectHarmless(harm);
  });

  test('thousands of requests at once on a connection are answered one after the other, or not at all', async () => {
    await fill();
    const many = http1(`${configMaps}?limit=5`).repeat(2_000);
    const harm = await beside(server, attackSeconds(), async (signal) => {
      for (let i = 0; i < 10 && !signal.aborted; i++) await unread(many);
      await sleep(500);
    });
    expectHarmless(harm);
  });
});
