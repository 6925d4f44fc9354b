import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { container, done, podWith, serverWith } from '../../support/admission.ts';
import type { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

let server: TestServer;

beforeAll(async () => {
  server = await serverWith({
    off: ['ServiceAccount'],
    mode: 'RBAC',
    flags: [
      '--controllers=clusterrole-aggregation,ttl-after-finished,podgc,ttl',
      '--terminated-pod-gc-threshold=1',
    ],
  });
});
afterAll(() => server?.remove());

const get = async (path: string): Promise<any> => done(server.client.get(path));
const merge = (path: string, body: object): Promise<any> =>
  done(
    server.client.send('PATCH', path, { headers: { 'content-type': 'application/merge-patch+json' }, body }),
  );

describe('roles that gather', () => {
  const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
  const rule = (resource: string): object => ({ verbs: ['get'], apiGroups: [''], resources: [resource] });
  const create = (name: string, labels: object, more: object): Promise<any> =>
    done(server.client.post(roles, { metadata: { name, labels }, ...more }));
  const resourcesOf = async (name: string): Promise<string[]> =>
    ((await get(`${roles}/${name}`)).rules ?? []).flatMap(({ resources }: any) => resources);
  const has = (name: string, ...resources: string[]): Promise<void> =>
    until(async () => String(await resourcesOf(name)) === String(resources));

  it('are filled, also with what is there later', async () => {
    await create('part-b', { part: 'yes' }, { rules: [rule('pods')] });
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { part: 'yes' } }] };
    await create('whole', { larger: 'yes' }, { aggregationRule, rules: [] });
    await has('whole', 'pods');
    await create('part-a', { part: 'yes' }, { rules: [rule('services'), rule('pods')] });
    await has('whole', 'services', 'pods');
  });

  it('are emptied of what goes', async () => {
    await done(server.client.delete(`${roles}/part-b`));
    await merge(`${roles}/part-a`, { rules: [rule('secrets')] });
    await has('whole', 'secrets');
  });

  it('a cluster role that gathers rules may be gathered by another', async () => {
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { larger: 'yes' } }] };
    await create('largest', {}, { aggregationRule, rules: [] });
    await has('largest', 'secrets');
  });

  it('are filled by the controller alone where it runs: not while it may not', async () => {
    const name = 'system:controller:clusterrole-aggregation-controller';
    const bindings = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';
    const { roleRef, subjects } = await get(`${bindings}/${name}`);
    await done(server.client.delete(`${bindings}/${name}`));
    await create('part-c', { part: 'yes' }, { rules: [rule('nodes')] });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await resourcesOf('whole')).toEqual(['secrets']);
    await done(server.client.post(bindings, { metadata: { name }, roleRef, subjects }));
    await has('whole', 'secrets', 'nodes');
  });
});

describe('finished Jobs', () => {
  const jobs = '/apis/batch/v1/namespaces/default/jobs';
  const create = (name: string, ttlSecondsAfterFinished?: number): Promise<any> =>
    done(
      server.client.post(jobs, {
        metadata: { name },
        spec: {
          ...(ttlSecondsAfterFinished !== undefined && { ttlSecondsAfterFinished }),
          template: { spec: { restartPolicy: 'Never', containers: [container('c')] } },
        },
      }),
    );
  const finish = (name: string, type: string): Promise<any> => {
    const lastTransitionTime = `${new Date().toISOString().slice(0, 19)}Z`;
    const conditions = [{ type, status: 'True', lastTransitionTime }];
    return merge(`${jobs}/${name}/status`, { status: { conditions } });
  };
  /** In the foreground: the Job goes when what it owns is gone, which the garbage collector sees to. */
  const isDeleted = async (name: string): Promise<boolean> => {
    const { status, body } = await server.client.get(`${jobs}/${name}`);
    return status === 404 || Boolean(body.metadata.finalizers?.includes('foregroundDeletion'));
  };

  it('are deleted after the time that they say, and others stay', async () => {
    await create('short', 0);
    await create('later', 2);
    await create('failed', 0);
    await create('runs', 0);
    await create('kept');
    await create('long', 3_600);
    for (const name of ['short', 'later', 'kept', 'long']) await finish(name, 'Complete');
    await finish('failed', 'Failed');
    await until(() => isDeleted('short'));
    await until(() => isDeleted('failed'));
    await until(() => isDeleted('later'));
    expect(await Promise.all(['runs', 'kept', 'long'].map(isDeleted))).toEqual([false, false, false]);
    await merge(`${jobs}/long`, { spec: { ttlSecondsAfterFinished: 1 } });
    await until(() => isDeleted('long'));
  });
});

describe('nodes', () => {
  it('say for how long their agents may keep what they know', async () => {
    await done(server.client.post('/api/v1/nodes', { metadata: { name: 'n1' } }));
    const ttl = async () =>
      (await get('/api/v1/nodes/n1')).metadata.annotations?.['node.alpha.kubernetes.io/ttl'];
    await until(async () => (await ttl()) === '0');
    await merge('/api/v1/nodes/n1', { metadata: { annotations: { 'node.alpha.kubernetes.io/ttl': '7' } } });
    await until(async () => (await ttl()) === '0');
  });
});

describe('pods that have ended', () => {
  const pods = '/api/v1/namespaces/default/pods';

  it('are deleted when there are more than are kept, the oldest first', async () => {
    for (const name of ['a', 'b', 'runs'])
      await done(server.client.post(pods, podWith(name, { nodeName: 'n1' })));
    for (const name of ['a', 'b']) await merge(`${pods}/${name}/status`, { status: { phase: 'Failed' } });
    await until(async () => (await server.client.get(`${pods}/a`)).status === 404, 60);
    const { items } = await get(pods);
    expect(items.map(({ metadata }: any) => metadata.name)).toEqual(['b', 'runs']);
  }, 70_000);
});
