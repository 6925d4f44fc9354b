import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../src/storage/kv/embedded/open.ts';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { define, definition } from '../support/custom-resources.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { configMap } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

const program = new URL('../../dist/commands/apiserver.js', import.meta.url).pathname;

const configMaps = '/api/v1/namespaces/swept/configmaps';
const secrets = '/api/v1/namespaces/swept/secrets';
const tabs = '/apis/g.example/v1/namespaces/swept/tabs';

/** Objects that another program wrote without a name, a namespace, or both: the key alone has them. */
const nameless = { namespace: 'swept', uid: 'u-1' };
const homeless = (name: string): object => ({ name, uid: 'u-2', finalizers: ['example.com/hold'] });

function values(kind: string, apiVersion: string): Record<string, object> {
  return {
    'no-name': { kind, apiVersion, metadata: nameless, data: { a: 'b' } },
    'no-namespace': { kind, apiVersion, metadata: homeless('no-namespace'), data: { a: 'b' } },
    'no-metadata': { kind, apiVersion, data: { a: 'b' } },
  };
}

const stored: readonly (readonly [path: string, prefix: string, values: Record<string, object>])[] = [
  [configMaps, '/registry/configmaps/swept/', values('ConfigMap', 'v1')],
  [secrets, '/registry/secrets/swept/', { 'no-name': { ...values('Secret', 'v1')['no-name'], data: {} } }],
  [tabs, '/registry/g.example/tabs/swept/', values('Tab', 'g.example/v1')],
];

async function writeAll(kv: Kv): Promise<void> {
  for (const [, prefix, objects] of stored)
    for (const [name, object] of Object.entries(objects))
      await kv.create(prefix + name, Buffer.from(JSON.stringify(object)));
}

async function prepare(server: TestServer): Promise<void> {
  const { client } = server;
  await client.post('/api/v1/namespaces', { metadata: { name: 'swept' } });
  await client.post(configMaps, configMap('placed'));
  await define(server, definition());
}

async function expectServed({ client }: TestServer): Promise<void> {
  for (const [path, , objects] of stored) {
    await expect.poll(async () => (await client.get(`${path}/no-name`)).status).toBe(200);
    for (const [name, object] of Object.entries(objects)) {
      const { metadata = {} } = object as { metadata?: Record<string, unknown> };
      const { body } = await client.get(`${path}/${name}`);
      expect([body.metadata.name, body.metadata.namespace], `${path}/${name}`).toEqual([
        metadata['name'],
        metadata['namespace'],
      ]);
      const exact = await client.get(`${path}/${name}`, {
        headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
      });
      expect(exact.status).toBe(200);
    }
    for (const accept of [
      'application/json',
      'application/json;as=Table;v=v1;g=meta.k8s.io',
      'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
      'application/vnd.kubernetes.protobuf,application/json',
    ])
      for (const query of ['', '?limit=2', '?resourceVersion=0'])
        expect((await client.get(`${path}${query}`, { headers: { accept } })).status, accept).toBe(200);
  }
  expect((await client.get(configMaps)).body.items).toHaveLength(4);
}

async function expectRefusedUpdates({ client }: TestServer): Promise<void> {
  const put = await client.put(`${configMaps}/no-name`, configMap('no-name'));
  expect(put, put.text).toMatchObject({ status: 422, body: { reason: 'Invalid' } });
  expect(put.body.message).toContain('metadata.name: Invalid value: "no-name": field is immutable');
  expect(await client.merge(`${configMaps}/no-name`, { data: { c: 'd' } })).toMatchObject({
    status: 400,
    body: {
      message: 'the name of the object (no-name based on URL) was undeterminable: name must be provided',
    },
  });
  const moved = await client.put(`${configMaps}/no-namespace`, configMap('no-namespace'));
  expect(moved.status).toBe(422);
  expect(moved.body.message).toContain('metadata.namespace: Invalid value: "swept": field is immutable');
  expect((await client.post(configMaps, configMap('no-name'))).status).toBe(409);
}

async function expectReported(server: TestServer): Promise<void> {
  expect(server.output).toContain('configmaps swept/no-name lacks its own name or namespace');
  const metrics = (await server.client.get('/metrics')).text;
  expect(metrics).toContain('apiserver_storage_unplaced_objects{resource="configmaps"} 3');
  expect(metrics).toContain('apiserver_storage_unplaced_objects{resource="secrets"} 1');
  expect(metrics).toContain('apiserver_storage_unreadable_objects{resource="configmaps"} 0');
}

