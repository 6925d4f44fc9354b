import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { type Resource, resourcesOf } from '../support/resources.ts';
import { TestServer } from '../support/server.ts';
import { wide, wideBody } from '../support/wide-objects.ts';

/**
 * What a body of 3 MiB costs by its size alone, on a slow machine and more than once over. What compares every item
 * with every other one, or a pattern that goes back and forth, takes a hundred times as long.
 */
const longestPause = 6_000;

let server: TestServer;
let bystander: ApiClient;
let resources: Map<string, Resource>;

beforeAll(async () => {
  server = await TestServer.start({ flags: ['--runtime-config=api/all=true'] });
  bystander = server.connect({ token: 'admin-token' });
  resources = await resourcesOf(server.client);
});
afterAll(() => {
  bystander.close();
  return server.remove();
});

/** The longest time that somebody else had to wait meanwhile, in milliseconds. */
async function pauseDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) {
    const started = performance.now();
    expect((await bystander.get('/livez')).text).toBe('ok');
    longest = Math.max(longest, performance.now() - started);
  }
  await end;
  return longest;
}

async function post(path: string, body: Buffer): Promise<number> {
  const response = await server.client.open('POST', path, { body });
  // An answer of any length is taken, and not kept.
  for await (const _ of response);
  return response.statusCode!;
}

it.each(wide.map((one) => [one.what, one] as const))('%s', async (_, one) => {
  const { path, name, namespaced } = resources.get(`${one.apiVersion} ${one.kind}`)!;
  const body = Buffer.from(wideBody(one));
  const sent = post(`${path}/${namespaced ? 'namespaces/default/' : ''}${name}`, body);
  expect(await pauseDuring(sent)).toBeLessThan(longestPause);
  expect([201, 400, 413, 422]).toContain(await sent);
});
