import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askComponents } from '../../src/commands/apiserver/components.ts';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { TestServer } from '../support/server.ts';

const service = '/api/v1/namespaces/default/services/kubernetes';
const endpoints = '/api/v1/namespaces/default/endpoints/kubernetes';
const slices = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices';
const flowControl = '/apis/flowcontrol.apiserver.k8s.io/v1beta2';

/** Waits until something is so. */
async function eventually<T>(read: () => Promise<T>, expected: T, seconds: number): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  let actual = await read();
  while (JSON.stringify(actual) !== JSON.stringify(expected) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    actual = await read();
  }
  expect(actual).toEqual(expected);
}

const addressesIn = async (server: TestServer): Promise<string[]> =>
  (await server.client.get(endpoints)).body.subsets.flatMap(({ addresses }: any) =>
    addresses.map(({ ip }: any) => ip),
  );

const slicedAddresses = async (server: TestServer): Promise<string[]> =>
  (await server.client.get(`${slices}/kubernetes`)).body.endpoints.flatMap(({ addresses }: any) => addresses);

const names = async (server: TestServer, path: string): Promise<string[]> =>
  (await server.client.get(path)).body.items.map(({ metadata }: any) => metadata.name);

let etcd: Etcd;
let servers: TestServer[];

const start = (address: string): Promise<TestServer> =>
  TestServer.start({ flags: [`--etcd-servers=${etcd.endpoints[0]}`, `--advertise-address=${address}`] });

beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
  // Both at once: what is there from the start is there once.
  servers = await Promise.all([start('192.0.2.11'), start('192.0.2.12')]);
});
afterAll(async () => {
  for (const server of servers ?? []) await server.remove();
  await etcd?.stop();
});

describe('what is there from the start', () => {
  it('a Service that leads to the API, with the first address of its range', async () => {
    const { body } = await servers[0]!.client.get(service);
    expect(body).toMatchObject({
      metadata: { labels: { component: 'apiserver', provider: 'kubernetes' } },
      spec: {
        clusterIP: '10.0.0.1',
        clusterIPs: ['10.0.0.1'],
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
        sessionAffinity: 'None',
        type: 'ClusterIP',
        ports: [{ name: 'https', port: 443, protocol: 'TCP' }],
      },
    });
    expect(body.spec).not.toHaveProperty('selector');
  });

  it('the priority classes of the system are there from the start', async () => {
    const { items } = (await servers[0]!.client.get('/apis/scheduling.k8s.io/v1/priorityclasses')).body;
    expect(items.map(({ metadata, value }: any) => [metadata.name, value])).toEqual([
      ['system-cluster-critical', 2_000_000_000],
      ['system-node-critical', 2_000_001_000],
    ]);
  });

  it('levels and schemas of flow control', async () => {
    expect(await names(servers[0]!, `${flowControl}/prioritylevelconfigurations`)).toEqual([
      'catch-all',
      'exempt',
      'global-default',
      'leader-election',
      'node-high',
      'system',
      'workload-high',
      'workload-low',
    ]);
    const { items } = (await servers[1]!.client.get(`${flowControl}/flowschemas`)).body;
    const precedences = items.map(({ metadata, spec }: any) => [metadata.name, spec.matchingPrecedence]);
    expect(Object.fromEntries(precedences)).toEqual({
      exempt: 1,
      probes: 2,
      'system-leader-election': 100,
      'workload-leader-election': 200,
      'system-node-high': 400,
      'system-nodes': 500,
      'kube-controller-manager': 800,
      'kube-scheduler': 800,
      'kube-system-service-accounts': 900,
      'service-accounts': 9000,
      'global-default': 9900,
      'catch-all': 10_000,
    });
  });

  it('the start tells when each of it is done', async () => {
    const { text } = await servers[0]!.client.get('/readyz?verbose');
    for (const step of [
      'bootstrap-controller',
      'scheduling/bootstrap-system-priority-classes',
      'priority-and-fairness-config-producer',
      'rbac/bootstrap-roles',
    ]) {
      expect(text).toContain(`[+]poststarthook/${step} ok`);
      expect((await servers[0]!.client.get(`/livez/poststarthook/${step}`)).text).toBe('ok');
    }
  });

  it('a second start changes nothing of what an operator says is theirs, and keeps the rest', async () => {
    const { client } = servers[0]!;
    const level = (name: string) => `${flowControl}/prioritylevelconfigurations/${name}`;
    const annotations = { 'apf.kubernetes.io/autoupdate-spec': 'false' };
    const spec = { limited: { assuredConcurrencyShares: 55 } };
    await client.merge(level('workload-low'), { metadata: { annotations }, spec });
    await client.merge(level('workload-high'), { spec });
    expect((await client.delete(`${flowControl}/flowschemas/probes`)).status).toBe(200);
    const third = await start('192.0.2.13');
    const shares = async (name: string): Promise<number> =>
      (await third.client.get(level(name))).body.spec.limited.assuredConcurrencyShares;
    const found = [await shares('workload-low'), await shares('workload-high')];
    const { status } = await third.client.get(`${flowControl}/flowschemas/probes`);
    await third.stop();
    await third.remove();
    expect([...found, status]).toEqual([55, 40, 200]);
  });

  it('what nobody can do without comes back', async () => {
    await servers[0]!.client.delete(`${flowControl}/flowschemas/catch-all`);
    await servers[0]!.client.delete(`${flowControl}/prioritylevelconfigurations/catch-all`);
    const third = await start('192.0.2.13');
    expect((await third.client.get(`${flowControl}/flowschemas/catch-all`)).status).toBe(200);
    expect((await third.client.get(`${flowControl}/prioritylevelconfigurations/catch-all`)).status).toBe(200);
    await third.stop();
    await third.remove();
  });
});

