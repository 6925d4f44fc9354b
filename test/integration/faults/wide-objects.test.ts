import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import { maxStall } from '../../support/longest-wait.ts';
import { collectionOf, type Resource, resourcesOf } from '../../support/resources.ts';
import { TestServer } from '../../support/server.ts';
import { type Wide, wide, wideBody, widestBodies } from '../../support/wide-objects.ts';

/**
 * In milliseconds. The steps of such objects take some 50 (a few up to 100) on a machine that does nothing else; a
 * slow one that is busy takes many times as long. What compares every item with every other one, or a pattern that
 * goes back and forth, takes a hundred times as long.
 */
const maxPause = 1_500;
/** Nobody reads an answer of more than that; one long value may be told several times. */
const maxAnswer = 12 * 1024 * 1024;

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

/** Milliseconds that somebody else had to wait meanwhile. */
const pauseDuring = (work: Promise<unknown>): Promise<number> =>
  maxStall(work, async () => expect((await bystander.get('/livez')).text).toBe('ok'));

async function post(path: string, body: Buffer): Promise<{ status: number; length: number }> {
  const response = await server.client.open('POST', path, { body });
  let length = 0;
  // An answer of any length is taken, and not kept.
  for await (const chunk of response) length += chunk.length;
  return { status: response.statusCode!, length };
}

async function send(one: Wide): Promise<number> {
  const collection = collectionOf(resources.get(`${one.apiVersion} ${one.kind}`)!);
  const sent = post(collection, Buffer.from(wideBody(one)));
  expect(await pauseDuring(sent)).toBeLessThan(maxPause);
  const { status, length } = await sent;
  expect(length).toBeLessThan(maxAnswer);
  return status;
}

const named = (objects: Wide[]) => objects.map((one) => [one.what, one] as const);

// Most are of one name: what is valid may find it taken.
it.each(named(wide))('%s', async (_, one) => expect([201, 400, 409, 413, 422]).toContain(await send(one)));

it.each(named(widestBodies))('%s', async (_, one) => expect(await send(one)).toBe(413));
