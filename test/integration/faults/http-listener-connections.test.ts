import { once } from 'node:events';
import type { Request, Response } from 'express';
import { describe, expect, test } from 'vitest';
import { takeConnection } from '../../../src/server/http/upgrade.ts';
import {
  get1,
  get2,
  listen,
  pause,
  rawTls,
  readAll,
  readUntil,
  session2,
  until,
} from './http-listener-fixture.ts';

describe('closing', () => {
  const slow = (ms: number) => (_request: Request, response: Response) => {
    setTimeout(() => response.end('done'), ms);
  };

  test('lets requests finish, says so, and takes no more', async () => {
    const { port, listener } = await listen((application) => void application.get('/', slow(300)));
    const session = session2(port);
    const goaway = once(session, 'goaway');
    const idle = await rawTls(port);
    const answers = [get1(port, { headers: { connection: 'keep-alive' } }), get2(session)];
    await pause(100);
    const closed = listener.close(5_000);
    const [first, second] = await Promise.all(answers);
    expect(first).toMatchObject({ status: 200, body: 'done', headers: { connection: 'close' } });
    expect(second).toMatchObject({ status: 200, body: 'done' });
    const [code, lastStream] = await goaway;
    expect([code, lastStream]).toEqual([0, 2 ** 31 - 1]);
    await closed;
    await until(() => idle.destroyed);
    await expect(get1(port)).rejects.toThrow(/ECONNREFUSED/);
  });

  test('cuts what does not end in time', async () => {
    const { port, listener } = await listen((application) => void application.get('/', slow(60_000)));
    const answers = [get1(port), get2(session2(port))].map((answer) => answer.catch((error) => error));
    await rawTls(port);
    await pause(100);
    const start = Date.now();
    await listener.close(300);
    expect(Date.now() - start).toBeLessThan(2_000);
    for (const answer of await Promise.all(answers)) expect(answer).toBeInstanceOf(Error);
  });
});

describe('a request for another protocol', () => {
  const ask = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

  test('goes through the application like every other', async () => {
    const { port } = await listen((application) => {
      application.get('/', async (request, response) => {
        for await (const _ of request);
        response.status(403).end('no');
      });
    });
    const socket = await rawTls(port);
    socket.write(`${ask}more`);
    const answer = await readAll(socket);
    expect(answer).toMatch(/^HTTP\/1.1 403 Forbidden\r\n/);
    expect(answer).toMatch(/Connection: close\r\n[\s\S]*no/);
  });

  test('gets the connection from a handler that speaks it', async () => {
    const { port } = await listen((application) => {
      application.get('/', (request) => {
        const { socket, head } = takeConnection(request)!;
        expect(takeConnection(request)).toBeUndefined();
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n\r\n${head}`);
        socket.pipe(socket);
      });
    });
    const socket = await rawTls(port);
    socket.write(`${ask}head`);
    expect(await readUntil(socket, 'head')).toMatch(/^HTTP\/1.1 101 /);
    socket.write('echo');
    expect(await readUntil(socket, 'echo')).toBe('echo');
  });

  test('ends with its connection', async () => {
    const closed: string[] = [];
    const { port } = await listen((application) => {
      application.get('/', (request, response) => {
        request.on('close', () => closed.push('request'));
        response.on('close', () => closed.push('response'));
        response.write('begun');
      });
    });
    const socket = await rawTls(port);
    socket.write(ask);
    await readUntil(socket, 'begun');
    socket.destroy();
    await until(() => closed.length === 2);
  });

  test('is an ordinary one while an earlier one is being answered', async () => {
    const { port } = await listen((application) => {
      application.get('/', (request, response) => {
        const taken = takeConnection(request) !== undefined;
        setTimeout(() => response.end(`<${taken}>`), 20);
      });
    });
    const socket = await rawTls(port);
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\n\r\n${ask.replace('Upgrade', 'Upgrade, close')}`);
    expect((await readAll(socket)).match(/<.*?>/g)).toEqual(['<false>', '<false>']);
  });

  test('that is not spoken here is an ordinary one', async () => {
    const { port } = await listen((application) => {
      application.get('/', (request, response) => {
        expect(takeConnection(request)).toBeUndefined();
        response.end('plain');
      });
    });
    const headers = { connection: 'Upgrade', upgrade: 'h2c' };
    expect(await get1(port, { headers })).toMatchObject({ status: 200, body: 'plain' });
  });
});
