import { once } from 'node:events';
import type { ClientHttp2Session } from 'node:http2';
import { connect as connectTcp, type Socket } from 'node:net';
import type { Express } from 'express';
import { describe, expect, test } from 'vitest';
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

function closed(socket: Socket): Promise<unknown> {
  socket.on('error', () => {});
  return socket.resume().destroyed ? Promise.resolve() : once(socket, 'close');
}

describe('HTTP/2', () => {
  test('has a limit of requests at a time', async () => {
    let running = 0;
    let most = 0;
    const { port } = await listen(
      (application) => {
        application.get('/', (_request, response) => {
          most = Math.max(most, ++running);
          setTimeout(() => {
            running--;
            response.end();
          }, 20);
        });
      },
      { concurrentStreams: 3 },
    );
    const session = session2(port);
    await once(session, 'remoteSettings');
    expect(session.remoteSettings.maxConcurrentStreams).toBe(3);
    await Promise.all(Array.from({ length: 12 }, () => get2(session)));
    expect(most).toBe(3);
  });

  test('survives requests that are taken back at once', async () => {
    const { port } = await listen(ok);
    const session = session2(port);
    await once(session, 'remoteSettings');
    for (let i = 0; i < 5_000 && !session.destroyed; i++) {
      await resetOne(session);
    }
    await stillAnswers(port);
  });

  test('is cut when it is not HTTP/2', async () => {
    const { port } = await listen(ok);
    const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
    for (const bytes of [
      'garbage'.repeat(100),
      `${preface}garbage${'\xff'.repeat(5_000)}`,
      preface.slice(0, 9),
    ]) {
      const socket = await rawTls(port, { ALPNProtocols: ['h2'] });
      socket.end(bytes, 'latin1');
      await closed(socket);
    }
    await stillAnswers(port);
  });

  test('is cut when a flood of pings comes', async () => {
    const { port } = await listen(ok);
    const socket = await rawTls(port, { ALPNProtocols: ['h2'] });
    const ping = Buffer.from('0000080600000000000000000000000000', 'hex');
    socket.pause();
    socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    socket.write(Buffer.from('000000040000000000', 'hex'));
    for (let i = 0; i < 20; i++) socket.write(Buffer.concat(Array(5_000).fill(ping)));
    await pause(300);
    await stillAnswers(port);
  });
});

async function resetOne(session: ClientHttp2Session): Promise<void> {
  const stream = session.request({ ':path': '/' });
  stream.on('error', () => {});
  stream.close(8);
  if (stream.id !== undefined && stream.id % 101 === 0) await pause(0);
}

describe('HTTP/1.1', () => {
  const requests = [
    'garbage\r\n\r\n',
    '\x00\x01\x02\x03'.repeat(100),
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nbad header: x\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nx: a\rb\r\n\r\n',
    'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ];
  test.each(requests.map((bytes) => [bytes.slice(0, 60), bytes]))(
    'refuses %j in plain text',
    async (_, bytes) => {
      const { port } = await listen(ok);
      const socket = await rawTls(port);
      socket.write(bytes);
      expect(await readAll(socket)).toMatch(/^(HTTP\/1.1 400 Bad Request\r\n[\s\S]*400 Bad Request\n)?$/);
      await stillAnswers(port);
    },
  );

  test('wants a Host', async () => {
    const { port } = await listen(ok);
    const socket = await rawTls(port);
    socket.write('GET / HTTP/1.1\r\n\r\n');
    expect(await readAll(socket)).toMatch(/^HTTP\/1.1 400 /);
  });

  test('survives clients that vanish', async () => {
    const { port } = await listen((application) => {
      ok(application);
      application.post('/', (_request, response) => {
        setTimeout(() => response.end('x'.repeat(100_000)), 5);
      });
    });
    for (let i = 0; i < 100; i++) {
      const tcp = connectTcp(port, '127.0.0.1');
      const socket = await rawTls(port, { socket: tcp });
      socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n${'x'.repeat(i * 10)}`);
      if (i % 2) tcp.resetAndDestroy();
      else socket.destroy();
    }
    await stillAnswers(port);
  });

  test('survives what is no TLS', async () => {
    const { port } = await listen(ok);
    for (const bytes of ['GET / HTTP/1.1\r\n\r\n', '\x16\x03\x01\xff\xff\x01', '']) {
      const socket = connectTcp(port, '127.0.0.1');
      socket.end(bytes, 'latin1');
      await closed(socket);
    }
    await stillAnswers(port);
  });

  test('answers requests that come all at once in their order', async () => {
    const { port } = await listen((application) => {
      application.get('/:n', (request, response) => {
        setTimeout(() => response.end(`<${request.params.n}>`), 30 - Number(request.params.n));
      });
    });
    const socket = await rawTls(port);
    const ask = Array.from({ length: 20 }, (_, n) => `GET /${n} HTTP/1.1\r\nHost: a\r\n\r\n`);
    socket.write(`${ask.join('')}GET /20 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const answers = [...(await readAll(socket)).matchAll(/<(\d+)>/g)].map(([, n]) => Number(n));
    expect(answers).toEqual(Array.from({ length: 21 }, (_, n) => n));
  });
});
