import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverWith } from '../../support/admission.ts';
import type { Answer, ApiClient } from '../../support/api-client.ts';
import { headOf, rawRequest, statusOf } from '../../support/raw-request.ts';
import type { TestServer } from '../../support/server.ts';

const nodes = '/api/v1/nodes';

let server: TestServer;
let n1: ApiClient;
beforeAll(async () => {
  server = await serverWith({
    mode: 'Node,RBAC',
    on: ['NodeRestriction'],
    users: ['user-token,jane,2', 'n1-token,system:node:n1,3,"system:nodes"'],
  });
  n1 = server.connect({ token: 'n1-token' });
  expect((await n1.post(nodes, { metadata: { name: 'n1' } })).status).toBe(201);
  expect((await server.client.post(nodes, { metadata: { name: 'n2' } })).status).toBe(201);
});
afterAll(async () => {
  n1?.close();
  await server?.remove();
});

describe('two headers that say who is asking', () => {
  it.each([
    ['the same', 'Bearer user-token', 'Bearer user-token'],
    ['a user and an admin', 'Bearer user-token', 'Bearer admin-token'],
    ['an admin and a user', 'Bearer admin-token', 'Bearer user-token'],
    ['an admin and nobody', 'Bearer admin-token', ''],
  ])('%s: the request is refused', async (_, first, second) => {
    const both = [`Authorization: ${first}`, `authorization: ${second}`];
    expect(statusOf(await rawRequest(server, headOf('GET', '/api/v1/nodes', both)))).toBe(400);
  });

  it('one with two tokens is one with the first', async () => {
    const both = ['Authorization: Bearer user-token, Bearer admin-token'];
    expect(statusOf(await rawRequest(server, headOf('GET', '/api/v1/nodes', both)))).toBe(401);
  });
});

describe('a node', () => {
  const role = { 'node-role.kubernetes.io/control-plane': '' };
  const patch = (path: string, type: string, body: unknown): Promise<Answer> =>
    n1.send('PATCH', path, { body, headers: { 'content-type': `application/${type}` } });
  const labelled = { metadata: { labels: role } };
  const whole = (name = 'n1') => ({ apiVersion: 'v1', kind: 'Node', metadata: { name, labels: role } });
  const stored = async (change: (node: any) => void) => {
    const { body } = await server.client.get(`${nodes}/n1`);
    change(body);
    return body;
  };
  const withRole = (node: any) => Object.assign((node.metadata.labels ??= {}), role);

  // What admission compares with is what is stored, whichever way the change comes (CVE-2021-25735).
  it.each<[string, () => Promise<Answer>]>([
    ['an update', async () => n1.put(`${nodes}/n1`, await stored(withRole))],
    ['an update of whatever is there', () => n1.put(`${nodes}/n1`, whole())],
    ['a merge patch', () => patch(`${nodes}/n1`, 'merge-patch+json', labelled)],
    ['a strategic merge patch', () => patch(`${nodes}/n1`, 'strategic-merge-patch+json', labelled)],
    [
      'a JSON patch',
      () =>
        patch(`${nodes}/n1`, 'json-patch+json', [
          { op: 'add', path: '/metadata/labels', value: { ...role } },
        ]),
    ],
    [
      'an apply',
      () => patch(`${nodes}/n1?fieldManager=n1&force=true`, 'apply-patch+yaml', JSON.stringify(whole())),
    ],
    ['the sub-resource status', async () => n1.put(`${nodes}/n1/status`, await stored(withRole))],
    ['a patch of the status', () => patch(`${nodes}/n1/status`, 'merge-patch+json', labelled)],
    ['a dry run', () => patch(`${nodes}/n1?dryRun=All`, 'merge-patch+json', labelled)],
    ['a change of another node', () => patch(`${nodes}/n2`, 'merge-patch+json', labelled)],
    ['a new node', () => n1.post(nodes, whole('n3'))],
  ])('does not give itself a role by %s (CVE-2023-5408)', async (_, attempt) => {
    const { status, body } = await attempt();
    expect([status, body.reason]).toEqual([403, 'Forbidden']);
    for (const name of ['n1', 'n2'])
      expect((await server.client.get(`${nodes}/${name}`)).body.metadata.labels).not.toMatchObject(role);
  });

  it('does not change its taints, nor anything of its spec through its status', async () => {
    const tainted = await stored((node) => (node.spec.taints = [{ key: 'a', effect: 'NoSchedule' }]));
    expect((await n1.put(`${nodes}/n1`, tainted)).status).toBe(403);
    const unschedulable = await stored((node) => (node.spec.unschedulable = true));
    await n1.put(`${nodes}/n1/status`, unschedulable);
    expect((await server.client.get(`${nodes}/n1`)).body.spec.unschedulable).toBeUndefined();
  });

  it('is not whoever has the name of one, or is in the group of all', async () => {
    const answers = ['system:node:n1', 'jane'].map((user) =>
      server.client.get('/api/v1/namespaces/default/secrets/x', {
        headers: {
          'Impersonate-User': user,
          'Impersonate-Group': user === 'jane' ? 'system:nodes' : 'others',
        },
      }),
    );
    for (const { status } of await Promise.all(answers)) expect(status).toBe(403);
  });
});
