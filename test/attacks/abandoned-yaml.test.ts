import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configMaps } from '../support/objects.ts';
import type { TestServer } from '../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from './support/beside.ts';

let server: TestServer;
let agent: Agent;
beforeAll(async () => {
  server = await attackServer();
  agent = new Agent({
    keepAlive: true,
    ca: readFileSync(join(server.directory, 'ca.crt')),
    maxSockets: 1_000,
  });
});
afterAll(async () => {
  agent.destroy();
  await server.remove();
});

const map = (name: string, keys: number): string => {
  const data = Array.from({ length: keys }, (_, index) => `  key-${index}: value-${index}\n`).join('');
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n${data}`;
};

/** As many words as are read, and a comment up to the size that a body may have. */
const words = `a: [${'b, '.repeat(150_000)}c]\n`;
const max = Buffer.from(`${words}#${'x'.repeat(3 * 1024 * 1024 - words.length - 2)}\n`);

/** Sends a body and breaks off 30 ms after it has gone; resolves then. */
function givenUp(path: string, contentType: string): Promise<void> {
  return new Promise((resolve) => {
    const outgoing = request({
      host: '127.0.0.1',
      port: server.port,
      method: contentType.includes('apply') ? 'PATCH' : 'POST',
      path,
      agent,
      headers: {
        authorization: 'Bearer user-token',
        'content-type': contentType,
        'content-length': max.length,
      },
    });
    outgoing.once('error', () => resolve());
    outgoing.once('response', (answer) => answer.resume().once('close', resolve));
    outgoing.once('close', resolve);
    outgoing.end(max, () => setTimeout(() => outgoing.destroy(), 30));
  });
}

it('YAML that is sent and given up again keeps no memory, and holds up no YAML of other users', async () => {
  const reader = server.connect({ token: 'reader-token' });
  const asYaml = { headers: { 'content-type': 'application/yaml' } };
  const waits: number[] = [];
  const harm = await beside(server, attackSeconds(), async (signal) => {
    const post = async (): Promise<void> => {
      while (!signal.aborted) {
        const started = performance.now();
        const answer = await reader.post(`${configMaps}?dryRun=All`, map('small', 500), asYaml);
        expect(answer.status, answer.text).toBe(201);
        waits.push(performance.now() - started);
        await sleep(20);
      }
    };
    const giveUp = async (path: string, contentType: string): Promise<void> => {
      for (; !signal.aborted; await sleep(50)) await givenUp(path, contentType);
    };
    const applies = `${configMaps}/x?fieldManager=a`;
    await Promise.all([
      post(),
      ...Array.from({ length: 6 }, () => giveUp(configMaps, 'application/yaml')),
      ...Array.from({ length: 4 }, () => giveUp(applies, 'application/apply-patch+yaml')),
    ]);
  });
  console.log(`YAML of another user: worst ${Math.max(...waits).toFixed(0)} ms of ${waits.length}`);
  expect(Math.max(...waits)).toBeLessThan(2_000);
  expectHarmless(harm);
});

it('YAML that is not given up waits for its turn, or is refused as certainly not done', async () => {
  const jane = server.connect({ token: 'user-token' });
  const reader = server.connect({ token: 'reader-token' });
  const asYaml = { headers: { 'content-type': 'application/yaml' } };
  const answers = Array.from({ length: 12 }, () => jane.post(configMaps, max, asYaml));
  await sleep(300);
  const started = performance.now();
  const other = await reader.post(`${configMaps}?dryRun=All`, map('small', 500), asYaml);
  expect(other.status).toBe(201);
  expect(performance.now() - started).toBeLessThan(2_000);
  const outcomes = (await Promise.all(answers)).map(
    ({ status, headers }) => `${status} ${headers['retry-after']}`,
  );
  expect(new Set(outcomes)).toEqual(new Set(['400 undefined', '429 1']));
});
