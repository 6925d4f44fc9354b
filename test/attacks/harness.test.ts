import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../support/server.ts';
import { attackServer, beside, expectHarmless } from './support/beside.ts';

let server: TestServer;
beforeAll(async () => {
  server = await attackServer();
});
afterAll(() => server.remove());

it('without an attack the client beside it waits for nothing', async () => {
  const harm = await beside(server, 1, (signal) => untilAborted(signal));
  expectHarmless(harm, { memoryMb: 100 });
  expect(harm.livez.count).toBeGreaterThan(20);
  expect(harm.gets.count).toBeGreaterThan(20);
});

it('a server that stops for 1.3 s is seen to do so', async () => {
  const harm = await beside(server, 2, async (signal) => {
    await sleep(300);
    server.process.kill('SIGSTOP');
    await sleep(1_300);
    server.process.kill('SIGCONT');
    await untilAborted(signal);
  });
  expect(harm.livez.worst).toBeGreaterThan(1_250);
  expect(() => expectHarmless(harm)).toThrow('worst answer of /livez');
});

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