describe('the replicas behind the Service', () => {
  it('all stand in its endpoints, and in a slice beside them', async () => {
    await eventually(() => addressesIn(servers[0]!), ['192.0.2.11', '192.0.2.12'], 15);
    const { body } = await servers[0]!.client.get(endpoints);
    expect(body.metadata.labels).toEqual({ 'endpointslice.kubernetes.io/skip-mirror': 'true' });
    expect(body.subsets).toHaveLength(1);
    const { items } = (
      await servers[1]!.client.get(`${slices}?labelSelector=kubernetes.io%2Fservice-name%3Dkubernetes`)
    ).body;
    expect(items).toMatchObject([
      {
        metadata: { name: 'kubernetes' },
        addressType: 'IPv4',
        endpoints: [
          { addresses: ['192.0.2.11'], conditions: { ready: true } },
          { addresses: ['192.0.2.12'], conditions: { ready: true } },
        ],
        ports: [{ name: 'https', protocol: 'TCP' }],
      },
    ]);
  });

  it('the Service is put right, keeps its address, and comes back', async () => {
    const { body } = await servers[0]!.client.get(service);
    body.spec.ports[0].port = 444;
    expect((await servers[0]!.client.put(service, body)).status).toBe(200);
    const portOf = async (): Promise<number> =>
      (await servers[0]!.client.get(service)).body.spec.ports[0].port;
    await eventually(portOf, 443, 15);
    await servers[0]!.client.delete(service);
    const addressOf = async (): Promise<string> =>
      (await servers[0]!.client.get(service)).body.spec?.clusterIP;
    await eventually(addressOf, '10.0.0.1', 15);
  });

  it('one that is killed is out of both within 15 s', async () => {
    const third = await start('192.0.2.13');
    await eventually(() => addressesIn(servers[0]!), ['192.0.2.11', '192.0.2.12', '192.0.2.13'], 12);
    await third.kill();
    await eventually(() => addressesIn(servers[0]!), ['192.0.2.11', '192.0.2.12'], 15);
    await eventually(() => slicedAddresses(servers[0]!), ['192.0.2.11', '192.0.2.12'], 1);
    await third.remove();
  });

  it('one that was killed and starts again is not named before it is ready', async () => {
    const key = '/registry/masterleases/192.0.2.13';
    const third = await start('192.0.2.13');
    await third.kill();
    const kv = await openEtcd({ endpoints: etcd.endpoints });
    const seen: string[] = [];
    const watch = kv.watch((await kv.currentRevision()) + 1, {
      onEvents: (events) =>
        void seen.push(...events.filter((event) => event.key === key).map(({ type }) => type)),
      onEnd: (error) => void seen.push(error.message),
    });
    const again = await start('192.0.2.13');
    await eventually(async () => seen, ['delete', 'put'], 5);
    watch[Symbol.dispose]();
    await kv.close();
    expect(await again.stop()).toBe(0);
    expect(await addressesIn(servers[0]!)).toEqual(['192.0.2.11', '192.0.2.12']);
    await Promise.all([third.remove(), again.remove()]);
  });

  it('one that is stopped takes itself out, and the last one leaves the address as it is', async () => {
    await servers[1]!.stop();
    expect(await addressesIn(servers[0]!)).toEqual(['192.0.2.11']);
    await servers[0]!.stop();
    servers = [await start('192.0.2.14')];
    await eventually(() => addressesIn(servers[0]!), ['192.0.2.14'], 15);
  });
});

