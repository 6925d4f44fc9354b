import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configMap, configMaps } from '../support/objects.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from './support/beside.ts';

let server: TestServer;
const open: TLSSocket[] = [];
beforeAll(async () => {
  server = await attackServer({ flags: ['--request-timeout=6s'] });
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await server.remove();
});

interface Slow {
  socket: TLSSocket;
  answer: () => string;
}

/** A body of which so many bytes are declared, and so many come. */
async function slowBody(declared: number, sent: number, token = 'user-token'): Promise<Slow> {
  const socket = connect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
  open.push(socket);
  const heard: Buffer[] = [];
  socket.on('error', () => {}).on('data', (piece) => heard.push(piece));
  await once(socket, 'secureConnect');
  socket.write(
    `POST ${configMaps} HTTP/1.1\r\nHost: server\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${declared}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(sent, ' '));
  return { socket, answer: () => Buffer.concat(heard).toString() };
}

let written = 0;

/** Writes as another user, again and again; fails when one write is refused. */
async function keepWriting(signal: AbortSignal): Promise<void> {
  const reader = server.connect({ token: 'reader-token' });
  while (!signal.aborted) {
    const { status } = await reader.post(configMaps, configMap(`written-${written++}`));
    expect(status).toBe(201);
    await sleep(20);
  }
  reader.close();
}

describe('bodies that come slowly', () => {
  test('take no places of writes', async () => {
    const bodies = await Promise.all(Array.from({ length: 250 }, () => slowBody(1_000, 10)));
    const harm = await beside(server, attackSeconds(), keepWriting);
    expectHarmless(harm);
    for (const { socket } of bodies) socket.destroy();
  });

  test('take no more memory than there is for bodies, and leave some to other users', async () => {
    const bodies: Slow[] = [];
    const isOneRefused = (): boolean =>
      bodies.some(({ answer }) => /^HTTP\/1.1 429 [\s\S]*Retry-After: 1/.test(answer()));
    const harm = await beside(server, attackSeconds(), async (signal) => {
      // However long it takes on a busy machine: the memory for bodies has to be full while the other user writes.
      for (let i = 0; i < 120 && !isOneRefused(); i++) bodies.push(await slowBody(3_000_000, 2_500_000));
      await keepWriting(signal);
    });
    expectHarmless(harm);
    await until(isOneRefused);
    for (const { socket } of bodies) socket.destroy();
  });

  test('are over with the time-out of their requests', async () => {
    const { socket, answer } = await slowBody(1_000, 10);
    const drip = setInterval(() => socket.write(' '), 200);
    const begun = Date.now();
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(drip);
    expect(Date.now() - begun).toBeLessThan(15_000);
    expect(answer()).toMatch(/^HTTP\/1.1 504 /);
  }, 30_000);
});
