import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { container, done, serverWith } from '../../support/admission.ts';
import type { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

let server: TestServer;

beforeAll(async () => {
  server = await serverWith({ off: ['ServiceAccount'], mode: 'RBAC', flags: ['--controllers=*'] });
});
afterAll(() => server?.remove());

const core = '/api/v1';
const inDefault = `${core}/namespaces/default`;
const get = async (path: string): Promise<any> => done(server.client.get(path));
const isGone = async (path: string): Promise<boolean> => (await server.client.get(path)).status === 404;
const create = (path: string, object: object): Promise<any> => done(server.client.post(path, object));
const remove = (path: string): Promise<any> => done(server.client.delete(path));
const merge = (path: string, body: object): Promise<any> =>
  done(
    server.client.send('PATCH', path, { headers: { 'content-type': 'application/merge-patch+json' }, body }),
  );
const request = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const claim = (name: string, namespace = 'default') =>
  create(`${core}/namespaces/${namespace}/persistentvolumeclaims`, { metadata: { name }, spec: request });
const volume = (name: string) =>
  create(`${core}/persistentvolumes`, {
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/data' } },
  });

describe('claims', () => {
  const claims = `${inDefault}/persistentvolumeclaims`;
  const user = (name: string, claimName: string, nodeName?: string) =>
    create(`${inDefault}/pods`, {
      metadata: { name },
      spec: {
        ...(nodeName && { nodeName }),
        containers: [container('c')],
        volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
      },
    });

  it('go when they are deleted and no pod uses them', async () => {
    expect((await claim('free')).metadata.finalizers).toEqual(['kubernetes.io/pvc-protection']);
    await user('not-on-a-node', 'free');
    await remove(`${claims}/free`);
    await until(() => isGone(`${claims}/free`));
  });

  it('stay while a pod on a node uses them, and go with it', async () => {
    await claim('used');
    await create(`${core}/nodes`, { metadata: { name: 'node-1' } });
    await user('web', 'used', 'node-1');
    await remove(`${claims}/used`);
    // Another claim goes meanwhile, so this one was looked at.
    await claim('witness');
    await remove(`${claims}/witness`);
    await until(() => isGone(`${claims}/witness`));
    expect((await get(`${claims}/used`)).metadata.finalizers).toEqual(['kubernetes.io/pvc-protection']);
    await done(server.client.send('DELETE', `${inDefault}/pods/web`, { body: { gracePeriodSeconds: 0 } }));
    await until(() => isGone(`${claims}/used`));
  });

  it('that lost their protection get it back', async () => {
    await claim('bare');
    await merge(`${claims}/bare`, { metadata: { finalizers: null } });
    await until(async () => (await get(`${claims}/bare`)).metadata.finalizers?.length === 1);
    await remove(`${claims}/bare`);
  });

  it('go with their namespace', async () => {
    await create(`${core}/namespaces`, { metadata: { name: 'short' } });
    await claim('data', 'short');
    await remove(`${core}/namespaces/short`);
    await until(() => isGone(`${core}/namespaces/short`));
  });
});

describe('volumes', () => {
  const volumes = `${core}/persistentvolumes`;

  it('go when they are deleted and not bound', async () => {
    expect((await volume('free')).metadata.finalizers).toEqual(['kubernetes.io/pv-protection']);
    await remove(`${volumes}/free`);
    await until(() => isGone(`${volumes}/free`));
  });

  it('stay while they are bound', async () => {
    await volume('bound');
    await merge(`${volumes}/bound/status`, { status: { phase: 'Bound' } });
    await remove(`${volumes}/bound`);
    await volume('witness');
    await remove(`${volumes}/witness`);
    await until(() => isGone(`${volumes}/witness`));
    expect((await get(`${volumes}/bound`)).metadata.deletionTimestamp).toBeDefined();
    await merge(`${volumes}/bound/status`, { status: { phase: 'Released' } });
    await until(() => isGone(`${volumes}/bound`));
  });
});

describe('the taint of a new node', () => {
  const keysOf = async (name: string): Promise<string[]> =>
    ((await get(`${core}/nodes/${name}`)).spec.taints ?? []).map(({ key }: any) => key);
  const says = (name: string, ready: string) =>
    merge(`${core}/nodes/${name}/status`, {
      status: { conditions: [{ type: 'Ready', status: ready, reason: 'Said', message: 'said' }] },
    });

  it('goes when the node is ready, and comes when it is not', async () => {
    await create(`${core}/nodes`, { metadata: { name: 'node-2' } });
    expect(await keysOf('node-2')).toEqual(['node.kubernetes.io/not-ready']);
    await says('node-2', 'True');
    await until(async () => (await keysOf('node-2')).length === 0);
    await says('node-2', 'Unknown');
    await until(async () => String(await keysOf('node-2')) === 'node.kubernetes.io/unreachable');
  });
});

/** Each finalizer that the server itself gives an object; the object must go when it is deleted. */
describe('finalizers that the server adds are removed by controllers of its own', () => {
  const definition = {
    metadata: { name: 'things.stable.example' },
    spec: {
      group: 'stable.example',
      names: { plural: 'things', kind: 'Thing' },
      scope: 'Namespaced',
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  };
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const sets = '/apis/apps/v1/namespaces/default/replicasets';
  const set = (name: string) => ({
    metadata: { name },
    spec: {
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [container('c')] } },
    },
  });

  it.each([
    ['kubernetes', `${core}/namespaces`, { metadata: { name: 'gone' } }, {}],
    [
      'pvc-protection',
      `${inDefault}/persistentvolumeclaims`,
      { metadata: { name: 'gone' }, spec: request },
      {},
    ],
    ['foregroundDeletion', sets, set('foreground'), { propagationPolicy: 'Foreground' }],
    ['orphan', sets, set('orphaning'), { propagationPolicy: 'Orphan' }],
    ['customresourcecleanup', definitions, definition, {}],
  ])('%s', async (_, path, object: any, options) => {
    await create(path, object);
    const one = `${path}/${object.metadata.name}`;
    await done(server.client.send('DELETE', one, { body: options }));
    await until(() => isGone(one));
  });
});