describe('replicas that are counted', () => {
  const counted = (address: string): Promise<TestServer> =>
    TestServer.start({
      flags: [
        ...[
          `--etcd-servers=${etcd.endpoints[0]}`,
          '--etcd-prefix=/counted',
          `--advertise-address=${address}`,
        ],
        ...['--endpoint-reconciler-type=master-count', '--apiserver-count=2'],
      ],
    });

  it('one too many takes the place of the one behind it, which comes back when that has gone', async () => {
    const [first, second] = [await counted('192.0.2.21'), await counted('192.0.2.23')];
    await eventually(() => addressesIn(first), ['192.0.2.21', '192.0.2.23'], 5);
    await second.kill();
    const third = await counted('192.0.2.22');
    await eventually(() => addressesIn(first), ['192.0.2.21', '192.0.2.22'], 5);
    expect(await slicedAddresses(first)).toEqual(['192.0.2.21', '192.0.2.22']);
    expect(await third.stop()).toBe(0);
    expect(await addressesIn(first)).toEqual(['192.0.2.21']);
    await Promise.all([first, second, third].map((server) => server.remove()));
  });
});

describe('health of the components', () => {
  const path = '/api/v1/componentstatuses';

  it('is asked for when somebody wants to know', async () => {
    const { body, headers } = await servers[0]!.client.get(path);
    expect(headers['warning']).toBe('299 - "v1 ComponentStatus is deprecated in v1.19+"');
    expect(body.kind).toBe('ComponentStatusList');
    expect(body.items.map(({ metadata }: any) => metadata.name).sort()).toEqual([
      'controller-manager',
      'etcd-0',
      'scheduler',
    ]);
    const store = await servers[0]!.client.get(`${path}/etcd-0`);
    expect(store.body).toMatchObject({
      kind: 'ComponentStatus',
      apiVersion: 'v1',
      conditions: [{ type: 'Healthy', status: 'True', message: '{"health":"true"}' }],
    });
    const scheduler = await servers[0]!.client.get(`${path}/scheduler`);
    expect(scheduler.body.conditions).toEqual([
      {
        type: 'Healthy',
        status: 'False',
        message: expect.stringMatching(
          /^Get "https:\/\/127\.0\.0\.1:10259\/healthz": dial tcp 127\.0\.0\.1:10259: connect: connection refused$/,
        ),
      },
    ]);
  });

  it('can be read and nothing else', async () => {
    expect(await servers[0]!.client.get(`${path}/nobody`)).toMatchObject({
      status: 500,
      body: { message: expect.stringContaining('Component not found: nobody') },
    });
    expect((await servers[0]!.client.get(`${path}?watch=1`)).status).toBe(405);
    expect((await servers[0]!.client.post(path, { metadata: { name: 'x' } })).status).toBe(405);
    expect((await servers[0]!.client.delete(`${path}/scheduler`)).status).toBe(405);
    expect(await names(servers[0]!, `${path}?fieldSelector=metadata.name%3Detcd-0`)).toEqual(['etcd-0']);
    expect(await names(servers[0]!, `${path}?labelSelector=a%3Db`)).toEqual([]);
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const table = (await servers[0]!.client.get(path, { headers: { accept } })).body;
    expect(table.columnDefinitions.map(({ name }: any) => name)).toEqual([
      'Name',
      'Status',
      'Message',
      'Error',
    ]);
    expect(table.rows.find(({ cells }: any) => cells[0] === 'etcd-0').cells).toEqual([
      'etcd-0',
      'Healthy',
      '{"health":"true"}',
      '',
    ]);
    const { resources } = (await servers[0]!.client.get('/api/v1')).body;
    expect(resources.find(({ name }: any) => name === 'componentstatuses')).toEqual({
      name: 'componentstatuses',
      singularName: '',
      namespaced: false,
      kind: 'ComponentStatus',
      verbs: ['get', 'list'],
      shortNames: ['cs'],
    });
  });

  it('is what a component answers, at its present port or the older one', async () => {
    let code = 200;
    const component = createServer((_request, response) => void response.writeHead(code).end('fine')).listen(
      0,
      '127.0.0.1',
    );
    await once(component, 'listening');
    const url = `http://127.0.0.1:${(component.address() as AddressInfo).port}/healthz`;
    const kv: Kv = await openEtcd({ endpoints: etcd.endpoints, tls: {} });
    const ask = async () =>
      (await askComponents(kv, { one: ['https://127.0.0.1:1/healthz', url], other: [url] })).slice(0, 2);
    expect(await ask()).toEqual([
      { name: 'one', healthy: true, message: 'fine', error: '' },
      { name: 'other', healthy: true, message: 'fine', error: '' },
    ]);
    code = 503;
    expect((await ask())[1]).toMatchObject({
      healthy: false,
      message: 'HTTP probe failed with statuscode: 503',
    });
    component.close();
    await kv.close();
  });
});
