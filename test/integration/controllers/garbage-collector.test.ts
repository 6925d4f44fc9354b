import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definition, definitionsPath } from '../../support/custom-resources.ts';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({
    flags: ['--controllers=garbagecollector', '--disable-admission-plugins=ServiceAccount'],
  });
  for (const name of ['ns', 'other']) await create('/api/v1/namespaces', { metadata: { name } });
});
afterAll(() => server.remove());

interface Created {
  path: string;
  body: any;
}

async function create(collection: string, object: object): Promise<Created> {
  const { status, body, text } = await server.client.post(collection, object);
  expect(status, text).toBe(201);
  return { path: `${collection}/${body.metadata.name}`, body };
}

const configMaps = (namespace = 'ns'): string => `/api/v1/namespaces/${namespace}/configmaps`;

/** A ConfigMap in `ns` unless something else is said. */
const configMap = (name: string, metadata: object = {}, namespace = 'ns'): Promise<Created> =>
  create(configMaps(namespace), { metadata: { name, ...metadata } });

const ownerOf = ({ body }: Created, more: object = {}): object => ({
  apiVersion: body.apiVersion,
  kind: body.kind,
  name: body.metadata.name,
  uid: body.metadata.uid,
  ...more,
});

const ownedBy = (...owners: Created[]): object => ({
  ownerReferences: owners.map((owner) => ownerOf(owner)),
});

const exists = async ({ path }: Created): Promise<boolean> => (await server.client.get(path)).status === 200;

const gone = (...objects: Created[]): Promise<void> =>
  until(async () => (await Promise.all(objects.map(exists))).every((isThere) => !isThere));

async function remove({ path }: Created, propagationPolicy: string): Promise<void> {
  const { status, text } = await server.client.delete(path, {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    propagationPolicy,
  });
  expect(status, text).toBe(200);
}

const metadataOf = async ({ path }: Created): Promise<any> => (await server.client.get(path)).body.metadata;

/** Its finalizers, or its references, with another patch of metadata. */
const patchMetadata = async ({ path }: Created, metadata: object): Promise<void> => {
  const { status, text } = await server.client.send('PATCH', path, {
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { metadata },
  });
  expect(status, text).toBe(200);
};

const settled = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 1_000));

describe('a deletion', () => {
  it('in the background deletes dependents, and theirs, after the owner', async () => {
    const owner = await configMap('background');
    const child = await configMap('background-child', ownedBy(owner));
    const grandchild = await configMap('background-grandchild', ownedBy(child));
    await remove(owner, 'Background');
    expect(await exists(owner)).toBe(false);
    await gone(child, grandchild);
  });

  it('in the foreground waits for blocking dependents', async () => {
    const owner = await configMap('foreground');
    const blocking = await configMap('foreground-blocking', {
      ownerReferences: [ownerOf(owner, { blockOwnerDeletion: true })],
      finalizers: ['example.com/held'],
    });
    const other = await configMap('foreground-other', ownedBy(owner));
    await remove(owner, 'Foreground');
    await gone(other);
    await until(async () => (await metadataOf(blocking)).deletionTimestamp !== undefined);
    expect((await metadataOf(owner)).finalizers).toEqual(['foregroundDeletion']);
    await patchMetadata(blocking, { finalizers: null });
    await gone(owner, blocking);
  });

  it('in the foreground does not wait for dependents that do not block', async () => {
    const owner = await configMap('unblocked');
    const dependent = await configMap('unblocked-dependent', {
      ...ownedBy(owner),
      finalizers: ['example.com/held'],
    });
    await remove(owner, 'Foreground');
    await gone(owner);
    expect((await metadataOf(dependent)).finalizers).toEqual(['example.com/held']);
    await patchMetadata(dependent, { finalizers: null });
  });

  it('that orphans takes the references to the owner away', async () => {
    const owner = await configMap('orphan');
    const keeper = await configMap('orphan-keeper');
    const dependent = await configMap('orphan-dependent', ownedBy(owner, keeper));
    await remove(owner, 'Orphan');
    await gone(owner);
    await settled();
    expect((await metadataOf(dependent)).ownerReferences).toEqual([ownerOf(keeper)]);
  });

  it('of one of two owners leaves the dependent, without the reference', async () => {
    const owner = await configMap('two-first');
    const solid = await configMap('two-second');
    const dependent = await configMap('two-dependent', ownedBy(owner, solid));
    await remove(owner, 'Foreground');
    await gone(owner);
    await until(async () => (await metadataOf(dependent)).ownerReferences.length === 1);
    expect((await metadataOf(dependent)).ownerReferences).toEqual([ownerOf(solid)]);
  });

  it('in the foreground ends where objects own each other', async () => {
    const first = await configMap('circle-1');
    const second = await configMap('circle-2', {
      ownerReferences: [ownerOf(first, { blockOwnerDeletion: true })],
    });
    const third = await configMap('circle-3', {
      ownerReferences: [ownerOf(second, { blockOwnerDeletion: true })],
    });
    await patchMetadata(first, { ownerReferences: [ownerOf(third, { blockOwnerDeletion: true })] });
    await remove(first, 'Foreground');
    await gone(first, second, third);
  });

  it('again, in another way, follows the second word', async () => {
    const owner = await configMap('twice', { finalizers: ['example.com/held'] });
    const dependent = await configMap('twice-dependent', {
      ownerReferences: [ownerOf(owner, { blockOwnerDeletion: true })],
      finalizers: ['example.com/held'],
    });
    await remove(owner, 'Foreground');
    await until(async () => (await metadataOf(dependent)).deletionTimestamp !== undefined);
    await remove(owner, 'Orphan');
    await until(async () => (await metadataOf(dependent)).ownerReferences === undefined);
    await until(async () => (await metadataOf(owner)).finalizers.length === 1);
    for (const object of [owner, dependent]) await patchMetadata(object, { finalizers: null });
    await gone(owner, dependent);
  });
});

