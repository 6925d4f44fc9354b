import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startEtcd } from '../support/etcd.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const directory = mkdtempSync(join(tmpdir(), 'flags-cluster-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.remove()));
});

async function start(options: Parameters<typeof TestServer.start>[0]): Promise<TestServer> {
  const server = await TestServer.start(options);
  servers.push(server);
  return server;
}

const pods = '/api/v1/namespaces/default/pods';
const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';
const privileged = (name: string) => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i', securityContext: { privileged: true } }] },
});

describe('what is stored', () => {
  it('--event-ttl: events go by themselves', async () => {
    const { client } = await start({
      flags: ['--event-ttl=2s', '--disable-admission-plugins=ServiceAccount'],
    });
    const events = '/api/v1/namespaces/default/events';
    const involvedObject = { kind: 'Pod', name: 'p', namespace: 'default' };
    const made = await client.post(events, {
      metadata: { name: 'e' },
      involvedObject,
      reason: 'R',
      message: 'm',
      type: 'Normal',
    });
    expect(made.status, made.text).toBe(201);
    await until(async () => (await client.get(`${events}/e`)).status === 404);
  });

  it('--allow-privileged=false: privileged containers are refused, in pods and in templates', async () => {
    const { client } = await start({
      flags: ['--allow-privileged=false', '--disable-admission-plugins=ServiceAccount'],
    });
    const refused = await client.post(pods, privileged('p'));
    expect(refused.status).toBe(422);
    expect(refused.body.message).toContain(
      'spec.containers[0].securityContext.privileged: Forbidden: disallowed by cluster policy',
    );
    const { spec } = privileged('p');
    const labels = { app: 'a' };
    const template = { metadata: { labels }, spec };
    for (const [path, kind] of [
      ['/apis/apps/v1/namespaces/default/deployments', { selector: { matchLabels: labels }, template }],
      ['/apis/apps/v1/namespaces/default/daemonsets', { selector: { matchLabels: labels }, template }],
      ['/apis/batch/v1/namespaces/default/jobs', { template: { spec: { ...spec, restartPolicy: 'Never' } } }],
      ['/api/v1/namespaces/default/replicationcontrollers', { selector: labels, template }],
    ] as const) {
      const answer = await client.post(path, { metadata: { name: 'w' }, spec: kind });
      expect(answer.status, path).toBe(422);
      expect(answer.body.message).toContain('privileged: Forbidden: disallowed by cluster policy');
    }
  });

  it('--delete-collection-workers=1: a collection is deleted all the same', async () => {
    const { client } = await start({ flags: ['--delete-collection-workers=1'] });
    const maps = '/api/v1/namespaces/default/configmaps';
    for (const name of ['a', 'b', 'c']) await client.post(maps, { metadata: { name } });
    expect((await client.delete(maps)).status).toBe(200);
    expect((await client.get(maps)).body.items).toEqual([]);
  });

  it('--etcd-compaction-interval: old revisions are forgotten', async () => {
    const etcd = await startEtcd({ members: 1 });
    try {
      await start({ flags: [`--etcd-servers=${etcd.endpoints[0]}`, '--etcd-compaction-interval=1s'] });
      const key = Buffer.from('/registry/').toString('base64');
      const readOld = () =>
        fetch(`${etcd.endpoints[0]}/v3/kv/range`, {
          method: 'POST',
          body: JSON.stringify({ key, revision: 2 }),
        });
      await until(async () =>
        (await (await readOld()).text()).includes('required revision has been compacted'),
      );
    } finally {
      await Promise.all(servers.splice(0).map((server) => server.remove()));
      await etcd.stop();
    }
  });

  it('--etcd-compaction-interval: each worker hears of it', async () => {
    const etcd = await startEtcd({ members: 1 });
    try {
      const flags = [`--etcd-servers=${etcd.endpoints[0]}`, '--etcd-compaction-interval=1s', '--workers=2'];
      const server = await start({ flags });
      const maps = '/api/v1/namespaces/default/configmaps';
      const { resourceVersion } = (await server.client.get(maps)).body.metadata;
      await server.client.post(maps, { metadata: { name: 'a' } });
      const ca = readFileSync(join(server.directory, 'ca.crt'));
      // New connections go to the workers by turns.
      const read = async (): Promise<number> => {
        const client = server.connect({ token: 'admin-token', agent: new Agent({ keepAlive: false, ca }) });
        const path = `${maps}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`;
        return (await client.get(path)).status;
      };
      await until(async () =>
        (await Promise.all([read(), read(), read(), read()])).every((code) => code === 410),
      );
    } finally {
      await Promise.all(servers.splice(0).map((server) => server.remove()));
      await etcd.stop();
    }
  });
});

