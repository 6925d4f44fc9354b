import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { configMap } from '../support/objects.ts';
import { grant } from '../support/rbac.ts';
import { TestServer } from '../support/server.ts';

let server: TestServer;
let jane: ApiClient;
beforeAll(async () => {
  server = await TestServer.start({ flags: ['--authorization-mode=RBAC'] });
  jane = server.connect({ token: 'user-token' });
  await server.client.post('/api/v1/namespaces', { metadata: { name: 'b' } });
});
afterAll(async () => {
  jane?.close();
  await server?.remove();
});

describe('who may change objects, and not make them', () => {
  const leases = '/apis/coordination.k8s.io/v1/namespaces/b/leases';
  const configMaps = '/api/v1/namespaces/b/configmaps';
  const lease = (name: string) => ({ metadata: { name }, spec: { holderIdentity: 'me' } });
  const apply = (name: string) =>
    jane.send('PATCH', `${configMaps}/${name}?fieldManager=me`, {
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: 'b' } },
    });

  beforeAll(() =>
    grant(server, {
      name: 'change',
      who: 'jane',
      namespace: 'b',
      rules: [
        {
          verbs: ['get', 'update', 'patch'],
          apiGroups: ['', 'coordination.k8s.io'],
          resources: ['leases', 'configmaps'],
        },
        {
          verbs: ['create'],
          apiGroups: ['', 'coordination.k8s.io'],
          resources: ['leases', 'configmaps'],
          resourceNames: ['own'],
        },
      ],
    }),
  );

  it('does not make one by an update', async () => {
    const { status, body } = await jane.put(`${leases}/other`, lease('other'));
    expect([status, body.message]).toEqual([
      403,
      'leases.coordination.k8s.io "other" is forbidden: User "jane" cannot create resource "leases" in API group "coordination.k8s.io" in the namespace "b"',
    ]);
    expect((await server.client.get(`${leases}/other`)).status).toBe(404);
    const made = await jane.put(`${leases}/own`, lease('own'));
    expect([made.status, (await jane.put(`${leases}/own`, made.body)).status]).toEqual([201, 200]);
    const other = await server.client.post(leases, lease('other'));
    expect((await jane.put(`${leases}/other`, other.body)).status).toBe(200);
  });

  it('nor by an apply', async () => {
    const { status, body } = await apply('other');
    expect([status, body.message]).toEqual([
      403,
      'configmaps "other" is forbidden: User "jane" cannot create resource "configmaps" in API group "" in the namespace "b"',
    ]);
    expect((await server.client.get(`${configMaps}/other`)).status).toBe(404);
    expect((await apply('own')).status).toBe(201);
    expect((await apply('own')).status).toBe(200);
    await server.client.post(configMaps, configMap('other'));
    expect((await apply('other')).status).toBe(200);
  });

  it('nor by a patch', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    const { status } = await jane.send('PATCH', `${leases}/none`, { headers, body: { spec: {} } });
    expect(status).toBe(404);
  });
});
