import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

it('each turn of the event loop is noted with the CPU time that it took, not with the time that it waited', () => {
  const directory = mkdtempSync(join(tmpdir(), 'turns-'));
  const file = join(directory, 'turns');
  const preload = new URL(`./support/turns.ts?file=${file}`, import.meta.url).href;
  const script = `
    const cpu = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1_000; };
    const spend = (ms) => { for (const end = cpu() + ms; cpu() < end; ); };
    setTimeout(() => {
      spend(60);
      // Still the same turn.
      setImmediate(() => spend(1));
      setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200), 100);
      setTimeout(() => Promise.resolve().then(() => spend(120)), 400);
      // Without a turn after it the last one is never over.
      setTimeout(() => {}, 600);
    }, 50);`;
  execFileSync(process.execPath, ['--import', preload, '--input-type=module', '--eval', script]);
  const turns = readFileSync(file, 'utf8').trim().split('\n');
  rmSync(directory, { recursive: true });
  // The first turns are those that load the script.
  const longest = turns.map((line): number => JSON.parse(line).ms).filter((ms) => ms > 50);
  expect(longest.slice(-2).map((ms) => Math.floor(ms / 60))).toEqual([1, 2]);
});

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