describe('where the server is', () => {
  const endpoints = '/api/v1/namespaces/default/endpoints/kubernetes';

  it('--endpoint-reconciler-type=none: the server announces itself nowhere', async () => {
    const { client } = await start({
      flags: ['--advertise-address=192.0.2.7', '--endpoint-reconciler-type=none'],
    });
    expect((await client.get(endpoints)).status).toBe(404);
    expect((await client.get('/api/v1/namespaces/default/services/kubernetes')).status).toBe(200);
    const { body } = await client.get('/api');
    expect(body.serverAddressByClientCIDRs).toEqual([
      { clientCIDR: '0.0.0.0/0', serverAddress: expect.stringMatching(/^192\.0\.2\.7:[1-9]\d+$/) },
    ]);
  });

  it('--kubernetes-service-node-port: its Service has a port on every node', async () => {
    const { client } = await start({
      flags: ['--advertise-address=192.0.2.7', '--kubernetes-service-node-port=30443'],
    });
    expect((await client.get(endpoints)).text).toContain('192.0.2.7');
    const { body } = await client.get('/api/v1/namespaces/default/services/kubernetes');
    expect(body.spec).toMatchObject({ type: 'NodePort', ports: [{ port: 443, nodePort: 30443 }] });
  });

  it('--feature-gates=APIServerIdentity=true: each server keeps a Lease, and removes those of servers that are gone', async () => {
    const flags = ['--feature-gates=APIServerIdentity=true', '--identity-lease-duration-seconds=60'];
    const first = await start({ flags: [...flags, '--identity-lease-renew-interval-seconds=1'] });
    const mine = `${leases}?labelSelector=k8s.io/component=kube-apiserver`;
    const [lease] = (await first.client.get(mine)).body.items;
    expect(lease).toMatchObject({
      metadata: { name: expect.stringMatching(/^kube-apiserver-[0-9a-f-]{36}$/) },
      spec: { holderIdentity: lease.metadata.name, leaseDurationSeconds: 60 },
    });
    await until(async () => {
      const [now] = (await first.client.get(mine)).body.items;
      return now.spec.renewTime > lease.spec.renewTime;
    });
    const old = { holderIdentity: 'gone', leaseDurationSeconds: 1, renewTime: '2020-01-01T00:00:00.000000Z' };
    const labels = { 'k8s.io/component': 'kube-apiserver' };
    expect((await first.client.post(leases, { metadata: { name: 'gone', labels }, spec: old })).status).toBe(
      201,
    );
    await first.stop();
    const second = await start({ directory: first.directory, flags });
    await until(async () => (await second.client.get(`${leases}/gone`)).status === 404);
    expect((await second.client.get(`${leases}/${lease.metadata.name}`)).status).toBe(200);
  });

  it('without the gate there is no Lease', async () => {
    const { client } = await start({});
    expect((await client.get(leases)).body.items).toEqual([]);
  });

  it('--permit-port-sharing: two servers listen on one port', async () => {
    const etcd = await startEtcd({ members: 1 });
    try {
      const flags = [`--etcd-servers=${etcd.endpoints[0]}`, '--permit-port-sharing'];
      const first = await start({ flags });
      const second = await start({ flags: [...flags, `--secure-port=${first.port}`] });
      expect(second.port).toBe(first.port);
      const alone = TestServer.start({ flags: [`--secure-port=${first.port}`] });
      await expect(alone).rejects.toThrow(/cannot serve on .*EADDRINUSE/);
    } finally {
      await Promise.all(servers.splice(0).map((server) => server.remove()));
      await etcd.stop();
    }
  });

  it('--cert-dir: generated credentials are kept there', async () => {
    const credentials = mkdtempSync(join(tmpdir(), 'cert-dir-'));
    const data = join(directory, 'data');
    await start({ directory: credentials, flags: [`--data-dir=${data}`, `--cert-dir=${credentials}`] });
    expect([existsSync(join(credentials, 'ca.key')), existsSync(join(data, 'ca.key'))]).toEqual([
      true,
      false,
    ]);
    expect(existsSync(join(data, 'store'))).toBe(true);
  });
});

