import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configMap, configMaps } from '../support/objects.ts';
import type { TestServer } from '../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from './support/beside.ts';

const watchers = 100;
/** Of an object that is written again and again: more than the system's buffers hold is there within two seconds. */
const large = 250_000;
/** Watches that are opened at a time: their handshakes are not what is measured. */
const opening = 8;

let server: TestServer;
beforeAll(async () => {
  server = await attackServer();
});
afterAll(() => server.remove());

/** Opens watches whose clients take nothing once they have the head of the answer. */
async function openStalled(path: (n: number) => string, count: number): Promise<IncomingMessage[]> {
  const client = server.connect({ token: 'user-token' });
  const opened: IncomingMessage[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const response = await client.open('GET', path(next++));
      expect(response.statusCode).toBe(200);
      opened.push(response.pause());
    }
  };
  await Promise.all(Array.from({ length: opening }, lane));
  return opened;
}

/** Writes as fast as it can with a few clients; answers the revisions of each object in order. */
async function writeUntil(signal: AbortSignal): Promise<string[]> {
  const revisions: string[] = [];
  const lane = async (name: string): Promise<void> => {
    for (let n = 0; !signal.aborted; n++) {
      const object = configMap(name, { n: String(n), text: 'x'.repeat(large) });
      const path = n === 0 ? configMaps : `${configMaps}/${name}`;
      const { status, body } = await server.client[n === 0 ? 'post' : 'put'](path, object);
      expect(status).toBeLessThan(300);
      revisions.push(body.metadata.resourceVersion);
    }
  };
  const round = Math.random().toString(36).slice(2);
  await Promise.all(['a', 'b', 'c'].map((name) => lane(`${name}-${round}`)));
  return revisions.sort((a, b) => Number(a) - Number(b));
}

/** Reads on until so many events are there. */
async function eventsOf(response: IncomingMessage, count: number): Promise<string[]> {
  const revisions: string[] = [];
  let text = '';
  for await (const chunk of response) {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop()!;
    for (const line of lines) {
      const { type, object } = JSON.parse(line);
      if (type !== 'BOOKMARK') revisions.push(object.metadata.resourceVersion);
    }
    if (revisions.length >= count) break;
  }
  return revisions;
}

it('watchers that do not read cost little, and get everything when they do', async () => {
  const { body } = await server.client.get(configMaps);
  const from = `${configMaps}?watch=1&resourceVersion=${body.metadata.resourceVersion}`;
  const stalled = await openStalled(() => from, watchers);
  let written: string[] = [];
  const harm = await beside(server, attackSeconds(), async (signal) => {
    written = await writeUntil(signal);
  });
  expectHarmless(harm, { memoryMb: 200 });
  expect(written.length).toBeGreaterThan(5);
  // A watch of which memory has forgotten too much ends cleanly, and the client goes on where it ended.
  const client = server.connect({ token: 'user-token' });
  for (const response of stalled.slice(0, 5)) {
    const seen = await eventsOf(response, written.length);
    while (seen.length > 0 && seen.length < written.length) {
      const next = await client.open('GET', `${configMaps}?watch=1&resourceVersion=${seen.at(-1)}`);
      const more = await eventsOf(next, written.length - seen.length);
      next.destroy();
      expect(more.length).toBeGreaterThan(0);
      seen.push(...more);
    }
    expect(seen).toEqual(written);
  }
  for (const response of stalled) response.destroy();
});

it('watchers that do not read, each with a selection of its own, cost little', async () => {
  const { body } = await server.client.get(configMaps);
  const selection = (n: number): string => encodeURIComponent(`none!=value-${n}`);
  const stalled = await openStalled(
    (n) =>
      `${configMaps}?watch=1&labelSelector=${selection(n)}&resourceVersion=${body.metadata.resourceVersion}`,
    watchers,
  );
  const harm = await beside(server, attackSeconds(), (signal) => writeUntil(signal));
  expectHarmless(harm, { memoryMb: 200 });
  for (const response of stalled) response.destroy();
  await sleep(100);
});

it('watchers that do not read the state with which they begin cost little', async () => {
  const text = 'x'.repeat(30_000);
  await Promise.all(
    Array.from({ length: 200 }, (_, n) => server.client.post(configMaps, configMap(`state-${n}`, { text }))),
  );
  const stalled: IncomingMessage[] = [];
  const harm = await beside(server, attackSeconds(), async (signal) => {
    stalled.push(...(await openStalled(() => `${configMaps}?watch=1`, watchers)));
    await writeUntil(signal);
  });
  expectHarmless(harm, { memoryMb: 200 });
  for (const response of stalled) response.destroy();
});
