import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from '../support/beside.ts';

/** What plugins do with lists of which one client sizes the one and another one the other. */

const range = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));
const amounts = (length: number): Record<string, string> =>
  Object.fromEntries(range(length, (index) => [`example.com/r${index}`, '1']));

let server: TestServer;
beforeAll(async () => {
  server = await attackServer();
});
afterAll(() => server?.remove());

async function repeated(pods: string, pod: object, expected: number): Promise<void> {
  const ca = readFileSync(join(server.directory, 'ca.crt'));
  const jane = server.connect({ token: 'user-token', agent: new Agent({ ca }) });
  const harm = await beside(server, attackSeconds(), async (signal) => {
    do {
      const { status, text } = await jane.post(`${pods}?dryRun=All`, pod);
      expect(status, text.slice(0, 500)).toBe(expected);
    } while (!signal.aborted);
  });
  jane.close();
  expectHarmless(harm);
}

const inNamespace = async (name: string, limits?: object): Promise<string> => {
  expect((await server.client.post('/api/v1/namespaces', { metadata: { name } })).status).toBe(201);
  const of = `/api/v1/namespaces/${name}`;
  if (limits !== undefined) {
    const made = await server.client.post(`${of}/limitranges`, {
      metadata: { name: 'wide' },
      spec: { limits: [{ type: 'Container', ...limits }] },
    });
    expect(made.status, made.text.slice(0, 500)).toBe(201);
  }
  return `${of}/pods`;
};

const containers = range(1_500, (index) => ({ name: `c${index}`, image: 'i' }));

it('a thousand defaults for more than a thousand containers', async () => {
  const pods = await inNamespace('defaults', { default: amounts(4_000) });
  await repeated(pods, { metadata: { name: 'p' }, spec: { containers } }, 413);
});

it('thousands of bounds for more than a thousand containers', async () => {
  const pods = await inNamespace('bounds', { maxLimitRequestRatio: amounts(4_000) });
  await repeated(pods, { metadata: { name: 'p' }, spec: { containers } }, 403);
});

it('thousands of tolerations of a pod and of its runtime class', async () => {
  const pods = await inNamespace('tolerations');
  const tolerations = (letter: string) =>
    range(2_000, (index) => ({
      key: 'a',
      operator: 'Equal',
      value: `${letter}${index}`,
      effect: 'NoSchedule',
    }));
  const made = await server.client.post('/apis/node.k8s.io/v1/runtimeclasses', {
    metadata: { name: 'wide' },
    handler: 'wide',
    scheduling: { tolerations: tolerations('a') },
  });
  expect(made.status, made.text.slice(0, 500)).toBe(201);
  const spec = {
    containers: [{ name: 'c', image: 'i' }],
    runtimeClassName: 'wide',
    tolerations: tolerations('b'),
  };
  await repeated(pods, { metadata: { name: 'p' }, spec }, 413);
});