describe('an owner that there is not', () => {
  it.each([
    ['by its uid', (owner: Created) => ownerOf(owner, { uid: 'no-such-uid' })],
    ['by its name', (owner: Created) => ownerOf(owner, { name: 'no-such-name', uid: 'another-uid' })],
  ])('%s: its dependents are deleted', async (_, reference) => {
    const owner = await configMap(`absent-${Math.random()}`);
    const dependent = await configMap(`absent-dependent-${Math.random()}`, {
      ownerReferences: [reference(owner)],
    });
    await gone(dependent);
    expect(await exists(owner)).toBe(true);
  });

  it('in the namespace of the dependent: it is deleted, with an event', async () => {
    const owner = await configMap('elsewhere', {}, 'other');
    await settled();
    const dependent = await configMap('elsewhere-dependent', ownedBy(owner));
    const sibling = await configMap('elsewhere-sibling', ownedBy(owner), 'other');
    await gone(dependent);
    const events = async () => (await server.client.get('/api/v1/namespaces/ns/events')).body.items;
    await until(async () => (await events()).length > 0);
    expect(await events()).toMatchObject([
      {
        type: 'Warning',
        reason: 'OwnerRefInvalidNamespace',
        count: 1,
        message: `ownerRef [v1/ConfigMap, namespace: ns, name: elsewhere, uid: ${owner.body.metadata.uid}] does not exist in namespace "ns"`,
        involvedObject: { kind: 'ConfigMap', namespace: 'ns', name: 'elsewhere-dependent' },
        source: { component: 'garbage-collector-controller' },
      },
    ]);
    expect(await exists(sibling)).toBe(true);
  });

  it('of a type that is not served keeps its dependents', async () => {
    const dependent = await configMap('unknown-type', {
      ownerReferences: [{ apiVersion: 'none.example/v1', kind: 'None', name: 'n', uid: 'u' }],
    });
    await settled();
    expect(await exists(dependent)).toBe(true);
  });

  it('of a namespaced type keeps its cluster-scoped dependent', async () => {
    const owner = await configMap('namespaced-owner');
    const dependent = await create('/apis/rbac.authorization.k8s.io/v1/clusterroles', {
      metadata: { name: 'cluster-scoped-dependent', ...ownedBy(owner) },
    });
    await remove(owner, 'Background');
    await settled();
    expect(await exists(dependent)).toBe(true);
  });
});

describe('events, which have two names,', () => {
  const events = '/apis/events.k8s.io/v1/namespaces/ns/events';
  const event = (name: string, metadata: object): Promise<Created> =>
    create(events, {
      metadata: { name, ...metadata },
      eventTime: '2026-01-02T03:04:05.000000Z',
      type: 'Normal',
      action: 'Test',
      reason: 'Test',
      reportingController: 'example.com/test',
      reportingInstance: 'test',
      regarding: { namespace: 'ns', name },
    });

  it('events, which have two API groups, are collected with their owners', async () => {
    const owner = await configMap('of-event');
    const dependent = await event('dependent', ownedBy(owner));
    await remove(owner, 'Background');
    await gone(dependent);
  });
});

describe('a cluster-scoped owner', () => {
  it('has dependents in any namespace', async () => {
    const owner = await create('/apis/rbac.authorization.k8s.io/v1/clusterroles', {
      metadata: { name: 'cluster-scoped-owner' },
    });
    const dependents = [
      await configMap('of-cluster-role', ownedBy(owner)),
      await configMap('of-cluster-role', ownedBy(owner), 'other'),
    ];
    await settled();
    expect(await exists(dependents[1]!)).toBe(true);
    await remove(owner, 'Background');
    await gone(...dependents);
  });
});

