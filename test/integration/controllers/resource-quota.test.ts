import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { container, done, podWith, serverWith } from '../../support/admission.ts';
import { define, definition, tab } from '../../support/custom-resources.ts';
import type { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

const service = (name: string, type: string): object => ({
  metadata: { name },
  spec: { type, ports: [{ port: 80 }] },
});
const deployment = (name: string): object => ({
  metadata: { name },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container('c')] } },
  },
});
const asking = (cpu: string): object => ({
  containers: [container('c', { resources: { requests: { cpu } } })],
});
const config = (name: string): object => ({ metadata: { name } });

/*
 * By itself the controller has to count what comes as well as what goes; the admission plugin charges quotas for what
 * comes, and leaves the rest to the controller.
 */
describe.each([
  ['by itself', ['ServiceAccount', 'ResourceQuota']],
  ['beside the admission plugin', ['ServiceAccount']],
])('the controller of quotas %s', (_, off) => {
  let server: TestServer;
  const path = (resource: string, group = ''): string =>
    `${group === '' ? '/api/v1' : `/apis/${group}/v1`}/namespaces/team/${resource}`;
  const create = (resource: string, object: object, group?: string): Promise<any> =>
    done(server.client.post(path(resource, group), object));
  const remove = (resource: string, name: string, group?: string): Promise<any> =>
    done(server.client.delete(`${path(resource, group)}/${name}?gracePeriodSeconds=0`));
  const quotaOf = async (name = 'q'): Promise<any> =>
    done(server.client.get(`${path('resourcequotas')}/${name}`));
  /** Types that are new are seen within some seconds. */
  const isUsed = (used: Record<string, string>, name?: string): Promise<void> =>
    until(async () => {
      const { status } = await quotaOf(name);
      return Object.entries(used).every(([resource, amount]) => status.used?.[resource] === amount);
    }, 20);

  beforeAll(async () => {
    server = await serverWith({
      off,
      mode: 'RBAC',
      flags: ['--controllers=resourcequota'],
    });
    await define(server, definition());
    await done(server.client.post('/api/v1/namespaces', { metadata: { name: 'team' } }));
    await create('resourcequotas', {
      metadata: { name: 'q' },
      spec: {
        hard: {
          pods: '5',
          'requests.cpu': '4',
          'count/pods': '9',
          configmaps: '8',
          services: '5',
          'services.nodeports': '5',
          'services.loadbalancers': '2',
          'count/deployments.apps': '5',
          'count/tabs.g.example': '5',
          'example.com/love': '1',
        },
      },
    });
    await create('resourcequotas', {
      metadata: { name: 'lasting' },
      spec: { hard: { pods: '5' }, scopes: ['NotTerminating'] },
    });
  });
  afterAll(() => server?.remove());

  it('puts a new quota in force, with all that is used', async () => {
    await isUsed({
      pods: '0',
      'requests.cpu': '0',
      'count/pods': '0',
      services: '0',
      'count/deployments.apps': '0',
      'count/tabs.g.example': '0',
    });
    const { spec, status } = await quotaOf();
    expect(status.hard).toEqual(spec.hard);
    expect(status.used).not.toHaveProperty(['example.com/love']);
  });

  it.each<[string, () => Promise<unknown>, Record<string, string>]>([
    [
      'pods',
      () => create('pods', podWith('a', { ...asking('500m'), nodeName: 'n' })),
      { pods: '1', 'count/pods': '1', 'requests.cpu': '500m' },
    ],
    [
      'more pods',
      () => create('pods', podWith('b', { ...asking('700m'), activeDeadlineSeconds: 60 })),
      { pods: '2', 'count/pods': '2', 'requests.cpu': '1200m' },
    ],
    [
      'services, and what they take of nodes',
      () => create('services', service('s', 'NodePort')),
      { services: '1', 'services.nodeports': '1', 'services.loadbalancers': '0' },
    ],
    [
      'objects of any type',
      () => create('deployments', deployment('d'), 'apps'),
      { 'count/deployments.apps': '1' },
    ],
    ['custom resources', () => create('tabs', tab('t'), 'g.example'), { 'count/tabs.g.example': '1' }],
  ])('counts %s', async (_what, act, used) => {
    await act();
    await isUsed(used);
  });

  it('counts objects that go, one and many', async () => {
    const { configmaps } = (await quotaOf()).status.used;
    for (const name of ['x', 'y', 'z']) await create('configmaps', config(name));
    await isUsed({ configmaps: String(Number(configmaps) + 3) });
    for (const name of ['x', 'y', 'z']) await remove('configmaps', name);
    await isUsed({ configmaps });
    await remove('tabs', 't', 'g.example');
    await remove('deployments', 'd', 'apps');
    await isUsed({ 'count/tabs.g.example': '0', 'count/deployments.apps': '0' });
  });

  it('looks at pods within the scopes of a quota', () => isUsed({ pods: '1' }, 'lasting'));

  it('counts a pod no longer that has ended, but for its object', async () => {
    await done(
      server.client.send('PATCH', `${path('pods')}/a/status`, {
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { status: { phase: 'Succeeded' } },
      }),
    );
    await isUsed({ pods: '1', 'count/pods': '2', 'requests.cpu': '700m' });
  });

  it('counts a service anew whose type changes', async () => {
    const { body } = await server.client.get(`${path('services')}/s`);
    await done(
      server.client.put(`${path('services')}/s`, { ...body, spec: { ...body.spec, type: 'LoadBalancer' } }),
    );
    await isUsed({ services: '1', 'services.loadbalancers': '1' });
    await remove('services', 's');
    await isUsed({ services: '0', 'services.nodeports': '0', 'services.loadbalancers': '0' });
  });

  it('follows the limits of a quota', async () => {
    const quota = await quotaOf();
    const hard = { pods: '7', secrets: '3' };
    await done(server.client.put(`${path('resourcequotas')}/q`, { ...quota, spec: { hard } }));
    await until(async () => (await quotaOf()).status.used.secrets !== undefined);
    expect((await quotaOf()).status).toEqual({ hard, used: { pods: '1', secrets: expect.any(String) } });
  });

  it('puts right what others have written', async () => {
    await done(
      server.client.send('PATCH', `${path('resourcequotas')}/q/status`, {
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { status: { used: { pods: '0' }, hard: { pods: '1' } } },
      }),
    );
    await isUsed({ pods: '1' });
    expect((await quotaOf()).status.hard).toEqual({ pods: '7', secrets: '3' });
  });

  it('writes nothing when nothing changes', async () => {
    const { metadata } = await quotaOf();
    await create('configmaps', config('other'));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await quotaOf()).metadata.resourceVersion).toBe(metadata.resourceVersion);
  });
});
