import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../src/storage/kv/embedded/open.ts';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { configMap, configMaps, deployment, deployments } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

const base = '/registry/configmaps/default';
const apps = '/registry/deployments/default';

function stored(
  kind: string,
  apiVersion: string,
  name: string,
  more: object = {},
  metadata: object = {},
): string {
  return JSON.stringify({
    kind,
    apiVersion,
    metadata: { name, namespace: 'default', creationTimestamp: null, ...metadata },
    ...more,
  });
}

/** What nobody can read, by where it stands. */
const garbage: Readonly<Record<string, string>> = {
  [`${base}/no-json`]: 'this is not JSON',
  [`${base}/nothing`]: '',
  [`${base}/no-object`]: '[1, 2]',
  [`${base}/null`]: 'null',
  [`${base}/bad-metadata`]: '{"kind":"ConfigMap","apiVersion":"v1","metadata":"all of it"}',
  [`${base}/cut`]: stored('ConfigMap', 'v1', 'cut', { data: { a: 'b' } }).slice(0, 60),
  [`${base}/other-name`]: stored('ConfigMap', 'v1', 'somebody-else'),
  [`${base}/other-kind`]: stored('Secret', 'v1', 'other-kind'),
  [`${base}/bad-labels`]: stored('ConfigMap', 'v1', 'bad-labels', {}, { labels: ['a'] }),
  [`${base}/bad-data`]: stored('ConfigMap', 'v1', 'bad-data', { data: 7 }),
  [`${base}/binary`]: '\u0000\u0001\u0002',
  '/registry/configmaps/no-namespace': stored('ConfigMap', 'v1', 'no-namespace'),
  [`${apps}/no-spec`]: stored('Deployment', 'apps/v1', 'no-spec', { spec: 'x' }),
  [`${apps}/bad-time`]: stored(
    'Deployment',
    'apps/v1',
    'bad-time',
    { spec: {}, status: {} },
    { creationTimestamp: 'yesterday' },
  ),
};

/** What was not written as this server writes it, and means something all the same. */
const unusual: Readonly<Record<string, string>> = {
  [`${base}/indented`]: JSON.stringify(
    JSON.parse(stored('ConfigMap', 'v1', 'indented', { data: { a: 'b' } })),
    null,
    2,
  ),
  [`${base}/versioned`]: stored(
    'ConfigMap',
    'v1',
    'versioned',
    {},
    { resourceVersion: '1', labels: { uid: 'x' }, uid: 'u-1' },
  ),
  [`${base}/disordered`]:
    '{"data":{"metadata":"{"},"metadata":{"namespace":"default","name":"disordered"},"apiVersion":"v1","kind":"ConfigMap","more":1}',
};

async function writeAll(kv: Kv, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(values)) await kv.create(key, Buffer.from(value));
}

const byName = (name: string): string => `fieldSelector=metadata.name%3D${name}`;

/** Lists that what cannot be read may belong to are refused, in whatever form; all others are served. */
async function expectToLive(server: TestServer): Promise<void> {
  const { client } = server;
  const refused = {
    status: 500,
    body: {
      reason: 'InternalError',
      message: expect.stringMatching(/configmaps ".*" cannot be read: "\/registry\/configmaps\/.*": ./),
    },
  };
  const queries = ['', '?resourceVersion=0', '?labelSelector=!x', '?limit=2', '?watch=0', '?watch=1'];
  for (const query of [...queries, '?watch=1&resourceVersion=0', `?${byName('no-json')}`])
    expect(await client.get(`${configMaps}${query}`), query).toMatchObject(refused);
  expect(await client.get('/api/v1/configmaps')).toMatchObject(refused);
  expect(await client.get(`/api/v1/configmaps?${byName('no-namespace')}`)).toMatchObject(refused);
  for (const form of ['Table', 'PartialObjectMetadataList']) {
    const accept = `application/json;as=${form};v=v1;g=meta.k8s.io`;
    expect((await client.get(deployments, { headers: { accept } })).status, form).toBe(500);
  }
  expect((await client.delete(configMaps)).status).toBe(500);
  const names = async (path: string): Promise<string[]> => {
    const { status, body } = await client.get(path);
    expect(status, path).toBe(200);
    return body.items.map(({ metadata }: any) => metadata.name);
  };
  expect(await names(`${configMaps}?${byName('good')}`)).toEqual(['good']);
  expect(await names(`/api/v1/configmaps?${byName('good')}`)).toEqual(['good']);
  expect(await names('/api/v1/namespaces/kube-public/configmaps?limit=5')).toEqual(
    await names('/api/v1/configmaps?fieldSelector=metadata.namespace%3Dkube-public'),
  );
  expect((await client.get(`${configMaps}/good`)).status).toBe(200);
}

