import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient, OpenWatch } from '../support/api-client.ts';
import { anything, definition, definitionsPath, specOf } from '../support/custom-resources.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { configMap, configMaps, deployment, deployments, pod, pods } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const custom = (plural: string, version = 'v1') => `/apis/g.example/${version}/namespaces/default/${plural}`;
const instance = (kind: string, more: object = {}, version = 'v1') => ({
  apiVersion: `g.example/${version}`,
  kind,
  metadata: { name: 'x' },
  ...more,
});

const status = {
  type: 'object',
  default: { phase: 'New' },
  properties: { phase: { type: 'string' }, at: { type: 'integer', default: 1 } },
};
const withStatus = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer', default: 3 },
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: { a: { type: 'string' }, b: { type: 'string', default: 'b' } },
          },
        },
      },
    },
    status,
  },
};
const withSubresource = { subresources: { status: {} }, schema: withStatus };

const definitions = [
  definition({ plural: 'plains', versions: [{ schema: anything }] }),
  definition({ plural: 'tabs', versions: [withSubresource] }),
  definition({ plural: 'wholes', versions: [{ schema: withStatus }] }),
  definition({
    plural: 'pairs',
    versions: [
      withSubresource,
      {
        name: 'v2',
        subresources: { status: {} },
        schema: specOf(
          { other: { type: 'string', default: 'o' }, size: { type: 'integer' } },
          { default: {} },
        ),
      },
    ],
  }),
];

const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'x' },
  spec: { ports: [{ port: 80 }] },
};
const cronJob = {
  apiVersion: 'batch/v1beta1',
  kind: 'CronJob',
  metadata: { name: 'x' },
  spec: {
    schedule: '0 0 1 1 *',
    jobTemplate: {
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } } },
    },
  },
};

/** Objects that are written, and how their status is changed; undefined where one has none. */
const objects: [string, string, object, object?][] = [
  ['a custom resource of any schema', custom('plains'), instance('Plain', { a: { b: null }, list: [] })],
  [
    'a custom resource with a default of status',
    custom('tabs'),
    instance('Tab', { spec: { list: [{ a: 'a' }] } }),
    { at: 2 },
  ],
  ['one whose status is no subresource', custom('wholes'), instance('Whole', { spec: { list: [{}] } })],
  ['one in the version that is stored', custom('pairs'), instance('Pair', { spec: {} }), { phase: 'Old' }],
  ['one in another version', custom('pairs', 'v2'), instance('Pair', { spec: { size: 1 } }, 'v2')],
  ['a ConfigMap', configMaps, configMap('x', { a: 'b' })],
  ['a Pod', pods, pod('x'), { phase: 'Running', podIP: '10.0.0.1' }],
  [
    'a Service',
    '/api/v1/namespaces/default/services',
    service,
    { loadBalancer: { ingress: [{ ip: '10.0.0.2' }] } },
  ],
  ['a Deployment', deployments, deployment('x'), { replicas: 1, observedGeneration: 1 }],
  ['a CronJob in an old version', '/apis/batch/v1beta1/namespaces/default/cronjobs', cronJob, { active: [] }],
];

let etcd: Etcd;
let servers: TestServer[];
const clients = (): ApiClient[] => servers.map(({ client }) => client);
const start = (): Promise<TestServer> => TestServer.start({ flags: [`--etcd-servers=${etcd.endpoints[0]}`] });

beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
  servers = await Promise.all([start(), start()]);
  for (const one of definitions)
    expect((await servers[0]!.client.post(definitionsPath, one)).status).toBe(201);
  for (const client of clients())
    for (const plural of ['plains', 'tabs', 'wholes', 'pairs'])
      await until(async () => (await client.get(custom(plural))).status === 200);
});
afterAll(async () => {
  for (const server of servers ?? []) await server.remove();
  await etcd?.stop();
});

/** The bodies that were seen of each resourceVersion, and where. Of items in lists only some say their type. */
class Bodies {
  readonly #seen = new Map<string, Map<string, string[]>>();

