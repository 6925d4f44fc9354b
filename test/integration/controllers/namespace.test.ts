import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conditionOf, define, definition } from '../../support/custom-resources.ts';
import { configMap, pod } from '../../support/objects.ts';
import { type Resource, resourcesOf } from '../../support/resources.ts';
import { sampleObjects } from '../../support/samples.ts';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ flags: ['--controllers=namespace'] });
});
afterAll(() => server.remove());

const pathOf = (name: string): string => `/api/v1/namespaces/${name}`;

async function create(path: string, object: unknown, on = server): Promise<void> {
  const { status, text } = await on.client.post(path, object);
  if (status !== 201) throw new Error(`${path}: ${text}`);
}

async function createNamespace(name: string, on = server): Promise<void> {
  await create('/api/v1/namespaces', { metadata: { name } }, on);
  await create(`${pathOf(name)}/serviceaccounts`, { metadata: { name: 'default' } }, on);
}

const isGone = async (name: string, on = server): Promise<boolean> =>
  (await on.client.get(pathOf(name))).status === 404;

const read = async (name: string): Promise<any> => (await server.client.get(pathOf(name))).body;

/** Resolves with the namespace when its condition of this type has this status. */
async function withCondition(name: string, type: string, status: string): Promise<any> {
  await until(async () => conditionOf(await read(name), type)?.status === status);
  return read(name);
}

const patch = (path: string, body: unknown) =>
  server.client.send('PATCH', path, { body, headers: { 'content-type': 'application/merge-patch+json' } });

describe.each(['kubernetes', 'orch'] as const)('in the dialect %s', (dialect) => {
  let own: TestServer;
  beforeAll(async () => {
    own = await TestServer.start({ dialect, flags: ['--controllers=namespace'] });
  });
  afterAll(() => own.remove());
  const api = { kubernetes: 'k8s.io', orch: 'orch.io' }[dialect];

  /** One object of each kind; those that limit the others last. */
  async function fill(name: string): Promise<Resource[]> {
    const resources = await resourcesOf(own.client);
    const isLimit = (kind: string): number => Number(['LimitRange', 'ResourceQuota'].includes(kind));
    const text = JSON.stringify(sampleObjects(api)).replaceAll(
      '"namespace":"default"',
      `"namespace":"${name}"`,
    );
    const samples = (JSON.parse(text) as ReturnType<typeof sampleObjects>).sort(
      (a, b) => isLimit(a.kind) - isLimit(b.kind),
    );
    const filled: Resource[] = [];
    for (const sample of samples) {
      const resource = resources.get(`${sample.apiVersion} ${sample.kind}`);
      if (!resource?.namespaced || !resource.verbs.includes('delete')) continue;
      await create(`${resource.path}/namespaces/${name}/${resource.name}`, sample, own);
      filled.push(resource);
    }
    return filled;
  }

  it('a namespace goes with all that is in it, whatever its type, and takes nothing new', async () => {
    const version = { versions: [{ name: 'v2' }, { name: 'v1', served: false }, { name: 'v1beta1' }] };
    const tabs = definition(version);
    tabs.apiVersion = `apiextensions.${api}/v1`;
    await own.client.post(`/apis/apiextensions.${api}/v1/customresourcedefinitions`, tabs);
    await until(async () => (await own.client.get('/apis/g.example/v2/tabs')).status === 200);
    await createNamespace('full', own);
    await createNamespace('other', own);
    const filled = await fill('full');
    expect(filled.length).toBeGreaterThan(25);
    const tab = { kind: 'Tab', apiVersion: 'g.example/v2', metadata: { name: 'sample' } };
    await create('/apis/g.example/v2/namespaces/full/tabs', tab, own);
    await create(`${pathOf('other')}/configmaps`, configMap('stays'), own);
    // No node agent ends the pod, and no volume controller frees the claim.
    await own.client.delete(`${pathOf('full')}/pods/sample`, { gracePeriodSeconds: 0 });
    await own.client.send('PATCH', `${pathOf('full')}/persistentvolumeclaims/sample`, {
      body: { metadata: { finalizers: null } },
      headers: { 'content-type': 'application/merge-patch+json' },
    });

    const begin = Date.now();
    const { body } = await own.client.delete(pathOf('full'));
    expect(body.status.phase).toBe('Terminating');
    expect(body.spec.finalizers).toEqual([dialect]);
    const refused = await own.client.post(`${pathOf('full')}/configmaps`, configMap('new'));
    expect(refused.body).toMatchObject({
      code: 403,
      details: { causes: [{ reason: 'NamespaceTerminating' }] },
    });
    await until(() => isGone('full', own));
    expect(Date.now() - begin).toBeGreaterThan(5_000);
    const checked = [...filled, { path: '/apis/g.example/v2', name: 'tabs' }];
    for (const { path, name } of checked) {
      const { body: list } = await own.client.get(`${path}/${name}`);
      expect(list.items.filter((item: any) => item.metadata.namespace === 'full')).toEqual([]);
    }
    expect((await own.client.get(`${pathOf('other')}/configmaps/stays`)).status).toBe(200);
    expect(own.output).not.toContain('deletion of namespace');
  });
});