async function expectReports(server: TestServer): Promise<void> {
  const { client } = server;
  for (const key of ['no-json', 'other-name', 'bad-data']) {
    expect(server.output).toMatch(new RegExp(`configmaps default/${key} cannot be read`));
  }
  const metrics = (await client.get('/metrics')).text;
  expect(metrics).toMatch(/apiserver_storage_decode_errors_total\{resource="configmaps"\} 12/);
  expect(metrics).toMatch(/apiserver_storage_decode_errors_total\{resource="deployments.apps"\} 2/);
  expect(metrics).toMatch(/apiserver_storage_unreadable_objects\{resource="configmaps"\} 12/);
  const ready = await client.get('/readyz?verbose');
  expect(ready.status).toBe(200);
  expect(ready.text).toContain('[!]storage-readable failed, and is not counted: reason withheld\n');
  const readable = await client.get('/readyz/storage-readable');
  expect(readable.status).toBe(500);
  expect(readable.text).toMatch(
    /objects cannot be read: .*12 of configmaps \(\/registry\/configmaps\/default\//,
  );
  const one = await client.get(`${configMaps}/no-json`);
  expect(one).toMatchObject({
    status: 500,
    body: {
      reason: 'InternalError',
      message:
        'Internal error occurred: configmaps "no-json" cannot be read: "/registry/configmaps/default/no-json": ' +
        "invalid character 'h' in literal true (expecting 'r')",
    },
  });
  const again = await client.post(configMaps, configMap('no-json'));
  expect(again).toMatchObject({ status: 500, body: { message: expect.stringContaining('cannot be read') } });
  for (const query of ['', '?dryRun=All'])
    expect((await client.delete(`${configMaps}/bad-data${query}`)).status).toBe(500);
  const patch = await client.merge(`${configMaps}/bad-data?dryRun=All`, { data: {} });
  expect(patch.status).toBe(500);
  expect((await client.post(`${configMaps}?dryRun=All`, configMap('bad-data'))).status).toBe(500);
  const put = await client.put(`${configMaps}/cut`, configMap('cut'));
  expect(put.status).toBe(500);
}

async function expectUsable({ client }: TestServer): Promise<void> {
  const { body } = await client.get(`${configMaps}/versioned`);
  expect(Object.keys(body.metadata).sort()).toEqual([
    'creationTimestamp',
    'labels',
    'name',
    'namespace',
    'resourceVersion',
    'uid',
  ]);
  expect(body.metadata).toMatchObject({ uid: 'u-1', labels: { uid: 'x' } });
  expect(body.metadata.resourceVersion).not.toBe('1');
  const disordered = (await client.get(`${configMaps}/disordered`)).body;
  expect(disordered).toMatchObject({ data: { metadata: '{' } });
  expect(disordered).not.toHaveProperty('more');
  expect((await client.put(`${configMaps}/disordered`, { ...disordered, data: { a: 'b' } })).status).toBe(
    200,
  );
}

describe('what was written into the embedded store behind the server', () => {
  let directory: string;
  let server: TestServer;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'unreadable-'));
    server = await TestServer.start({ directory });
    await server.client.post(configMaps, configMap('good'));
    await server.client.post(deployments, deployment('good'));
    await server.stop();
    const kv = await openEmbedded({ directory: `${directory}/store` });
    await writeAll(kv, { ...garbage, ...unusual });
    await kv.close();
    server = await TestServer.start({ directory });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('takes down neither the start nor a list that it cannot belong to', () => expectToLive(server));
  it('is reported by name, counted, and refused by name', () => expectReports(server));
  it('is used as far as it makes sense', () => expectUsable(server));
});