describe('custom resources', () => {
  const tabs = '/apis/g.example/v1/namespaces/ns/tabs';
  const definitionAt = (body: any): Created => ({ path: `${definitionsPath}/${body.metadata.name}`, body });

  async function define(): Promise<Created> {
    const given = definition();
    expect((await server.client.post(definitionsPath, given)).status).toBe(201);
    await until(async () => (await server.client.get(tabs)).status === 200);
    return definitionAt(given);
  }

  const tab = (name: string, metadata: object = {}): Promise<Created> =>
    create(tabs, { apiVersion: 'g.example/v1', kind: 'Tab', metadata: { name, ...metadata } });

  it.each(['first', 'second'])('are followed when they are defined a %s time', async () => {
    const defined = await define();
    const owner = await tab('owner');
    const dependent = await tab('dependent', ownedBy(owner));
    const ofBuiltInType = await configMap('of-custom', ownedBy(dependent));
    await remove(owner, 'Background');
    await gone(dependent, ofBuiltInType);

    const orphaning = await configMap('orphans-custom');
    const keeper = await tab('keeper');
    const orphan = await tab('orphan', ownedBy(orphaning, keeper));
    const held = await tab('held', { ownerReferences: [ownerOf(orphaning, { blockOwnerDeletion: true })] });
    await until(async () => (await metadataOf(held)) !== undefined);
    await remove(orphaning, 'Orphan');
    await gone(orphaning);
    expect((await metadataOf(orphan)).ownerReferences).toEqual([ownerOf(keeper)]);
    expect((await metadataOf(held)).ownerReferences).toBeUndefined();

    const ofInstance = await configMap('of-instance', ownedBy(keeper));
    await remove(defined, 'Background');
    await gone(defined, ofInstance);
  });
});

it('a cascade of 2,000 dependents', async () => {
  const count = 2_000;
  const list = async (): Promise<any[]> =>
    (await server.client.get(`${configMaps('other')}?labelSelector=many`)).body.items;
  for (const policy of ['Background', 'Foreground', 'Orphan']) {
    const owner = await configMap(`many-${policy.toLowerCase()}`, {}, 'other');
    const ownerReferences = [ownerOf(owner, { blockOwnerDeletion: true })];
    for (let at = 0; at < count; at += 100) {
      const portion = Array.from({ length: 100 }, (_, index) => `many-${at + index}`);
      const metadata = { labels: { many: 'yes' }, ownerReferences };
      await Promise.all(portion.map((name) => configMap(name, metadata, 'other')));
    }
    const began = performance.now();
    await remove(owner, policy);
    const left = policy === 'Orphan' ? count : 0;
    await until(async () => !(await exists(owner)) && (await list()).length === left, 120);
    const seconds = (performance.now() - began) / 1_000;
    process.stdout.write(`${policy}: ${count} dependents in ${seconds.toFixed(1)} s\n`);
    if (policy !== 'Orphan') continue;
    expect((await list()).every(({ metadata }) => metadata.ownerReferences === undefined)).toBe(true);
  }
}, 300_000);

it('the server stops while there is something to be tried again', async () => {
  const ownerReferences = [{ apiVersion: 'none.example/v1', kind: 'None', name: 'n', uid: 'never' }];
  await configMap('never', { ownerReferences });
  expect(await server.stop()).toBe(0);
});

it('an ingress of release 1.21 is an owner and a dependent under both of its names', async () => {
  const older = await TestServer.start({
    flags: [
      ...['--emulated-version=1.21', '--controllers=garbagecollector'],
      '--disable-admission-plugins=ServiceAccount',
    ],
  });
  try {
    const make = async (collection: string, object: object): Promise<Created> => {
      const { status, body, text } = await older.client.post(collection, object);
      expect(status, text).toBe(201);
      return { path: `${collection}/${body.metadata.name}`, body };
    };
    const isThere = async ({ path }: Created): Promise<boolean> =>
      (await older.client.get(path)).status === 200;
    const [some, others] = ['extensions/v1beta1', 'networking.k8s.io/v1'].map(
      (groupVersion) => `/apis/${groupVersion}/namespaces/default/ingresses`,
    ) as [string, string];
    const places = '/api/v1/namespaces/default/configmaps';
    const root = await make(places, { metadata: { name: 'root' } });
    const spec = { backend: { serviceName: 'web', servicePort: 80 } };
    const ingress = await make(some, { metadata: { name: 'i', ...ownedBy(root) }, spec });
    const other = { ...ingress, body: (await older.client.get(`${others}/i`)).body };
    const dependents = [
      await make(places, { metadata: { name: 'some', ...ownedBy(ingress) } }),
      await make(places, { metadata: { name: 'other', ...ownedBy(other) } }),
    ];
    await settled();
    expect(await Promise.all(dependents.map(isThere))).toEqual([true, true]);
    expect((await older.client.delete(root.path)).status).toBe(200);
    await until(async () => !(await Promise.all([ingress, ...dependents].map(isThere))).includes(true));
  } finally {
    await older.remove();
  }
});