async function expectSwept({ client }: TestServer): Promise<void> {
  const watch = await client.watch(`${configMaps}?watch=1&resourceVersion=0`);
  await watch.until(4);
  expect((await client.delete(`${configMaps}/no-name?dryRun=All`)).status).toBe(200);
  expect((await client.delete(`${configMaps}/no-name`)).status).toBe(200);
  expect(await watch.until(5)).toMatchObject({ 4: { type: 'DELETED' } });
  watch.close();
  expect((await client.get(`${configMaps}/no-name`)).status).toBe(404);
  expect((await client.post(configMaps, configMap('no-name'))).status).toBe(201);

  expect((await client.delete(configMaps)).status).toBe(200);
  // What a finalizer holds has its name and namespace by now, so that its owner can let it go.
  const held = (await client.get(configMaps)).body.items;
  expect(held.map(({ metadata }: any) => [metadata.namespace, metadata.name])).toEqual([
    ['swept', 'no-namespace'],
  ]);
  const release = await client.merge(`${configMaps}/no-namespace`, { metadata: { finalizers: null } });
  expect(release.status).toBe(200);
  expect((await client.get(configMaps)).body.items).toEqual([]);
  await client.merge(`${tabs}/no-namespace`, { metadata: { finalizers: null } });
  for (const path of [secrets, tabs]) expect((await client.delete(path)).status).toBe(200);
  const [tab] = (await client.get(tabs)).body.items;
  expect(tab.metadata).toMatchObject({ namespace: 'swept', name: 'no-namespace' });
  await client.merge(`${tabs}/no-namespace`, { metadata: { finalizers: null } });
  expect((await client.get(tabs)).body.items).toEqual([]);
  expect((await client.get('/metrics')).text).not.toMatch(/unplaced_objects\{.*\} [1-9]/);
}

describe('an object without its own name or namespace in the embedded store', () => {
  let directory: string;
  let server: TestServer;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'unplaced-'));
    server = await TestServer.start({ directory });
    await prepare(server);
    await server.stop();
    const kv = await openEmbedded({ directory: `${directory}/store` });
    await writeAll(kv);
    await kv.close();
    server = await TestServer.start({ directory });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('is served as it is, under the name of its key', () => expectServed(server));
  it('is reported and counted', () => expectReported(server));
  it('takes no update, as that would name it', () => expectRefusedUpdates(server));
  it('is deleted by its key, alone and with its collection', () => expectSwept(server));
});

describe('an object without its own name or namespace in etcd', () => {
  let etcd: Etcd;
  let kv: Kv;
  let server: TestServer;
  beforeAll(async () => {
    etcd = await startEtcd({ members: 1 });
    server = await TestServer.start({
      flags: [`--etcd-servers=${etcd.endpoints[0]}`, '--controllers=namespace'],
    });
    await prepare(server);
    kv = await openEtcd({ endpoints: etcd.endpoints, tls: {} });
    await writeAll(kv);
  });
  afterAll(async () => {
    await kv?.close();
    await server?.remove();
    await etcd?.stop();
  });

  it('is served as it is, under the name of its key', () => expectServed(server));
  it('is reported and counted', () => expectReported(server));
  it('takes no update, as that would name it', () => expectRefusedUpdates(server));
  it('is named by check-store, which finds nothing that cannot be read', () => {
    const flags = ['--dialect=kubernetes', `--etcd-servers=${etcd.endpoints[0]}`];
    const { stdout, status } = spawnSync(process.execPath, [program, 'check-store', ...flags], {
      encoding: 'utf8',
    });
    expect(stdout).toContain('Objects that lack their own name or namespace: 7\n');
    expect(stdout).toContain('  /registry/g.example/tabs/swept/no-metadata\n');
    expect(status).toBe(0);
  });

  it('goes with its namespace', async () => {
    const { client } = server;
    expect((await client.delete('/api/v1/namespaces/swept')).status).toBe(200);
    for (const path of [configMaps, tabs])
      await expect
        .poll(
          async () => (await client.merge(`${path}/no-namespace`, { metadata: { finalizers: null } })).status,
        )
        .toBe(200);
    const status = async () => (await client.get('/api/v1/namespaces/swept')).status;
    await expect.poll(status, { timeout: 50_000 }).toBe(404);
    for (const [, prefix] of stored) expect((await kv.range(prefix)).items).toEqual([]);
  });
});
