import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  const created = await server.client.post('/api/v1/namespaces/default/configmaps', {
    metadata: { name: 'shown' },
    data: { key: 'x'.repeat(1_000) },
  });
  expect(created.status).toBe(201);
});
afterAll(() => server?.remove());

describe('below /debug/', () => {
  it.each([
    'heap-snapshot',
    'event-loop?seconds=0.1',
    'watch-cache',
    'slow-requests',
    'connections',
    'pprof/profile?seconds=0.1',
  ])('%s is for those alone who may get it', async (page) => {
    for (const token of ['user-token', 'reader-token']) {
      const client = server.connect({ token });
      expect((await client.get(`/debug/${page}`)).status).toBe(403);
      client.close();
    }
  });

  it('a role opens a page, and no other', async () => {
    const group = '/apis/rbac.authorization.k8s.io/v1';
    await server.client.post(`${group}/clusterroles`, {
      metadata: { name: 'tables' },
      rules: [{ verbs: ['get'], nonResourceURLs: ['/debug/watch-cache'] }],
    });
    await server.client.post(`${group}/clusterrolebindings`, {
      metadata: { name: 'tables' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'tables' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'reader' }],
    });
    const client = server.connect({ token: 'reader-token' });
    expect((await client.get('/debug/watch-cache')).status).toBe(200);
    expect((await client.get('/debug/heap-snapshot')).status).toBe(403);
    client.close();
  });

  it('there is an index, and nothing at other paths', async () => {
    const { status, text } = await server.client.get('/debug/');
    expect([status, text]).toEqual([200, expect.stringContaining('/debug/heap-snapshot')]);
    expect((await server.client.get('/debug/nothing')).status).toBe(404);
  });
});

it('the watch cache shows each resource type with its objects, watchers and history', async () => {
  const watch = await server.client.watch(
    '/api/v1/namespaces/default/configmaps?watch=true&resourceVersion=0',
  );
  await watch.until(1);
  const { total, rows } = (await server.client.get('/debug/watch-cache')).body;
  expect(rows).toHaveLength(total);
  const row = rows.find(({ resource }: { resource: string }) => resource === 'configmaps');
  watch.close();
  expect(row).toMatchObject({ lags: false, hasUnreadable: false, history: { isCutShort: false } });
  expect([row.objects > 0, row.bytes > 1_000, row.watchers > 0, row.history.events > 0]).toEqual([
    ...[true, true, true, true],
  ]);
});

it('the slow requests are there, as many as there were', async () => {
  const { total, rows } = (await server.client.get('/debug/slow-requests')).body;
  expect(rows).toHaveLength(total);
});

it('the connections show who is there', async () => {
  const client = server.connect({ token: 'user-token' });
  await client.get('/api/v1/pods');
  const { rows } = (await server.client.get('/debug/connections')).body;
  client.close();
  expect(rows).toContainEqual(
    expect.objectContaining({
      protocol: 'HTTP/1.1',
      tls: 'TLSv1.3',
      user: 'jane',
      requests: 1,
      openRequests: 0,
      from: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    }),
  );
  expect(rows).toContainEqual(expect.objectContaining({ user: 'admin', openRequests: 1 }));
});

it('the event loop is watched for so long, one look at a time', async () => {
  const [first, second] = await Promise.all([
    server.client.get('/debug/event-loop?seconds=0.5'),
    server.client.get('/debug/event-loop?seconds=0.5'),
  ]);
  expect([first.status, second.status].sort()).toEqual([200, 503]);
  const { body } = first.status === 200 ? first : second;
  expect(body).toMatchObject({ pid: server.process.pid, seconds: 0.5 });
  expect(body.delay.max).toBeGreaterThanOrEqual(body.delay.percentiles.p50);
  expect(body.utilization).toBeLessThanOrEqual(1);
  expect((await server.client.get('/debug/event-loop?seconds=51')).status).toBe(400);
});

it('a heap snapshot can be read by tools, and the server answers again at once', async () => {
  const { status, headers, text } = await server.client.get('/debug/heap-snapshot');
  expect([status, headers['content-type']]).toEqual([200, 'application/octet-stream']);
  const { snapshot, nodes, strings } = JSON.parse(text);
  expect(nodes).toHaveLength(snapshot.node_count * snapshot.meta.node_fields.length);
  expect(strings).toContain('ResourceCache');
  expect((await server.client.get('/readyz')).status).toBe(200);
  // Each stops the server: there is a rest between them.
  const again = await server.client.get('/debug/heap-snapshot');
  expect([again.status, Number(again.headers['retry-after']) > 0]).toEqual([503, true]);
});

describe('the verbosity of the log', () => {
  const path = '/debug/flags/v';
  const put = (body: string) =>
    server.client.send('PUT', path, { body, headers: { 'content-type': 'text/plain' } });
  const logged = (name: string): boolean => server.output.includes(`/configmaps/${name}`);
  const ask = (name: string) => server.client.get(`/api/v1/namespaces/default/configmaps/${name}`);

  it('is changed while the server runs: requests are logged from 3 on', async () => {
    await ask('before');
    expect((await put('3')).text).toBe('the verbosity of the log is 3 now\n');
    await ask('meanwhile');
    await until(() => logged('meanwhile'));
    expect((await put('0')).status).toBe(200);
    await ask('after');
    expect((await put('2')).status).toBe(200);
    expect([logged('before'), logged('after')]).toEqual([false, false]);
  });

  it.each(['', 'debug', '-1', '11', '1'.repeat(100)])('is no %j', async (body) => {
    expect((await put(body)).status).toBe(400);
  });

  it('is put, by those who may', async () => {
    expect((await server.client.get(path)).status).toBe(405);
    const client = server.connect({ token: 'user-token' });
    expect((await client.send('PUT', path, { body: '9' })).status).toBe(403);
    client.close();
  });
});

it('with --profiling=false there is none of it', async () => {
  const plain = await TestServer.start({ flags: ['--profiling=false'] });
  try {
    const tables = ['watch-cache', 'slow-requests', 'connections'];
    for (const page of ['', 'heap-snapshot', ...tables, 'event-loop', 'flags/v', 'pprof/'])
      expect((await plain.client.get(`/debug/${page}`)).status).toBe(404);
  } finally {
    await plain.remove();
  }
});
