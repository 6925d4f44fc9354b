import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

describe('health', () => {
  it.each(['healthz', 'livez', 'readyz'])('/%s says ok, and with verbose each check', async (name) => {
    expect(await server.client.get(`/${name}`)).toMatchObject({ status: 200, text: 'ok' });
    const { text, headers } = await server.client.get(`/${name}?verbose`);
    const checks = [
      'ping',
      'log',
      'etcd',
      // A store of the server's own has to take writes.
      ...(name === 'readyz' ? ['etcd-readiness', 'informer-sync', 'storage-readable'] : []),
      'poststarthook/start-kube-apiserver-admission-initializer',
      'poststarthook/generic-apiserver-start-informers',
      'poststarthook/priority-and-fairness-config-consumer',
      'poststarthook/priority-and-fairness-filter',
      'poststarthook/start-apiextensions-informers',
      'poststarthook/start-apiextensions-controllers',
      'poststarthook/crd-informer-synced',
      'poststarthook/bootstrap-controller',
      'poststarthook/rbac/bootstrap-roles',
      'poststarthook/scheduling/bootstrap-system-priority-classes',
      'poststarthook/priority-and-fairness-config-producer',
      'poststarthook/start-cluster-authentication-info-controller',
      // The server has made its own identity.
      'poststarthook/aggregator-reload-proxy-client-cert',
      'poststarthook/start-kube-aggregator-informers',
      'poststarthook/apiservice-registration-controller',
      'poststarthook/apiservice-status-available-controller',
      'poststarthook/kube-apiserver-autoregistration',
      'autoregister-completion',
      'poststarthook/apiservice-openapi-controller',
      ...(name === 'readyz' ? ['shutdown'] : []),
    ];
    expect(text).toBe(`${checks.map((check) => `[+]${check} ok\n`).join('')}${name} check passed\n`);
    for (const check of checks) expect((await server.client.get(`/${name}/${check}`)).text).toBe('ok');
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect((await server.client.get(`/${name}/none`)).status).toBe(404);
  });

  it('excludes checks, and warns of what cannot be', async () => {
    const { text } = await server.client.get('/readyz?verbose&exclude=etcd&exclude=nothing');
    expect(text).toContain('[+]etcd excluded: ok\n');
    expect(text).toContain('warn: some health checks cannot be excluded: no matches for "nothing"\n');
  });
});

it('without priority and fairness the health checks have the limits of requests in flight instead', async () => {
  const plain = await TestServer.start({ flags: ['--enable-priority-and-fairness=false'] });
  const { text } = await plain.client.get('/readyz?verbose');
  expect(text).toContain('[+]poststarthook/max-in-flight-filter ok\n');
  expect(text).not.toContain('priority-and-fairness-filter');
  await plain.remove();
});

describe('the version', () => {
  it('says of what commit the server was built, and when', async () => {
    const { body } = await server.client.get('/version');
    expect(body).toMatchObject({
      gitCommit: expect.stringMatching(/^[\da-f]{40}$/),
      gitTreeState: expect.stringMatching(/^(clean|dirty|archive)$/),
      buildDate: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
  });
});

describe('metrics', () => {
  it('have the names of the field, and values from the definitions alone', async () => {
    await server.client.get('/api/v1/pods');
    const { text } = await server.client.get('/metrics');
    for (const name of [
      'apiserver_request_total',
      'apiserver_request_duration_seconds_bucket',
      'apiserver_response_sizes_sum',
      'apiserver_current_inflight_requests',
      'apiserver_storage_objects',
      'apiserver_watch_cache_revision_lag',
      'etcd_request_duration_seconds_count',
      'etcd_db_total_size_in_bytes',
      'process_resident_memory_bytes',
    ]) {
      expect(text).toContain(`\n${name}`);
    }
    expect(text).toMatch(
      /apiserver_request_total\{verb="LIST",group="",version="v1",resource="pods",[^}]*code="200"\} 1/,
    );
  });

  it('10,000 user agents, methods and paths add no series', async () => {
    const series = async () =>
      (await server.client.get('/metrics')).text.split('\n').filter((line) => line.startsWith('apiserver_'))
        .length;
    const send = (method: string, n: number) =>
      server.client.send(method, n % 2 === 0 ? `/api/v1/thing${n}` : `/apis/g${n}/v1/x/y${n}`, {
        headers: { 'user-agent': `agent-${n}` },
      });
    // A method that is none ends its connection, sometimes before the answer is read.
    const ask = (n: number) => (n % 10 === 0 ? send('BREW', n).catch(() => {}) : send('GET', n));
    await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)));
    const before = await series();
    for (let n = 0; n < 10_000; n += 50) await Promise.all(Array.from({ length: 50 }, (_, k) => ask(n + k)));
    expect(await series()).toBe(before);
  }, 60_000);
});
