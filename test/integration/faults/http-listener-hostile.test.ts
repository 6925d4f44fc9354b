import { once } from 'node:events';
import type { ClientHttp2Session } from 'node:http2';
import { connect as connectTcp, type Socket } from 'node:net';
import type { Express } from 'express';
import { describe, expect, test } from 'vitest';
import { get1, get2, listen, pause, rawTls, readAll, session2 } from './http-listener-fixture.ts';

const ok = (application: Express) =>
  void application.get('/', (_request, response) => void response.end('ok'));

async function stillAnswers(port: number): Promise<void> {
  expect(await get1(port)).toMatchObject({ status: 200, body: 'ok' });
  expect(await get2(session2(port))).toMatchObject({ status: 200, body: 'ok' });
}

function closed(socket: Socket): Promise<unknown> {
  socket.on('error', () => {});
  return socket.resume().destroyed ? Promise.resolve() : once(socket, 'close');
}

describe('HTTP/2', () => {
  test('has methods that are tokens, and not long', async () => {
    const { port } = await listen((application) => {
      application.use((request, response) => void response.end(request.method));
    });
    const session = session2(port);
    for (const method of ['constructor', '__proto__', 'BREW']) {
      expect(await get2(session, { ':method': method })).toMatchObject({ status: 200, body: method });
    }
    expect(await get2(session, { ':method': 'x'.repeat(33) })).toMatchObject({ status: 400 });
    await expect(get2(session, { ':method': 'a b' })).rejects.toThrow('PROTOCOL_ERROR');
  });

  test('has a limit of requests at a time', async () => {
    let running = 0;
    let max = 0;
    const { port } = await listen(
      (application) => {
        application.get('/', (_request, response) => {
          max = Math.max(max, ++running);
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
    expect(max).toBe(3);
  });

  test('ends a session whose requests have thousands of header fields', async () => {
    const { port } = await listen(ok);
    const session = session2(port);
    const closed = once(session, 'close');
    const fields = Object.fromEntries(Array.from({ length: 800 }, (_, index) => [`x-${index}`, 'a']));
    let answered = 0;
    while (!session.destroyed && answered < 100) {
      await get2(session, fields).then(
        () => answered++,
        () => {},
      );
    }
    await closed;
    expect(answered).toBeGreaterThan(5);
    await stillAnswers(port);
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

  test('a method that is none is refused on a resource as one that the resource does not have', async () => {
    const { port } = await listen(ok);
    const socket = await rawTls(port);
    socket.write('FOO /api/v1/namespaces HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await readAll(socket)).toMatch(
      /^HTTP\/1.1 405 Method Not Allowed\r\nContent-Type: application\/json\r\n[\s\S]*"reason":"MethodNotAllowed"[\s\S]*\n$/,
    );
    await stillAnswers(port);
  });

  test('an HTTP/1.1 request without Host is refused', async () => {
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

  test('is cut when more requests wait than may', async () => {
    let begun = 0;
    const { port } = await listen((application) => {
      application.get('/', (_request, response) => {
        begun++;
        response.flushHeaders();
      });
      application.get('/ok', (_request, response) => void response.end('ok'));
    });
    const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    const [few, many] = [await rawTls(port), await rawTls(port)];
    few.write(request.repeat(100));
    many.write(request.repeat(101));
    await closed(many);
    await expect.poll(() => begun).toBeGreaterThan(0);
    expect(few.destroyed).toBe(false);
    few.destroy();
    expect(await get1(port, { path: '/ok' })).toMatchObject({ status: 200 });
    expect(begun).toBeLessThanOrEqual(2);
  });
});