  add(where: string, { kind: _kind, apiVersion: _apiVersion, ...object }: any): void {
    const ofVersion = this.#seen.get(object.metadata.resourceVersion) ?? new Map<string, string[]>();
    const body = JSON.stringify(object);
    ofVersion.set(body, [...(ofVersion.get(body) ?? []), where]);
    this.#seen.set(object.metadata.resourceVersion, ofVersion);
  }

  get count(): number {
    return this.#seen.size;
  }

  /** Versions that have several bodies. */
  get differing(): object[] {
    return [...this.#seen.values()]
      .filter(({ size }) => size > 1)
      .map((bodies) => Object.fromEntries(bodies));
  }
}

async function readAll(
  bodies: Bodies,
  client: ApiClient,
  path: string,
  name: string,
  who: string,
): Promise<void> {
  bodies.add(`get ${who}`, (await client.get(`${path}/${name}`)).body);
  for (const query of ['', '?resourceVersion=0', '?limit=500']) {
    const { items } = (await client.get(path + query)).body;
    bodies.add(
      `list${query} ${who}`,
      items.find(({ metadata }: any) => metadata.name === name),
    );
  }
}

/** One change after the other, each by another server. */
function writesOf(path: string, object: any, ofStatus: object | undefined) {
  const { apiVersion, kind, metadata } = object;
  const own = `${path}/${metadata.name}`;
  const patch = (query: string, type: string, body: object) => (client: ApiClient) =>
    client.send('PATCH', own + query, { headers: { 'content-type': `application/${type}` }, body });
  const put = (change: (current: any) => object) => async (client: ApiClient) =>
    client.put(own, change((await client.get(own)).body));
  const applied = { apiVersion, kind, metadata: { name: metadata.name, labels: { applied: 'yes' } } };
  return [
    (client: ApiClient) => client.post(path, object),
    patch('', 'merge-patch+json', { metadata: { labels: { patched: 'yes' } } }),
    put((current) => ({ ...current, metadata: { ...current.metadata, annotations: { a: 'b' } } })),
    patch('?fieldManager=m', 'apply-patch+yaml', applied),
    // What was sent at first, once more: it lacks what has been filled in since.
    ...(kind === 'Pod' || kind === 'Service'
      ? []
      : [
          put((current) => ({
            ...object,
            metadata: { ...metadata, resourceVersion: current.metadata.resourceVersion },
          })),
        ]),
    ...(ofStatus === undefined
      ? []
      : [
          patch('/status', 'merge-patch+json', { status: ofStatus }),
          patch('/status', 'merge-patch+json', { status: null }),
        ]),
  ];
}

describe('a resourceVersion has one body, on every replica, from every request, and after a restart', () => {
  const written: { bodies: Bodies; path: string; name: string }[] = [];

  test.each(objects)('%s', async (_, path, given, ofStatus) => {
    const bodies = new Bodies();
    const name = `x${written.length}`;
    written.push({ bodies, path, name });
    const object = { ...given, metadata: { name } };
    const watches: OpenWatch[] = await Promise.all(
      clients().map((client) => client.watch(`${path}?watch=1`)),
    );
    let last = '';
    for (const [step, write] of writesOf(path, object, ofStatus).entries()) {
      const answer = await write(clients()[step % 2]!);
      expect([200, 201], answer.text).toContain(answer.status);
      bodies.add(`write ${step}`, answer.body);
      last = answer.body.metadata.resourceVersion;
      for (const [at, client] of clients().entries()) await readAll(bodies, client, path, name, `on ${at}`);
    }
    for (const watch of watches) {
      await expect
        .poll(() => watch.events.some(({ object }) => object.metadata.resourceVersion === last))
        .toBe(true);
      for (const { object } of watch.events) if (object.metadata.name === name) bodies.add('watch', object);
      watch.close();
    }
    expect(bodies.count).toBeGreaterThan(3);
    expect(bodies.differing).toEqual([]);
  });

  test('all of them after a restart', async () => {
    const restarted = await start();
    for (const { bodies, path, name } of written) {
      await readAll(bodies, restarted.client, path, name, 'after a restart');
      expect(bodies.differing).toEqual([]);
    }
    await restarted.remove();
  });
});
