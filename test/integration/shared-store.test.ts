import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../src/api/meta/dialect.ts';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { readValue } from '../../src/storage/storage-format.ts';
import type { ApiClient } from '../support/api-client.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { TestServer } from '../support/server.ts';

const { protobuf } = dialects.find(({ name }) => name === 'kubernetes')!;

let etcd: Etcd;
let kv: Kv;

beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
  kv = await openEtcd({ endpoints: etcd.endpoints });
});
afterAll(async () => {
  await kv?.close();
  await etcd?.stop();
});

const flagsFor = (prefix: string, ...more: string[]): string[] => [
  `--etcd-servers=${etcd.endpoints[0]}`,
  `--etcd-prefix=${prefix}`,
  ...more,
];

describe('two servers of other settings on one store', () => {
  let servers: TestServer[];
  let clients: ApiClient[];
  beforeAll(async () => {
    const old = ['--emulated-version=1.20', '--storage-media-type=application/json'];
    const young = ['--emulated-version=1.23', `--storage-media-type=${protobuf}`];
    servers = [
      await TestServer.start({ flags: flagsFor('/mixed', ...old) }),
      await TestServer.start({ flags: flagsFor('/mixed', ...young) }),
    ];
    clients = servers.map(({ client }) => client);
  });
  afterAll(async () => {
    for (const server of servers ?? []) await server.remove();
  });

  const counters = [
    {
      path: '/api/v1/namespaces/default/configmaps',
      object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'counter' } },
    },
    {
      path: '/apis/batch/v1beta1/namespaces/default/cronjobs',
      object: {
        apiVersion: 'batch/v1beta1',
        kind: 'CronJob',
        metadata: { name: 'counter' },
        spec: {
          schedule: '0 0 1 1 *',
          jobTemplate: {
            spec: {
              template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } },
            },
          },
        },
      },
    },
    {
      path: '/apis/autoscaling/v2beta2/namespaces/default/horizontalpodautoscalers',
      object: {
        apiVersion: 'autoscaling/v2beta2',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: 'counter' },
        spec: {
          maxReplicas: 3,
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
          metrics: [
            {
              type: 'Resource',
              resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 60 } },
            },
          ],
        },
      },
    },
  ];

  /** Counts up, and again where another was faster. */
  async function countUp(client: ApiClient, path: string): Promise<void> {
    for (;;) {
      const { body } = await client.get(path);
      const count = Number(body.metadata.annotations?.count ?? 0) + 1;
      body.metadata.annotations = { ...body.metadata.annotations, count: String(count) };
      const { status, text } = await client.put(path, body);
      if (status === 200) return;
      expect(status, text).toBe(409);
    }
  }

  it.each(counters)(
    'lose no update of $object.kind, and show all of them to those who watch either',
    async ({ path, object }) => {
      const own = `${path}/${object.metadata.name}`;
      const created = await clients[0]!.post(path, object);
      expect(created.status, created.text).toBe(201);
      const from = created.body.metadata.resourceVersion;
      const watches = await Promise.all(
        clients.map((client) => client.watch(`${path}?watch=1&resourceVersion=${from}`)),
      );
      const writers = Array.from({ length: 8 }, async (_, n) => {
        for (let turn = 0; turn < 5; turn++) await countUp(clients[n % 2]!, own);
      });
      await Promise.all(writers);
      const seen = await Promise.all(watches.map((watch) => watch.until(40)));
      for (const watch of watches) watch.close();
      const [one, two] = seen.map((events) =>
        events.map(({ object: { metadata } }) => [metadata.resourceVersion, metadata.annotations.count]),
      );
      expect(one).toEqual(two);
      expect(one!.map(([, count]) => Number(count))).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
      const [first, second] = await Promise.all(clients.map(async (client) => (await client.get(own)).body));
      expect(second).toEqual(first);
      expect(first).toMatchObject(object);
    },
  );

  it('each writes its own form, and reads that of the other', async () => {
    const path = '/api/v1/namespaces/default/secrets';
    for (const [index, client] of clients.entries()) {
      const secret = {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: `by-${index}` },
        data: { a: 'YQ==' },
      };
      await client.post(path, secret);
    }
    const forms = await Promise.all(
      clients.map(async (_, index) =>
        readValue((await kv.get(`/mixed/secrets/default/by-${index}`)).item!.value),
      ),
    );
    expect(forms.map(({ isProtobuf }) => isProtobuf)).toEqual([false, true]);
    for (const client of clients) {
      expect((await client.get(`${path}/by-0`)).body.data).toEqual({ a: 'YQ==' });
      expect((await client.get(`${path}/by-1`)).body.data).toEqual({ a: 'YQ==' });
    }
  });

  it('an update that changes nothing brings what the other wrote into the own form', async () => {
    const path = '/api/v1/namespaces/default/secrets/by-0';
    const { body } = await clients[1]!.get(path);
    const again = await clients[1]!.put(path, body);
    expect(again.body.metadata.resourceVersion).not.toBe(body.metadata.resourceVersion);
    expect(readValue((await kv.get('/mixed/secrets/default/by-0')).item!.value).isProtobuf).toBe(true);
    const unchanged = await clients[1]!.put(path, again.body);
    expect(unchanged.body.metadata.resourceVersion).toBe(again.body.metadata.resourceVersion);
  });

  it('give no address and no port twice', async () => {
    const service = (n: number) => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: `s${n}` },
      spec: { type: 'NodePort', ports: [{ port: 80 }] },
    });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        clients[n % 2]!.post('/api/v1/namespaces/default/services', service(n)),
      ),
    );
    const specs = answers.map(({ body }) => body.spec);
    expect(new Set(specs.map(({ clusterIP }) => clusterIP)).size).toBe(100);
    expect(new Set(specs.map(({ ports }) => ports[0].nodePort)).size).toBe(100);
  });
});

describe('a store that is not to be used', () => {
  const fault = (...flags: string[]): Promise<string> =>
    TestServer.start({ dialect: 'orch', flags }).then(
      async (server) => {
        await server.remove();
        return 'started';
      },
      (error: Error) => error.message,
    );

  it('is one with objects that does not say that it speaks this dialect', async () => {
    await kv.create('/foreign/configmaps/default/a', Buffer.from('{}'));
    expect(await fault(...flagsFor('/foreign'))).toMatch(
      /this cluster speaks the dialect kubernetes, not orch/,
    );
    expect((await kv.range('/foreign/')).items.map(({ key }) => key)).toEqual([
      '/foreign/configmaps/default/a',
    ]);
  });

  it('is one of an earlier build', async () => {
    await kv.create('/early/internal/dialect', Buffer.from('orch'));
    expect(await fault(...flagsFor('/early'))).toMatch(
      /what is stored below \/early\/ was written by an earlier build, in a layout that is no longer read/,
    );
  });

  it('is none for a media type that is not written', async () => {
    expect(await fault(...flagsFor('/none'), '--storage-media-type=application/yaml')).toMatch(
      /--storage-media-type "application\/yaml" invalid, allowed values: application\/json, /,
    );
  });
});