describe.concurrent('a namespace that is being deleted', () => {
  it('waits for finalizers of objects, and says which and how many', async () => {
    await createNamespace('held');
    const path = `${pathOf('held')}/configmaps`;
    await create(path, configMap('a', {}, { finalizers: ['example.com/hold', 'example.com/also'] }));
    await create(path, configMap('b', {}, { finalizers: ['example.com/hold'] }));
    await create(`${pathOf('held')}/secrets`, { metadata: { name: 'c', finalizers: ['example.com/hold'] } });
    await server.client.delete(pathOf('held'));
    const { status, spec } = await withCondition('held', 'NamespaceContentRemaining', 'True');
    expect(spec.finalizers).toEqual(['kubernetes']);
    const time = { lastTransitionTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) };
    const text = 'Some content in the namespace has finalizers remaining';
    expect(status).toEqual({
      phase: 'Terminating',
      conditions: [
        {
          type: 'NamespaceDeletionDiscoveryFailure',
          status: 'False',
          ...time,
          reason: 'ResourcesDiscovered',
          message: 'All resources successfully discovered',
        },
        {
          type: 'NamespaceDeletionGroupVersionParsingFailure',
          status: 'False',
          ...time,
          reason: 'ParsedGroupVersions',
          message: 'All legacy kube types successfully parsed',
        },
        {
          type: 'NamespaceDeletionContentFailure',
          status: 'False',
          ...time,
          reason: 'ContentDeleted',
          message: 'All content successfully deleted, may be waiting on finalization',
        },
        {
          type: 'NamespaceContentRemaining',
          status: 'True',
          ...time,
          reason: 'SomeResourcesRemain',
          message:
            'Some resources are remaining: configmaps. has 2 resource instances, secrets. has 1 resource instances',
        },
        {
          type: 'NamespaceFinalizersRemaining',
          status: 'True',
          ...time,
          reason: 'SomeFinalizersRemain',
          message: `${text}: example.com/also in 1 resource instances, example.com/hold in 3 resource instances`,
        },
      ],
    });
    const free = { metadata: { finalizers: null } };
    for (const object of ['configmaps/a', 'configmaps/b', 'secrets/c']) {
      await patch(`${pathOf('held')}/${object}`, free);
    }
    await until(() => isGone('held'));
  });

  it('gives pods their time, and no time to those that are over', async () => {
    await createNamespace('running');
    const path = `${pathOf('running')}/pods`;
    const spec = (seconds: number) => ({ nodeName: 'n', terminationGracePeriodSeconds: seconds });
    await create(path, pod('slow', {}, spec(40)));
    await create(path, pod('over', {}, spec(500)));
    await patch(`${path}/over/status`, { status: { phase: 'Succeeded' } });
    await server.client.delete(pathOf('running'));
    const { status } = await withCondition('running', 'NamespaceContentRemaining', 'True');
    expect(conditionOf({ status }, 'NamespaceContentRemaining').message).toMatch(
      /^Some resources are remaining: pods\. has [12] resource instances$/,
    );
    expect(conditionOf({ status }, 'NamespaceDeletionContentFailure').status).toBe('False');
    const slow = (await server.client.get(`${path}/slow`)).body;
    expect(slow.metadata).toMatchObject({ deletionGracePeriodSeconds: 40 });
    expect(slow.metadata.deletionTimestamp).toBeDefined();
    // What the node agent does when the containers have ended.
    for (const name of ['slow', 'over'])
      await server.client.delete(`${path}/${name}`, { gracePeriodSeconds: 0 });
    await until(() => isGone('running'), 40);
  });

  it('says that pods remain when their time is over', async () => {
    await createNamespace('stuck');
    await create(
      `${pathOf('stuck')}/pods`,
      pod('p', {}, { nodeName: 'n', terminationGracePeriodSeconds: 2 }),
    );
    await server.client.delete(pathOf('stuck'));
    const { status } = await withCondition('stuck', 'NamespaceDeletionContentFailure', 'True');
    const message = 'unexpected items still remain in namespace: stuck for gvr: /v1, Resource=pods';
    expect(conditionOf({ status }, 'NamespaceDeletionContentFailure')).toMatchObject({
      reason: 'ContentDeletionFailed',
      message: `Failed to delete all resource types, 1 remaining: ${message}`,
    });
    expect(server.output).toContain(`namespace: deletion of namespace stuck failed: ${message}`);
    await server.client.delete(`${pathOf('stuck')}/pods/p`, { gracePeriodSeconds: 0 });
    await until(() => isGone('stuck'), 40);
  });

  it('stays for the finalizers of others, and gives up its own', async () => {
    await createNamespace('shared');
    const before = await read('shared');
    const finalizers = ['z.example/last', 'kubernetes', 'a.example/first'];
    await server.client.put(`${pathOf('shared')}/finalize`, { ...before, spec: { finalizers } });
    await server.client.delete(pathOf('shared'));
    await until(async () => !(await read('shared')).spec.finalizers.includes('kubernetes'));
    const after = await read('shared');
    expect(after.spec.finalizers).toEqual(['a.example/first', 'z.example/last']);
    expect(after.status.conditions.map(({ status }: any) => status)).toEqual(Array(5).fill('False'));
    await server.client.put(`${pathOf('shared')}/finalize`, { ...after, spec: {} });
    expect(await isGone('shared')).toBe(true);
  });
});

