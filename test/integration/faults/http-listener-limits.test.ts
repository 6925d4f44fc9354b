import { once } from 'node:events';
import {
  type AddressInfo,
  connect as connectTcp,
  createServer as createTcpServer,
  type Socket,
} from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Express } from 'express';
import { describe, expect, test } from 'vitest';
import { connectionOf } from '../../../src/server/http/connection.ts';
import { get1, get2, listen, pause, rawTls, readAll, session2, until } from './http-listener-fixture.ts';

const ok = (application: Express) =>
  void application.get('/', (_request, response) => void response.end('ok'));

/** Nothing ever comes back. */
const silent = (application: Express) => void application.use(() => {});

/** An answer that has begun and goes on some time. */
const quietStream = (application: Express) =>
  void application.get('/', (_request, response) => void response.write('begun'));

async function stillAnswers(port: number): Promise<void> {
  expect(await get1(port)).toMatchObject({ status: 200, body: 'ok' });
  expect(await get2(session2(port))).toMatchObject({ status: 200, body: 'ok' });
}

describe('headers', () => {
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`x-${i}`, 'a']));
  const tooMany = { status: 431, body: '431 Request Header Fields Too Large\n' };

  test('more than the limit are refused, not dropped', async () => {
    const { port } = await listen(ok);
    expect(await get1(port, { headers: many })).toMatchObject(tooMany);
    const session = session2(port);
    expect(await get2(session, many)).toMatchObject(tooMany);
    expect(await get2(session)).toMatchObject({ status: 200 });
  });

  test('as many as the limit all arrive', async () => {
    const { port } = await listen((application) => {
      application.get('/', (request, response) => void response.json(Object.keys(request.headers).length));
    });
    const fields = Object.fromEntries(Object.entries(many).slice(0, 990));
    expect(Number((await get1(port, { headers: fields })).body)).toBeGreaterThanOrEqual(990);
    expect(Number((await get2(session2(port), fields)).body)).toBeGreaterThanOrEqual(990);
  });

  test('far more than the limit end an HTTP/2 request, and only that', async () => {
    const { port } = await listen(ok, { headerCount: 10 });
    const session = session2(port);
    await expect(get2(session, many)).rejects.toThrow();
    expect(await get2(session)).toMatchObject({ status: 200 });
  });

  test('larger than the limit are refused', async () => {
    const { port } = await listen(ok, { headerBytes: 20_000 });
    const headers = { big: 'x'.repeat(30_000) };
    const socket = await rawTls(port);
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nBig: ${headers.big}\r\n\r\n`);
    expect(await readAll(socket)).toMatch(
      /^HTTP\/1.1 431 [\s\S]*\r\n\r\n431 Request Header Fields Too Large\n$/,
    );
    expect(await get2(session2(port), headers)).toMatchObject(tooMany);
    await stillAnswers(port);
  });

  test.each(['Authorization', 'Impersonate-User'])('with two of %s are refused', async (name) => {
    const { port } = await listen(ok);
    const refused = { status: 400, body: `400 Bad Request: duplicate header ${name}\n` };
    const socket = await rawTls(port);
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${name}: a\r\n${name.toUpperCase()}: b\r\n\r\n`);
    expect(await readAll(socket)).toMatch(new RegExp(`^HTTP/1.1 400 .*${refused.body}$`, 's'));
    const session = session2(port, { strictSingleValueFields: false } as object);
    expect(await get2(session, { [name.toLowerCase()]: ['a', 'b'] })).toMatchObject(refused);
    expect(await get1(port, { headers: { [name]: 'a' } })).toMatchObject({ status: 200 });
  });
});

