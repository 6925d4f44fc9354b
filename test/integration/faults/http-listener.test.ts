import { once } from 'node:events';
import type { Request, Response } from 'express';
import { describe, expect, test } from 'vitest';
import {
  type Answer,
  get1,
  get2,
  listen,
  pause,
  rawTls,
  readUntil,
  session2,
  until,
} from './http-listener-fixture.ts';

type Ask = (port: number, headers?: Record<string, string>, body?: string) => Promise<Answer>;

const protocols: [name: string, ask: Ask][] = [
  ['HTTP/1.1', (port, headers, body) => get1(port, { headers, method: body ? 'POST' : 'GET' }, body)],
  [
    'HTTP/2',
    (port, headers, body) => get2(session2(port), { ':method': body ? 'POST' : 'GET', ...headers }, body),
  ],
];

describe.each(protocols)('%s', (protocol, ask) => {
  const version = protocol.slice(5);

  test('goes through the application, with what Express adds', async () => {
    const { port } = await listen((application) => {
      application.use((request, _response, next) => {
        expect(Object.getPrototypeOf(request)).toBe(request.constructor.prototype);
        next();
      });
      application.get('/', (request, response) => {
        expect(Object.getPrototypeOf(response)).toBe(response.constructor.prototype);
        expect(request.app).toBe(application);
        response
          .status(201)
          .json({ path: request.path, accept: request.get('accept'), version: request.httpVersion });
      });
    });
    const answer = await ask(port, { accept: 'text/x' });
    expect(answer.status).toBe(201);
    expect(JSON.parse(answer.body)).toMatchObject({ path: '/', accept: 'text/x' });
    expect(Number(JSON.parse(answer.body).version)).toBe(Number(version));
    expect(answer.headers).not.toHaveProperty('x-powered-by');
    expect(answer.headers).not.toHaveProperty('etag');
  });

  test('carries bodies both ways', async () => {
    const { port } = await listen((application) => {
      application.post('/', (request, response) => void request.pipe(response));
    });
    const body = 'x'.repeat(3_000_000);
    expect((await ask(port, {}, body)).body === body).toBe(true);
  });

  test('answers 404 when no handler does, 500 when one fails, and says so', async () => {
    const failure = new Error('secret');
    const { port, reports } = await listen((application) => {
      application.get('/', (request) => {
        if (request.get('fail')) throw failure;
        throw Promise.reject(failure);
      });
    });
    expect(await ask(port, { fail: '1' })).toMatchObject({
      status: 500,
      body: '500 Internal Server Error\n',
    });
    expect(reports).toEqual([failure]);
    const other = await listen(() => {});
    expect(await ask(other.port)).toMatchObject({ status: 404, body: '404 Not Found\n' });
  });

  test('an answer that fails half-way does not look whole', async () => {
    const { port, reports } = await listen((application) => {
      application.get('/', async (_request, response) => {
        response.write('half');
        await pause(10);
        throw new Error('late');
      });
    });
    await expect(ask(port)).rejects.toThrow();
    expect(reports).toHaveLength(1);
  });
});

/** Writes blocks until it is told to wait, and goes on when it may. */
function pour(blocks: number, progress: { written: number }) {
  return async (_request: Request, response: Response) => {
    const block = Buffer.alloc(65_536, 'x');
    while (progress.written < blocks) {
      progress.written++;
      if (!response.write(block)) await once(response, 'drain');
    }
    response.end();
  };
}

describe('streams', () => {
  test.each(['HTTP/1.1', 'HTTP/2'])('wait for a reader that is slow, over %s', async (protocol) => {
    const progress = { written: 0 };
    const { port } = await listen((application) => void application.get('/', pour(640, progress)));
    let received = 0;
    const count = (data: Buffer) => (received += data.length);
    let end: Promise<unknown>;
    if (protocol === 'HTTP/2') {
      const stream = session2(port).request({ ':path': '/' });
      await once(stream, 'response');
      await settled(progress);
      expect(progress.written).toBeLessThan(200);
      end = once(stream.on('data', count), 'end');
    } else {
      const socket = await rawTls(port);
      socket.pause();
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      await settled(progress);
      expect(progress.written).toBeLessThan(640);
      end = once(socket.on('data', count), 'end');
      socket.resume();
    }
    await end;
    expect(progress.written).toBe(640);
    expect(received).toBeGreaterThanOrEqual(640 * 65_536);
  });

  test.each(['HTTP/1.1', 'HTTP/2'])('learn that their reader is gone, over %s', async (protocol) => {
    const closed: string[] = [];
    const { port } = await listen((application) => {
      application.get('/', (request, response) => {
        request.on('close', () => closed.push('request'));
        response.on('close', () => closed.push('response'));
        response.write('first');
      });
    });
    if (protocol === 'HTTP/2') {
      const stream = session2(port).request({ ':path': '/' });
      await once(stream, 'data');
      stream.close();
    } else {
      const socket = await rawTls(port);
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      await readUntil(socket, 'first');
      socket.destroy();
    }
    await until(() => closed.length === 2);
    expect(closed.sort()).toEqual(['request', 'response']);
  });
});

test('a large body that follows a large answer on one connection of HTTP/1.1 is read', async () => {
  const large = 'x'.repeat(1_000_000);
  const { port } = await listen((application) => {
    application.get('/', (_request, response) => void response.end(large));
    application.post('/', (request, response) => {
      let length = 0;
      request.on('data', (piece: Buffer) => (length += piece.length));
      request.on('end', () => response.end(`read ${length} bytes`));
    });
  });
  const socket = await rawTls(port);
  const body = 'y'.repeat(300_000);
  socket.write(
    `GET / HTTP/1.1\r\nHost: a\r\n\r\nPOST / HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n${body}`,
  );
  expect(await readUntil(socket, 'bytes')).toContain('read 300000 bytes');
});

async function settled(progress: { written: number }): Promise<void> {
  let last = -1;
  while (last !== progress.written || last === 0) {
    last = progress.written;
    await pause(100);
  }
}
