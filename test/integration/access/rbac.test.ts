import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import { TestServer } from '../../support/server.ts';

const group = 'rbac.authorization.k8s.io';
const base = `/apis/${group}/v1`;
const clusterRoles = `${base}/clusterroles`;
const clusterBindings = `${base}/clusterrolebindings`;
const rolesIn = (namespace: string) => `${base}/namespaces/${namespace}/roles`;
const bindingsIn = (namespace: string) => `${base}/namespaces/${namespace}/rolebindings`;

const users: Record<string, string[]> = {
  admin: ['system:masters'],
  ann: ['sellers', 'buyers'],
  bob: ['buyers'],
  eve: [],
};

let server: TestServer;
const as: Record<string, ApiClient> = {};

function directoryWithUsers(): { directory: string; flags: string[] } {
  const directory = mkdtempSync(join(tmpdir(), 'apiserver-'));
  const file = join(directory, 'users.csv');
  const lines = Object.entries(users).map(
    ([name, groups]) => `${name}-token,${name},,"${groups.join(',')}"\n`,
  );
  writeFileSync(file, lines.join(''));
  return { directory, flags: [`--token-auth-file=${file}`, '--authorization-mode=RBAC'] };
}

beforeAll(async () => {
  server = await TestServer.start(directoryWithUsers());
  for (const name of Object.keys(users)) as[name] = server.connect({ token: `${name}-token` });
  for (const namespace of ['shop', 'bank'])
    await make('/api/v1/namespaces', { metadata: { name: namespace } });
  await make('/api/v1/namespaces/shop/configmaps', { metadata: { name: 'prices' } });
});
afterAll(async () => {
  for (const client of Object.values(as)) client.close();
  await server?.remove();
});

