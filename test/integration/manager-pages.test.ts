import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const program = new URL('../../dist/commands/controller-manager.js', import.meta.url).pathname;
const events = '/api/v1/namespaces/kube-system/events';

let server: TestServer;
let manager: ChildProcess;
let port: number;

beforeAll(async () => {
  server = await TestServer.start();
  manager = spawn(
    process.execPath,
    [
      program,
      `--kubeconfig=${server.kubeconfig}`,
      ...['--dialect=kubernetes', `--secure-port=${await freePort()}`, '--bind-address=127.0.0.1'],
    ],
    { stdio: ['ignore', 'inherit', 'pipe'] },
  );
  let log = '';
  manager.stderr!.on('data', (chunk: Buffer) => (log += chunk.toString()));
  await until(() => /serving on https:\/\/127\.0\.0\.1:\d+/.test(log));
  port = Number(/serving on https:\/\/127\.0\.0\.1:(\d+)/.exec(log)![1]);
  await until(async () => (await server.client.get(`${configMaps}/kube-root-ca.crt`)).status === 200);
}, 60_000);
afterAll(async () => {
  manager.kill('SIGKILL');
  await server.remove();
});

async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port: free } = taken.address() as AddressInfo;
  taken.close();
  await once(taken, 'close');
  return free;
}

const configMaps = '/api/v1/namespaces/default/configmaps';

interface Answer {
  status: number;
  type: string;
  text: string;
}

async function get(path: string, token = 'admin-token', tls: object = {}): Promise<Answer> {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path,
    headers,
    rejectUnauthorized: false,
    agent: false,
    ...tls,
  }).end();
  const [answer] = await once(outgoing, 'response');
  return { status: answer.statusCode, type: answer.headers['content-type'], text: await text(answer) };
}

const figure = async (start: string): Promise<string[]> =>
  (await get('/metrics')).text.split('\n').filter((line) => line.startsWith(start));

it.each(['/metrics', '/configz', '/debug/controllers/garbagecollector/graph'])(
  '%s is for those whom the API server lets read it',
  async (path) => {
    expect(await get(path, '')).toMatchObject({ status: 403 });
    expect(await get(path, 'nobody')).toMatchObject({ status: 401 });
    expect(await get(path, 'user-token')).toMatchObject({ status: 403 });
    expect(await get(path)).toMatchObject({ status: 200 });
  },
);

it('a client certificate of an authority that the API server publishes is enough', async () => {
  const [{ user }] = parse(readFileSync(server.kubeconfig, 'utf8')).users;
  const pem = (key: string) => Buffer.from(user[key], 'base64').toString();
  const admin = { cert: pem('client-certificate-data'), key: pem('client-key-data') };
  await until(async () => (await get('/configz', '', admin)).status === 200);
});

it('the authority of the client configuration is published where no flag names one', async () => {
  const { body } = await server.client.get(`${configMaps}/kube-root-ca.crt`);
  expect(body.data['ca.crt']).toBe(readFileSync(join(server.directory, 'ca.crt'), 'utf8'));
});

describe('metrics of the manager', () => {
  it('count the work of its queues', async () => {
    const queues = [
      'serviceaccount',
      'root_ca_cert_publisher',
      'namespace',
      'garbage_collector_attempt_to_delete',
    ];
    for (const name of queues) expect(await figure(`workqueue_depth{name="${name}"}`)).toHaveLength(1);
    const [adds] = await figure('workqueue_adds_total{name="root_ca_cert_publisher"}');
    expect(Number(adds?.split(' ')[1])).toBeGreaterThan(3);
    expect(await figure('workqueue_work_duration_seconds_count{name="root_ca_cert_publisher"}')).toHaveLength(
      1,
    );
  });

  it('metrics of the controller manager count its requests', async () => {
    const host = `127.0.0.1:${server.port}`;
    const [created] = await figure(`rest_client_requests_total{code="201",method="POST",host="${host}"}`);
    expect(Number(created?.split(' ')[1])).toBeGreaterThan(3);
    const labels = `{verb="POST",host="${host}"}`;
    expect(await figure(`rest_client_request_duration_seconds_count${labels}`)).toHaveLength(1);
    expect(await figure(`rest_client_rate_limiter_duration_seconds_count${labels}`)).toHaveLength(1);
  });

  it('say that it leads', async () => {
    expect(await figure('leader_election_master_status')).toEqual([
      'leader_election_master_status{name="kube-controller-manager"} 1',
    ]);
  });
});

it('the graph of the garbage collector shows what belongs to what', async () => {
  const owner = (await server.client.post(configMaps, { metadata: { name: 'owner' } })).body.metadata;
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.uid }];
  await server.client.post(configMaps, { metadata: { name: 'dependent', ownerReferences } });
  const path = '/debug/controllers/garbagecollector/graph';
  await until(async () => (await get(path)).text.includes('name="dependent"'));
  const { type, text: around } = await get(`${path}?uid=${owner.uid}`);
  expect(type).toBe('text/vnd.graphviz');
  expect(around).toContain('name="owner"');
  expect((await get(`${path}?uid=none`)).text).not.toContain('name="owner"');
});

it('the lease has an event of each change of its leader', async () => {
  const found = async (message: RegExp): Promise<any> => {
    const { items } = (await server.client.get(events)).body;
    return items.find((event: any) => message.test(event.message));
  };
  await until(async () => (await found(/ became leader$/)) !== undefined);
  const lease = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager';
  const { metadata, spec } = (await server.client.get(lease)).body;
  expect(await found(/ became leader$/)).toMatchObject({
    type: 'Normal',
    reason: 'LeaderElection',
    message: `${spec.holderIdentity} became leader`,
    involvedObject: {
      kind: 'Lease',
      apiVersion: 'coordination.k8s.io/v1',
      uid: metadata.uid,
      namespace: 'kube-system',
      name: 'kube-controller-manager',
    },
    source: { component: 'kube-controller-manager' },
  });
  manager.kill('SIGTERM');
  await once(manager, 'exit');
  expect(await found(/ stopped leading$/)).toMatchObject({ reason: 'LeaderElection' });
});

it('the API server shows the queues of the controllers that run in it', async () => {
  const local = await TestServer.start({ flags: ['--controllers=*'] });
  try {
    const path = '/api/v1/namespaces/default/configmaps/kube-root-ca.crt';
    await until(async () => (await local.client.get(path)).status === 200);
    const { text: metrics } = await local.client.get('/metrics');
    for (const name of ['root_ca_cert_publisher', 'resourcequota_primary', 'autoregister']) {
      expect(metrics).toContain(`workqueue_adds_total{name="${name}"}`);
    }
    expect(metrics).toContain('rest_client_requests_total{code="201",method="POST",host="localhost"}');
  } finally {
    await local.remove();
  }
});