describe('--config', () => {
  it('a server runs by a file, and by what the command line says otherwise', async () => {
    const file = join(directory, 'flags.yaml');
    writeFileSync(
      file,
      'profiling: false\nevent-ttl: 2h\nstrict-transport-security-directives: [max-age=1, preload]\n',
    );
    const { client } = await start({ flags: [`--config=${file}`, '--profiling=true'] });
    const { status, headers } = await client.get('/debug/pprof/');
    expect([status, headers['strict-transport-security']]).toEqual([200, 'max-age=1; preload']);
  });
});

describe('plugins and metrics', () => {
  it('--admission-control: the plugins that it names, and no others', async () => {
    const { client } = await start({ flags: ['--admission-control=NamespaceLifecycle'] });
    // No ServiceAccount plugin asks for the account, which is not there.
    expect((await client.post(pods, privileged('p'))).status).toBe(201);
    const { status } = await client.post('/api/v1/namespaces/nowhere/configmaps', {
      metadata: { name: 'c' },
    });
    expect(status).toBe(404);
  });

  it.each([
    [['--emulated-version=1.22'], true],
    [['--emulated-version=1.26'], false],
    [['--emulated-version=1.26', '--show-hidden-metrics-for-version=1.25'], true],
  ])('%j: a metric deprecated in 1.23 is shown: %s', async (flags, isShown) => {
    const { client } = await start({ flags });
    const { text } = await client.get('/metrics');
    expect(text.includes('apiserver_registered_watchers')).toBe(isShown);
    expect(text).toContain('apiserver_longrunning_requests');
  });

  it.each([true, false])('--feature-gates=APIPriorityAndFairness=%s', async (isOn) => {
    const { client } = await start({ flags: [`--feature-gates=APIPriorityAndFairness=${isOn}`] });
    const { headers } = await client.get('/api/v1/namespaces');
    expect('x-kubernetes-pf-flowschema-uid' in headers).toBe(isOn);
  });

  it('--profiling=false: there are no profiles', async () => {
    const { client } = await start({ flags: ['--profiling=false'] });
    expect((await client.get('/debug/pprof/profile?seconds=1')).status).toBe(404);
  });
});

it('--shutdown-send-retry-after: new requests get 429 while open ones are served to their end', async () => {
  const server = await start({ flags: ['--shutdown-send-retry-after', '--shutdown-delay-duration=1s'] });
  const body = JSON.stringify({ metadata: { name: 'late' } });
  const slow = request({
    host: '127.0.0.1',
    port: server.port,
    method: 'POST',
    rejectUnauthorized: false,
    path: '/api/v1/namespaces/default/configmaps',
    headers: {
      authorization: 'Bearer admin-token',
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  slow.write(body.slice(0, 5));
  // The server has it, and waits for the rest.
  await once(slow, 'continue');
  const exited = once(server.process, 'exit');
  server.process.kill('SIGTERM');
  let refused = await server.client.get('/api/v1/namespaces');
  // During the delay everything is served.
  expect(refused.status).toBe(200);
  await until(async () => {
    refused = await server.client.get('/api/v1/namespaces');
    return refused.status !== 200;
  });
  expect(refused).toMatchObject({
    status: 429,
    text: 'The apiserver is shutting down, please try again later.\n',
    headers: { 'retry-after': '5', connection: 'close', 'content-type': 'text/plain; charset=utf-8' },
  });
  expect((await server.client.get('/readyz')).status).toBe(500);
  expect((await server.client.get('/livez')).status).toBe(200);
  const answered = once(slow, 'response');
  slow.end(body.slice(5));
  const [response] = await answered;
  expect(response.statusCode).toBe(201);
  response.resume();
  expect((await exited)[0]).toBe(0);
});