describe('too slow', () => {
  test('a header that does not come to its end is answered 408', async () => {
    const { port } = await listen(ok, { headersTimeout: 300 });
    const socket = await rawTls(port);
    const answer = readAll(socket);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
    const drip = setInterval(() => socket.write('X: y\r\n'), 50);
    socket.once('end', () => clearInterval(drip));
    expect(await answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n[\s\S]*408 Request Timeout\n$/);
  });

  test('a connection that says nothing is closed', async () => {
    const { port } = await listen(ok, { headersTimeout: 300, handshakeTimeout: 300, idleTimeout: 300 });
    const bare = connectTcp(port, '127.0.0.1');
    const http1 = await rawTls(port);
    const http2 = await rawTls(port, { ALPNProtocols: ['h2'] });
    await Promise.all([closed(bare), closed(http1), closed(http2)]);
  });

  test('a connection between requests is closed after a while', async () => {
    const { port } = await listen(ok, { idleTimeout: 200 });
    const http1 = await rawTls(port);
    http1.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const session = session2(port);
    await get2(session);
    const goaway = once(session, 'goaway');
    const [code] = await goaway;
    expect(code).toBe(0);
    await Promise.all([closed(http1), once(session, 'close')]);
  });

  test('a body that stops coming ends its request', async () => {
    const { port } = await listen(silent, { idleTimeout: 200 });
    const http1 = await rawTls(port);
    http1.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc');
    const stream = session2(port).request({ ':path': '/', ':method': 'POST' });
    stream.on('error', () => {}).write('abc');
    await Promise.all([closed(http1), once(stream, 'close')]);
  });

  test('an answer that is not read ends its request, not those beside it', async () => {
    const { port } = await listen(
      (application) => {
        application.get('/', (_request, response) => void response.end('ok'));
        application.get('/big', (_request, response) => void response.end(Buffer.alloc(30_000_000)));
      },
      { idleTimeout: 300 },
    );
    const http1 = await rawTls(port);
    http1.pause();
    http1.write('GET /big HTTP/1.1\r\nHost: a\r\n\r\n');
    const session = session2(port);
    const stream = session.request({ ':path': '/big' });
    stream.on('error', () => {});
    const busy = setInterval(() => get2(session).catch(() => {}), 50);
    await once(stream, 'response');
    await pause(1_000);
    clearInterval(busy);
    expect(await get2(session)).toMatchObject({ body: 'ok' });
    let received = 0;
    for (const socket of [http1, stream]) socket.on('data', (data: Buffer) => (received += data.length));
    http1.resume();
    await Promise.all([closed(http1), once(stream, 'close')]);
    expect(received).toBeLessThan(40_000_000);
  });

  test.each(['HTTP/1.1', 'HTTP/2'])('a peer that reads nothing at all is cut, over %s', async (protocol) => {
    const sockets: TLSSocket[] = [];
    const { port } = await listen(
      (application) => {
        application.get('/', (request, response) => {
          sockets.push(connectionOf(request).socket);
          response.end(Buffer.alloc(30_000_000));
        });
      },
      { idleTimeout: 200 },
    );
    const relay = await relayTo(port);
    if (protocol === 'HTTP/2') {
      const session = session2(relay.port, { settings: { initialWindowSize: 2 ** 31 - 1 } });
      session.once('connect', () => session.setLocalWindowSize(2 ** 31 - 1));
      session.request({ ':path': '/' }).on('error', () => {});
    } else {
      (await rawTls(relay.port)).write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    }
    await until(() => sockets.length === 1);
    relay.stopReading();
    await until(() => sockets[0]!.destroyed);
  });

  test('an event stream may be quiet for longer', async () => {
    const { port } = await listen(quietStream, { idleTimeout: 100 });
    const http1 = await rawTls(port);
    http1.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const stream = session2(port).request({ ':path': '/' });
    let over = 0;
    for (const one of [http1, stream]) one.on('close', () => over++).resume();
    await pause(1_000);
    expect(over).toBe(0);
  });

  test('half-open connections are closed', async () => {
    const aborted: string[] = [];
    const { port } = await listen((application) => {
      application.post('/', (request) => void request.on('close', () => aborted.push('body')));
    });
    for (const sent of ['', 'GET / HT', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc']) {
      const socket = await rawTls(port, { allowHalfOpen: true } as object);
      socket.end(sent);
      await readAll(socket);
    }
    await until(() => aborted.length === 1);
  });
});

/** Stands before a listener, and can stop to take what comes from it. */
async function relayTo(port: number): Promise<{ port: number; stopReading(): void }> {
  const upstreams: Socket[] = [];
  const server = createTcpServer((client) => {
    const upstream = connectTcp(port, '127.0.0.1');
    upstreams.push(upstream);
    client.on('error', () => {}).pipe(upstream);
    upstream.on('error', () => {}).pipe(client);
    client.on('close', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const stopReading = () => {
    server.close();
    for (const upstream of upstreams) upstream.unpipe().pause();
  };
  return { port: (server.address() as AddressInfo).port, stopReading };
}

function closed(socket: Socket): Promise<unknown> {
  socket.on('error', () => {});
  return socket.resume().destroyed ? Promise.resolve() : once(socket, 'close');
}
