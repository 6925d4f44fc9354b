import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxBodyBytes } from '../../../src/api/codec/object-size.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { maxStall } from '../../support/max-stall.ts';
import { collectionOf, type Resource, resourcesOf } from '../../support/resources.ts';
import { TestServer } from '../../support/server.ts';
import { of, type Wide, wide, wideBody, widestBodies } from '../../support/wide-objects.ts';

/**
 * In milliseconds. No step of such an object takes more than 250 on a machine that does nothing else (`WORKLOADS=wide
 * make bench`); a slow one that is busy takes many times as long. What compares every item with every other one, or a
 * pattern that goes back and forth, takes a hundred times as long.
 */
const maxPause = 3_000;
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

/** Its kind has a limit of its own, and a message for it. */
const longText = of('v1', 'ConfigMap')('', () => ({ data: { a: 'x'.repeat(maxBodyBytes - 20_000) } }));

it('ConfigMap: a text of 3 MiB', async () => expect(await send(longText)).toBe(422));

const keys = (value: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, index === 0 ? value : '']));

it('a ConfigMap with 60,000 keys is accepted by create, update, patch and apply', async () => {
  const collection = '/api/v1/namespaces/default/configmaps';
  const configMap = (name: string, value: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data: keys(value),
  });
  const write = async (method: string, path: string, body: object, type = 'application/json') => {
    const sent = server.client.send(method, `${collection}${path}?fieldManager=test`, {
      body,
      headers: { 'content-type': type },
    });
    expect(await pauseDuring(sent)).toBeLessThan(maxPause);
    return (await sent).status;
  };
  const apply = 'application/apply-patch+yaml';
  expect(await write('POST', '', configMap('many', ''))).toBe(201);
  expect(await write('PUT', '/many', configMap('many', 'updated'))).toBe(200);
  expect(await write('PATCH', '/many', { data: { k1: 'x' } }, 'application/merge-patch+json')).toBe(200);
  expect(await write('PATCH', '/applied', configMap('applied', ''), apply)).toBe(201);
  expect(await write('PATCH', '/applied', configMap('applied', 'again'), apply)).toBe(200);
  const { body } = await server.client.get(`${collection}/applied`);
  expect(Object.keys(body.data)).toHaveLength(60_000);
  expect(Object.keys(body.metadata.managedFields[0].fieldsV1['f:data'])).toHaveLength(60_000);
});