it('5,000 objects go soon after the delay', async () => {
  await define(server, definition());
  await createNamespace('large');
  const kinds = ['configmaps', 'secrets', 'services', 'serviceaccounts', 'endpoints'];
  const spec = { clusterIP: 'None', ports: [{ port: 80 }] };
  for (let n = 0; n < 1_000; n += 20) {
    const batch = Array.from({ length: 20 }, (_, k) => ({ name: `n-${n + k}` }));
    const creations = kinds.flatMap((kind) =>
      batch.map((metadata) =>
        create(`${pathOf('large')}/${kind}`, kind === 'services' ? { metadata, spec } : { metadata }),
      ),
    );
    await Promise.all(creations);
  }
  await server.client.delete(pathOf('large'));
  // Seven seconds on a machine that has nothing else to do.
  await until(() => isGone('large'), 20);
});

it('a group version that cannot be read holds it, as something may be in there', async () => {
  const service = { namespace: 'default', name: 'missing' };
  const spec = { group: 'down.example', version: 'v1', service, groupPriorityMinimum: 1, versionPriority: 1 };
  const path = '/apis/apiregistration.k8s.io/v1/apiservices';
  await create(path, {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1.down.example' },
    spec: { ...spec, insecureSkipTLSVerify: true },
  });
  await until(async () => (await server.client.get('/apis')).text.includes('down.example'));
  await createNamespace('unknown');
  await create(`${pathOf('unknown')}/configmaps`, configMap('known'));
  await server.client.delete(pathOf('unknown'));
  const { status } = await withCondition('unknown', 'NamespaceDeletionDiscoveryFailure', 'True');
  expect(conditionOf({ status }, 'NamespaceDeletionDiscoveryFailure')).toMatchObject({
    reason: 'DiscoveryFailed',
    message: expect.stringMatching(
      /^Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: down\.example\/v1: /,
    ),
  });
  expect((await server.client.get(`${pathOf('unknown')}/configmaps`)).body.items).toEqual([]);
  await server.client.delete(`${path}/v1.down.example`);
  await until(() => isGone('unknown'));
});
