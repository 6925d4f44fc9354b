import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configMap, configMaps } from '../../support/objects.ts';
import { TestServer } from '../../support/server.ts';

let server: TestServer;
let first: string;
const changes = 80;

beforeAll(async () => {
  server = await TestServer.start({ flags: ['--watch-history=1s'] });
  let { body } = await server.client.post(configMaps, configMap('large', { a: 'x'.repeat(300_000) }));
  first = body.metadata.resourceVersion;
  for (let n = 0; n < changes; n++) {
    const metadata = { ...body.metadata, labels: { n: String(n) } };
    ({ body } = await server.client.put(`${configMaps}/large`, { ...body, metadata }));
  }
  // Until memory has forgotten it; what comes after shows that there is nothing but the store to ask.
  await sleep(3_000);
});
afterAll(() => server.remove());

const watch = () => `${configMaps}?watch=1&resourceVersion=${first}&timeoutSeconds=60`;

it('a watch that begins long ago gets everything, however large it is and slowly as it is read', async () => {
  const response = await server.client.open('GET', watch());
  const labels: string[] = [];
  let text = '';
  for await (const chunk of response) {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop()!;
    for (const line of lines) labels.push(JSON.parse(line).object.metadata.labels.n);
    if (labels.length >= changes) break;
    // Slower than the store, by far.
    if (lines.length > 0) await sleep(10);
  }
  expect(labels).toEqual(Array.from({ length: changes }, (_, n) => String(n)));
});

it('many that do not read take little memory, and nobody else notices', async () => {
  const silent = await Promise.all(Array.from({ length: 20 }, () => server.client.open('GET', watch())));
  for (const response of silent) response.pause();
  await sleep(500);
  const resident = async () =>
    Number(/^process_resident_memory_bytes (\S+)$/m.exec((await server.client.get('/metrics')).text)![1]);
  // What they have all been away for comes to 500 MB.
  expect(await resident()).toBeLessThan(700e6);
  expect((await server.client.get('/livez')).text).toBe('ok');
  for (const response of silent) response.destroy();
});
