import { afterAll, beforeAll, expect, it } from 'vitest';
import { ExtensionServer } from '../../support/extension-server/extension-server.ts';
import { ThingsApi } from '../../support/extension-server/things-api.ts';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';

let server: TestServer;
let extension: ExtensionServer;
const things = new ThingsApi();

beforeAll(async () => {
  server = await TestServer.start({ flags: ['--controllers=garbagecollector'] });
  extension = await ExtensionServer.start();
  extension.respond = things.respond;
}, 60_000);
afterAll(async () => {
  await server.remove();
  await extension[Symbol.asyncDispose]();
});

async function owner(name: string): Promise<{ reference: object; path: string }> {
  const { status, body } = await server.client.post(configMaps, { metadata: { name } });
  expect(status).toBe(201);
  const { uid } = body.metadata;
  return { reference: { apiVersion: 'v1', kind: 'ConfigMap', name, uid }, path: `${configMaps}/${name}` };
}

it('a server without extensions asks nobody', async () => {
  const { text } = await server.client.get('/metrics');
  expect(text).toContain('workqueue_depth{name="garbage_collector_attempt_to_delete"}');
  expect(text).not.toMatch(/rest_client_requests_total.*things/);
});

it('a dependent that another server keeps goes with its owner', async () => {
  const first = await owner('first');
  things.add('before', [first.reference]);
  things.add('free', []);
  await extension.register(server, 'v1', 'things.example.com');
  await until(() => things.watches > 0);
  const second = await owner('second');
  things.add('after', [second.reference]);
  for (const { path } of [first, second]) expect((await server.client.delete(path)).status).toBe(200);
  await until(() => things.names.join() === 'free');
}, 60_000);

it('it is itself an owner', async () => {
  const thing = things.add('owner', []);
  const { name, uid } = thing.metadata;
  const ownerReferences = [{ apiVersion: thing.apiVersion, kind: 'Thing', name, uid }];
  await server.client.post(configMaps, { metadata: { name: 'of-thing', ownerReferences } });
  const path = '/apis/things.example.com/v1/namespaces/default/things/owner';
  expect((await server.client.get(`${configMaps}/of-thing`)).status).toBe(200);
  expect((await server.client.delete(path)).status).toBe(200);
  await until(async () => (await server.client.get(`${configMaps}/of-thing`)).status === 404);
});

it('objects are kept while the other server is away, and followed again', async () => {
  const third = await owner('third');
  things.add('kept', [third.reference]);
  await extension.stop();
  await extension.available(server.client, 'v1.things.example.com', 'False');
  await server.client.delete(third.path);
  await extension.listen();
  await extension.available(server.client, 'v1.things.example.com', 'True');
  await until(() => things.names.join() === 'free');
}, 90_000);