async function make(path: string, object: object): Promise<any> {
  const answer = await as['admin']!.post(path, object);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

const user = (name: string) => ({ kind: 'User', name, apiGroup: group });
const role = (name: string, ...rules: object[]) => ({ metadata: { name }, rules });
const binding = (name: string, of: string, ...subjects: object[]) => {
  const [kind, roleName] = of.split('/');
  return { metadata: { name }, roleRef: { apiGroup: group, kind, name: roleName }, subjects };
};
const rule = (verbs: string, resources: string, more: object = {}) => ({
  verbs: verbs.split(','),
  apiGroups: [''],
  resources: resources.split(','),
  ...more,
});

describe('who is not named by any binding', () => {
  test.each([
    [
      'get',
      '/api/v1/namespaces/shop/configmaps/prices',
      'configmaps "prices" is forbidden: User "eve" cannot get resource "configmaps" in API group "" in the namespace "shop"',
    ],
    [
      'get',
      '/api/v1/nodes',
      'nodes is forbidden: User "eve" cannot list resource "nodes" in API group "" at the cluster scope',
    ],
    ['get', '/metrics', 'forbidden: User "eve" cannot get path "/metrics"'],
    [
      'post',
      '/api/v1/namespaces',
      'namespaces is forbidden: User "eve" cannot create resource "namespaces" in API group "" at the cluster scope',
    ],
    [
      'get',
      `${clusterRoles}?watch=true`,
      `clusterroles.${group} is forbidden: User "eve" cannot watch resource "clusterroles" in API group "${group}" at the cluster scope`,
    ],
  ] as const)('may not %s %s', async (method, path, message) => {
    const { status, body } = method === 'get' ? await as['eve']!.get(path) : await as['eve']!.post(path, {});
    expect(status).toBe(403);
    expect(body).toMatchObject({ kind: 'Status', reason: 'Forbidden', code: 403, message });
  });

  test.each(['/api', '/apis', '/openapi/v2', '/version', '/healthz', '/readyz', '/livez'])(
    'may see %s, as everybody who is known',
    async (path) => {
      expect((await as['eve']!.get(path)).status).toBe(200);
    },
  );
});

describe('a role in a namespace', () => {
  it('holds from the moment in which it is bound, and until it is not', async () => {
    const path = '/api/v1/namespaces/shop/secrets';
    await make(rolesIn('shop'), role('keys', rule('list', 'secrets')));
    expect((await as['bob']!.get(path)).status).toBe(403);
    await make(bindingsIn('shop'), binding('keys', 'Role/keys', user('bob')));
    expect((await as['bob']!.get(path)).status).toBe(200);
    expect((await as['bob']!.get('/api/v1/namespaces/bank/secrets')).status).toBe(403);
    expect((await as['bob']!.get('/api/v1/secrets')).status).toBe(403);
    await as['admin']!.put(`${rolesIn('shop')}/keys`, role('keys', rule('get', 'secrets')));
    expect((await as['bob']!.get(path)).status).toBe(403);
    await as['admin']!.put(`${rolesIn('shop')}/keys`, role('keys', rule('list', 'secrets')));
    expect((await as['bob']!.get(path)).status).toBe(200);
    await as['admin']!.delete(`${bindingsIn('shop')}/keys`);
    expect((await as['bob']!.get(path)).status).toBe(403);
  });

  it('may name objects: neither others nor the list are meant', async () => {
    await make(
      rolesIn('shop'),
      role('prices', rule('get,list,delete', 'configmaps', { resourceNames: ['prices'] })),
    );
    await make(bindingsIn('shop'), binding('prices', 'Role/prices', user('bob')));
    const path = '/api/v1/namespaces/shop/configmaps';
    expect((await as['bob']!.get(`${path}/prices`)).status).toBe(200);
    expect((await as['bob']!.get(`${path}/wages`)).status).toBe(403);
    expect((await as['bob']!.get(path)).status).toBe(403);
    expect((await as['bob']!.get(`${path}?fieldSelector=metadata.name%3Dprices`)).status).toBe(200);
    expect((await as['bob']!.delete(path)).status).toBe(403);
    expect((await as['bob']!.delete(`${path}/prices?dryRun=All`)).status).toBe(200);
  });

  it('of a resource means no sub-resource, and the other way round', async () => {
    await make(rolesIn('bank'), role('pods', rule('get', 'pods')));
    await make(rolesIn('bank'), role('states', rule('get', '*/status')));
    await make(bindingsIn('bank'), binding('pods', 'Role/pods', user('ann')));
    await make(bindingsIn('bank'), binding('states', 'Role/states', user('bob')));
    const pod = '/api/v1/namespaces/bank/pods/x';
    const state = `${pod}/status`;
    // What may be asked for and is not there is not found.
    expect((await as['ann']!.get(pod)).status).toBe(404);
    expect((await as['ann']!.get(state)).status).toBe(403);
    expect((await as['ann']!.get(`${pod}/log`)).body.message).toBe(
      'pods "x" is forbidden: User "ann" cannot get resource "pods/log" in API group "" in the namespace "bank"',
    );
    expect((await as['bob']!.get(pod)).status).toBe(403);
    expect((await as['bob']!.get(state)).status).toBe(404);
    expect((await as['bob']!.get(`${pod}/log`)).status).toBe(403);
    expect((await as['bob']!.get('/apis/apps/v1/namespaces/bank/deployments/x/status')).status).toBe(403);
  });

  it('that is not there is what the refusal tells', async () => {
    await make(bindingsIn('bank'), binding('lost', 'Role/lost', user('eve')));
    await make(clusterBindings, binding('lost', 'ClusterRole/gone', user('eve')));
    const { body } = await as['eve']!.get('/api/v1/namespaces/bank/pods');
    expect(body.message).toBe(
      'pods is forbidden: User "eve" cannot list resource "pods" in API group "" in the namespace "bank": ' +
        `RBAC: [clusterrole.${group} "gone" not found, role.${group} "lost" not found]`,
    );
    await as['admin']!.delete(`${bindingsIn('bank')}/lost`);
    await as['admin']!.delete(`${clusterBindings}/lost`);
  });
});

describe('a cluster role', () => {
  it('opens paths, also by their beginning, to groups', async () => {
    await make(clusterRoles, role('metrics', { verbs: ['get'], nonResourceURLs: ['/metrics', '/readyz/*'] }));
    await make(
      clusterBindings,
      binding('metrics', 'ClusterRole/metrics', { kind: 'Group', name: 'sellers', apiGroup: group }),
    );
    expect((await as['ann']!.get('/metrics')).status).toBe(200);
    expect((await as['ann']!.get('/readyz/ping')).status).toBe(200);
    expect((await as['ann']!.get('/livez/ping')).status).toBe(403);
    expect((await as['bob']!.get('/metrics')).status).toBe(403);
    expect((await as['bob']!.get('/readyz/ping')).status).toBe(403);
  });

  it('bound in a namespace holds there alone', async () => {
    await make(bindingsIn('bank'), binding('viewers', 'ClusterRole/view', user('eve')));
    expect((await as['eve']!.get('/api/v1/namespaces/bank/pods')).status).toBe(200);
    expect((await as['eve']!.get('/api/v1/namespaces/bank/secrets')).status).toBe(403);
    expect((await as['eve']!.get('/api/v1/namespaces/shop/pods')).status).toBe(403);
    expect((await as['eve']!.get('/api/v1/pods')).status).toBe(403);
    await as['admin']!.delete(`${bindingsIn('bank')}/viewers`);
  });
});

describe('nobody gives what he does not have', () => {
  const held = (name: string, groups: string) =>
    `user "${name}" (groups=[${groups}]) is attempting to grant RBAC permissions not currently held:\n`;
  const annsGroups = '"sellers" "buyers" "system:authenticated"';
  const podLine = '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}';

  beforeAll(async () => {
    const all = ['get', 'list', 'create', 'update', 'patch', 'delete'];
    const writes = { verbs: all, apiGroups: [group], resources: ['roles', 'rolebindings', 'clusterroles'] };
    await make(clusterRoles, role('role-writer', writes, rule('list', 'pods')));
    await make(clusterBindings, binding('role-writer', 'ClusterRole/role-writer', user('ann')));
  });

  it('in a new role', async () => {
    const { status, body } = await as['ann']!.post(rolesIn('shop'), role('more', rule('get,list', 'pods')));
    expect(status).toBe(403);
    expect(body).toMatchObject({
      reason: 'Forbidden',
      message: `roles.${group} "more" is forbidden: ${held('ann', annsGroups)}${podLine}`,
      details: { name: 'more', group, kind: 'roles' },
    });
    expect((await as['ann']!.post(rolesIn('shop'), role('same', rule('list', 'pods')))).status).toBe(201);
  });

  it('in an update, a patch, an apply or a dry run', async () => {
    const path = `${rolesIn('shop')}/same`;
    const more = role('same', rule('get', 'pods'));
    const patch = (type: string, body: object, query = '') =>
      as['ann']!.send('PATCH', `${path}${query}`, { body, headers: { 'content-type': type } });
    const applied = { kind: 'Role', apiVersion: `${group}/v1`, ...more };
    const answers = [
      await as['ann']!.put(path, more),
      await patch('application/merge-patch+json', { rules: more.rules }),
      await patch('application/json-patch+json', [{ op: 'replace', path: '/rules/0/verbs', value: ['get'] }]),
      await patch('application/strategic-merge-patch+json', { rules: more.rules }),
      await patch('application/apply-patch+yaml', applied, '?fieldManager=ann&force=true'),
      await as['ann']!.put(`${path}?dryRun=All`, more),
      await as['ann']!.put(`${rolesIn('shop')}/unborn`, role('unborn', rule('get', 'pods'))),
    ];
    for (const { status, body } of answers) {
      expect([status, body.message]).toEqual([
        403,
        expect.stringContaining(`${held('ann', annsGroups)}${podLine}`),
      ]);
    }
    expect((await as['admin']!.get(path)).body.rules).toEqual([rule('list', 'pods')]);
  });

  it('by a binding to a role with more rights', async () => {
    const answer = await as['ann']!.post(
      bindingsIn('shop'),
      binding('up', 'ClusterRole/system:node-bootstrapper', user('ann')),
    );
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe(
      `rolebindings.${group} "up" is forbidden: ${held('ann', annsGroups)}` +
        '{APIGroups:["certificates.k8s.io"], Resources:["certificatesigningrequests"], Verbs:["create" "get" "list" "watch"]}',
    );
    expect(
      (await as['ann']!.post(bindingsIn('shop'), binding('down', 'Role/same', user('eve')))).status,
    ).toBe(201);
    const added = binding('down', 'Role/same', user('eve'), user('bob'));
    expect((await as['ann']!.put(`${bindingsIn('shop')}/down`, added)).status).toBe(200);
  });

  it('by a binding to a role that is not there, or to another role than before', async () => {
    const gone = await as['ann']!.post(bindingsIn('shop'), binding('none', 'Role/gone', user('ann')));
    expect([gone.status, gone.body.message]).toEqual([404, `roles.${group} "gone" not found`]);
    const other = await as['admin']!.put(
      `${bindingsIn('shop')}/down`,
      binding('down', 'ClusterRole/admin', user('eve')),
    );
    expect(other.status).toBe(422);
    expect(other.body.message).toContain('cannot change roleRef');
  });

  it('by a role that gathers those of others', async () => {
    const gathers = {
      ...role('all'),
      aggregationRule: {
        clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'DoesNotExist' }] }],
      },
    };
    const { status, body } = await as['ann']!.post(clusterRoles, gathers);
    expect([status, body.message]).toEqual([
      403,
      `clusterroles.${group} "all" is forbidden: must have cluster-admin privileges to use the aggregationRule`,
    ]);
  });

  it('unless he may escalate, or bind', async () => {
    const verbs = {
      verbs: ['bind'],
      apiGroups: [group],
      resources: ['clusterroles'],
      resourceNames: ['view'],
    };
    await make(
      rolesIn('shop'),
      role('giver', verbs, { verbs: ['escalate'], apiGroups: [group], resources: ['roles'] }),
    );
    await make(bindingsIn('shop'), binding('giver', 'Role/giver', user('ann')));
    expect((await as['ann']!.post(rolesIn('shop'), role('more', rule('get', 'pods')))).status).toBe(201);
    expect((await as['ann']!.post(rolesIn('bank'), role('more', rule('get', 'secrets')))).status).toBe(403);
    expect(
      (await as['ann']!.post(bindingsIn('shop'), binding('view', 'ClusterRole/view', user('eve')))).status,
    ).toBe(201);
    expect(
      (await as['ann']!.post(bindingsIn('shop'), binding('edit', 'ClusterRole/edit', user('eve')))).status,
    ).toBe(403);
    await as['admin']!.delete(`${bindingsIn('shop')}/view`);
  });

  it('and a role of a billion permissions does not hold the server', async () => {
    const many = (letter: string) => Array.from({ length: 1_000 }, (_, i) => `${letter}${i}`);
    const huge = { verbs: many('v'), apiGroups: many('g'), resources: many('r') };
    expect((await as['ann']!.post(rolesIn('bank'), role('huge', huge))).status).toBe(403);
    expect((await as['eve']!.get('/healthz')).status).toBe(200);
  });
});