describe('what is written into etcd behind the server, while it runs', () => {
  let etcd: Etcd;
  let kv: Kv;
  let server: TestServer;
  beforeAll(async () => {
    etcd = await startEtcd({ members: 1 });
    server = await TestServer.start({
      flags: [`--etcd-servers=${etcd.endpoints[0]}`, '--watch-cache-check-interval=500ms'],
    });
    await server.client.post(configMaps, configMap('good'));
    await server.client.post(deployments, deployment('good'));
    kv = await openEtcd({ endpoints: etcd.endpoints, tls: {} });
    await writeAll(kv, { ...garbage, ...unusual });
  });
  afterAll(async () => {
    await kv?.close();
    await server?.remove();
    await etcd?.stop();
  });

  it('takes no list down that it cannot belong to', () => expectToLive(server));
  it('is reported by name, counted, and refused by name', () => expectReports(server));
  it('is used as far as it makes sense', () => expectUsable(server));

  it('ends the watches of an object that is spoilt with an error, and all is served when it is mended', async () => {
    const { client } = server;
    const other = '/api/v1/namespaces/kube-public/configmaps';
    const whole = `${other}?watch=1`;
    await client.post(other, configMap('spoilt', { n: '1' }));
    const key = '/registry/configmaps/kube-public/spoilt';
    const system = '/api/v1/namespaces/kube-system/configmaps';
    const paths = [
      whole,
      `${whole}&${byName('spoilt')}`,
      `${whole}&${byName('beside')}`,
      `${system}?watch=1`,
    ];
    const [all, named, beside, elsewhere] = await Promise.all(paths.map((path) => client.watch(path)));
    const before = (await client.get(other)).body;
    const { item } = await kv.get(key);
    const spoiling = await kv.update(key, Buffer.from('{'), item!.modRevision);
    for (const watch of [all!, named!]) {
      await expect.poll(() => watch.ended).toBe(true);
      const { type, object } = watch.events.at(-1)!;
      expect(type).toBe('ERROR');
      expect(object).toMatchObject({ kind: 'Status', code: 500, message: expect.stringContaining(key) });
      expect(watch.events.filter((event) => event.type !== 'ADDED')).toHaveLength(1);
    }
    expect((await client.get(other)).status).toBe(500);
    expect((await client.get(`${other}/spoilt`)).status).toBe(500);
    const old = await client.get(`${other}?resourceVersion=${item!.modRevision}&resourceVersionMatch=Exact`);
    expect(old.body.items).toEqual(before.items);
    const since = await client.get(
      `${other}?resourceVersion=${spoiling.revision}&resourceVersionMatch=Exact`,
    );
    expect(since.status).toBe(500);
    expect((await client.get(`${whole}&resourceVersion=${item!.modRevision}`)).status).toBe(500);

    await client.post(other, configMap('beside'));
    expect((await beside!.until(1))[0]).toMatchObject({ type: 'ADDED' });
    await client.post(system, configMap('late'));
    await expect.poll(() => elsewhere!.events.map(({ object }) => object.metadata.name)).toContain('late');
    expect(elsewhere!.events.every(({ type }) => type === 'ADDED')).toBe(true);

    await kv.update(key, item!.value, spoiling.revision);
    await expect.poll(async () => (await client.get(other)).status).toBe(200);
    expect((await client.get(`${other}/spoilt`)).body.data).toEqual({ n: '1' });
    const past = await client.watch(`${whole}&resourceVersion=${item!.modRevision}`);
    expect((await past.until(1))[0]).toMatchObject({ type: 'ERROR', object: { code: 410 } });
    expect(
      (await client.get(`${other}?resourceVersion=${spoiling.revision}&resourceVersionMatch=Exact`)).status,
    ).toBe(500);
    for (const watch of [beside!, elsewhere!]) watch.close();
  });

  it('is removed for those who insist and may, where the operator allows it, and nothing that can be read is', async () => {
    const option = 'ignoreStoreReadErrorWithClusterBreakingPotential';
    const insisting = `?${option}=true`;
    expect((await server.client.delete(`${configMaps}/cut${insisting}`)).status).toBe(500);
    await server.stop();
    server = await TestServer.start({
      directory: server.directory,
      flags: [
        `--etcd-servers=${etcd.endpoints[0]}`,
        '--allow-unsafe-malformed-object-deletion',
        '--authorization-mode=RBAC',
      ],
    });
    const { client } = server;
    expect((await client.delete(`${configMaps}/cut`)).status).toBe(500);
    expect(await client.get(configMaps)).toMatchObject({
      status: 500,
      body: {
        reason: 'StorageReadError',
        message: 'failed to read one or more configmaps from the storage',
        details: { kind: 'configmaps', name: '/registry/configmaps/' },
      },
    });
    const { causes } = (await client.get(configMaps)).body.details;
    expect(causes.map(({ field }: any) => field).sort()).toEqual(
      Object.keys(garbage)
        .filter((key) => key.startsWith(base))
        .sort(),
    );
    expect(causes[0]).toMatchObject({
      reason: 'UnexpectedServerResponse',
      message: expect.stringMatching(/^object not decodable revision=\d+: ./),
    });

    const both = await client.delete(`${configMaps}/cut${insisting}&dryRun=All&gracePeriodSeconds=0`);
    expect(both).toMatchObject({ status: 422, body: { reason: 'Invalid' } });
    expect(both.body.message).toContain(
      `${option}: Invalid value: true: cannot be set together with .dryRun, ` +
        `${option}: Invalid value: true: cannot be set together with .gracePeriodSeconds`,
    );
    const readable = await client.delete(`${configMaps}/good${insisting}`);
    expect(readable.status).toBe(422);
    expect(readable.body.message).toContain('is exclusively used to delete corrupt object(s)');
    expect((await client.get(`${configMaps}/good`)).status).toBe(200);
    expect((await client.delete(`${configMaps}/never${insisting}`)).status).toBe(422);

    const jane = server.connect({ token: 'user-token' });
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['delete'] }];
    const roles = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
    await client.post(`${roles}/roles`, { metadata: { name: 'deleter' }, rules });
    await client.post(`${roles}/rolebindings`, {
      metadata: { name: 'deleter' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'deleter' },
      subjects: [{ kind: 'User', name: 'jane' }],
    });
    await expect.poll(async () => (await jane.delete(`${configMaps}/cut`)).status).toBe(500);
    const forbidden = await jane.delete(`${configMaps}/cut${insisting}`);
    expect(forbidden.status).toBe(403);
    expect(forbidden.body.message).toContain('cannot unsafe-delete-ignore-read-errors');

    const gone = await client.delete(`${configMaps}/cut`, {
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      [option]: true,
    });
    expect(gone).toMatchObject({ status: 200, body: { kind: 'Status', status: 'Success' } });
    expect((await kv.get(`${base}/cut`)).item).toBeUndefined();
    expect((await client.post(configMaps, configMap('cut'))).status).toBe(201);
    for (const name of ['no-spec', 'bad-time'])
      expect((await client.delete(`${deployments}/${name}${insisting}`)).status).toBe(200);
    const names = (await client.get(deployments)).body.items.map(({ metadata }: any) => metadata.name);
    expect(names).toEqual(['good']);
  });

  it('the self-check of the caches counts it as known', async () => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect((await server.client.get('/metrics')).text).not.toMatch(/self_check_failures_total\{/);
  });
});