describe('a cluster role that gathers', () => {
  const gathered = async (name: string, wanted: object[]): Promise<void> => {
    let rules: object[] | null = null;
    for (let attempt = 0; attempt < 100; attempt++) {
      ({ rules } = (await as['admin']!.get(`${clusterRoles}/${name}`)).body);
      if (JSON.stringify(rules) === JSON.stringify(wanted)) return;
      await sleep(50);
    }
    expect(rules).toEqual(wanted);
  };
  const labelled = (name: string, label: string, ...rules: object[]) => ({
    metadata: { name, labels: { [label]: 'true' } },
    rules,
  });

  it('has the rules of all that it selects, in order of their names, and keeps up with them', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((resource) => rule('get', resource));
    await make(clusterRoles, labelled('part-2', 'gather', b!, c!));
    await make(clusterRoles, {
      ...role('whole', rule('get', 'what is not gathered goes')),
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { gather: 'true' } }] },
    });
    await gathered('whole', [b!, c!]);
    await make(clusterRoles, labelled('part-1', 'gather', a!, c!));
    await gathered('whole', [a!, c!, b!]);
    await as['admin']!.delete(`${clusterRoles}/part-2`);
    await gathered('whole', [a!, c!]);
    const { metadata } = (await as['admin']!.get(`${clusterRoles}/whole`)).body;
    expect(metadata.managedFields.map(({ manager }: any) => manager)).toContain(
      'clusterrole-aggregation-controller',
    );
  });

  it('adds to the roles for people, through one another', async () => {
    const stalls = { verbs: ['get'], apiGroups: ['shop.example'], resources: ['stalls'] };
    await make(clusterRoles, labelled('stalls', `${group}/aggregate-to-view`, stalls));
    const has = async (name: string): Promise<boolean> =>
      JSON.stringify((await as['admin']!.get(`${clusterRoles}/${name}`)).body.rules).includes('stalls');
    // Each is filled by itself, in order of names: the last of them may be behind the first.
    for (const name of ['admin', 'edit', 'view']) await expect.poll(() => has(name)).toBe(true);
    expect((await as['admin']!.get(`${clusterRoles}/stalls`)).body.rules).toEqual([stalls]);
  });
});
