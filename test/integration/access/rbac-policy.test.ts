import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Etcd, startEtcd } from '../../support/etcd.ts';
import { TestServer } from '../../support/server.ts';

const base = '/apis/rbac.authorization.k8s.io/v1';
const types = ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'];
const autoUpdate = 'rbac.authorization.kubernetes.io/autoupdate';

/** Every object of the policy with its resourceVersion. */
async function versions({ client }: TestServer): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (const type of types) {
    for (const { metadata } of (await client.get(`${base}/${type}`)).body.items) {
      all.set(`${type} ${metadata.namespace ?? ''}/${metadata.name}`, metadata.resourceVersion);
    }
  }
  return all;
}

describe('the policy with which a cluster begins', () => {
  let server: TestServer;
  const directory = mkdtempSync(join(tmpdir(), 'apiserver-'));
  const start = () => TestServer.start({ directory, flags: ['--authorization-mode=RBAC'] });
  const get = async (path: string) => (await server.client.get(`${base}/${path}`)).body;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server?.remove());

  it('is there when the server is ready, and says what it is', async () => {
    expect((await server.client.get('/readyz?verbose')).text).toContain(
      '[+]poststarthook/rbac/bootstrap-roles ok',
    );
    expect(await get('clusterrolebindings/cluster-admin')).toMatchObject({
      metadata: {
        labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' },
        annotations: { [autoUpdate]: 'true' },
      },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'system:masters' }],
    });
  });

  it('has a role for every binding, and for people the gathered rules', async () => {
    const there = await versions(server);
    for (const type of ['clusterrolebindings', 'rolebindings']) {
      for (const { metadata, roleRef } of (await get(type)).items) {
        const home = roleRef.kind === 'Role' ? `roles ${metadata.namespace}` : 'clusterroles ';
        expect(there.has(`${home}/${roleRef.name}`), metadata.name).toBe(true);
      }
    }
    const [view, edit, admin] = await Promise.all(
      ['view', 'edit', 'admin'].map((name) => get(`clusterroles/${name}`)),
    );
    expect(edit.rules).toEqual(expect.arrayContaining(view.rules));
    expect(admin.rules).toEqual(expect.arrayContaining(edit.rules));
    expect(JSON.stringify(view.rules)).not.toContain('secrets');
  });

  it('is not written again when nothing is missing', async () => {
    const before = await versions(server);
    expect(before.size).toBe(119);
    await server.stop();
    server = await start();
    expect(await versions(server)).toEqual(before);
  });

  it('gets back what it lost, keeps what was added, and leaves alone what it is told to', async () => {
    const change = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/merge-patch+json' };
      const answer = await server.client.send('PATCH', `${base}/${path}`, { body, headers });
      expect(answer.status, answer.text).toBe(200);
    };
    const own = { verbs: ['get'], apiGroups: [''], resources: ['secrets'] };
    const bob = { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'bob' };
    const labels = { 'kubernetes.io/bootstrapping': null, team: 'x' };
    await change('clusterroles/system:node-problem-detector', { metadata: { labels }, rules: [own] });
    await change('clusterrolebindings/system:public-info-viewer', { subjects: [bob] });
    await change('clusterroles/system:heapster', {
      metadata: { annotations: { [autoUpdate]: 'false' } },
      rules: [],
    });
    await change('clusterrolebindings/system:basic-user', {
      metadata: { annotations: { [autoUpdate]: 'false' } },
      subjects: null,
    });
    await server.client.delete(`${base}/clusterrolebindings/system:discovery`);
    await server.client.delete(`${base}/namespaces/kube-system/roles/system:controller:token-cleaner`);
    await server.client.delete(`${base}/clusterrolebindings/system:monitoring`);
    const elsewhere = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' };
    await server.client.post(`${base}/clusterrolebindings`, {
      metadata: { name: 'system:monitoring' },
      roleRef: elsewhere,
      subjects: [bob],
    });
    await server.stop();
    server = await start();
    const detector = await get('clusterroles/system:node-problem-detector');
    expect(detector.metadata.labels).toEqual({ 'kubernetes.io/bootstrapping': 'rbac-defaults', team: 'x' });
    expect(detector.rules.slice(0, 3)).toEqual([
      own,
      { verbs: ['get'], apiGroups: [''], resources: ['nodes'] },
      { verbs: ['patch'], apiGroups: [''], resources: ['nodes/status'] },
    ]);
    expect(detector.rules).toHaveLength(3 + 6);
    const names = ({ subjects = [] }: any) => subjects.map(({ name }: any) => name);
    expect(names(await get('clusterrolebindings/system:public-info-viewer'))).toEqual([
      'bob',
      'system:authenticated',
      'system:unauthenticated',
    ]);
    expect((await get('clusterroles/system:heapster')).rules).toEqual([]);
    expect(names(await get('clusterrolebindings/system:basic-user'))).toEqual([]);
    expect(names(await get('clusterrolebindings/system:discovery'))).toEqual(['system:authenticated']);
    expect((await get('namespaces/kube-system/roles/system:controller:token-cleaner')).kind).toBe('Role');
    expect(await get('clusterrolebindings/system:monitoring')).toMatchObject({
      roleRef: { name: 'system:monitoring' },
      subjects: [{ kind: 'Group', name: 'system:monitoring' }],
    });
  });
});

describe('two servers that begin at once', () => {
  let etcd: Etcd;
  let servers: TestServer[] = [];

  beforeAll(async () => {
    etcd = await startEtcd({ members: 1 });
    const flags = [`--etcd-servers=${etcd.endpoints[0]}`, '--authorization-mode=RBAC'];
    servers = await Promise.all([TestServer.start({ flags }), TestServer.start({ flags })]);
  });
  afterAll(async () => {
    for (const server of servers) await server.remove();
    await etcd?.stop();
  });

  it('two servers that begin at once make one default policy', async () => {
    const [one, other] = await Promise.all(servers.map(versions));
    expect(one!.size).toBe(119);
    expect(other).toEqual(one);
    for (const server of servers) expect(server.output).not.toContain('bootstrap-roles:');
  });

  it('let pass what was bound through the other, as soon as they hear of it', async () => {
    const [one, other] = servers as [TestServer, TestServer];
    const jane = other.connect({ token: 'user-token' });
    const allowed = async () => (await jane.get('/api/v1/pods')).status === 200;
    const becomes = async (wanted: boolean): Promise<void> => {
      const deadline = Date.now() + 5_000;
      while ((await allowed()) !== wanted && Date.now() < deadline) await sleep(20);
      expect(await allowed()).toBe(wanted);
    };
    await becomes(false);
    const subjects = [{ kind: 'Group', name: 'testers', apiGroup: 'rbac.authorization.k8s.io' }];
    const roleRef = { kind: 'ClusterRole', name: 'view', apiGroup: 'rbac.authorization.k8s.io' };
    await one.client.post(`${base}/clusterrolebindings`, {
      metadata: { name: 'testers' },
      roleRef,
      subjects,
    });
    await becomes(true);
    await one.client.delete(`${base}/clusterrolebindings/testers`);
    await becomes(false);
    jane.close();
  });

  it('fill in gathered rules together, once', async () => {
    const [one, other] = servers.map(({ client }) => client);
    const labels = { gather: 'yes' };
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: labels }] };
    await one!.post(`${base}/clusterroles`, { metadata: { name: 'whole' }, aggregationRule });
    const parts = Array.from({ length: 30 }, (_, i) => ({
      metadata: { name: `part-${String(i).padStart(2, '0')}`, labels },
      rules: [{ verbs: ['get'], apiGroups: [''], resources: [`r${i}`] }],
    }));
    await Promise.all(
      parts.map((part, i) => (i % 2 === 0 ? one : other)!.post(`${base}/clusterroles`, part)),
    );
    const wanted = parts.flatMap(({ rules }) => rules);
    const read = async () => (await one!.get(`${base}/clusterroles/whole`)).body;
    const deadline = Date.now() + 10_000;
    let whole = await read();
    while (JSON.stringify(whole.rules) !== JSON.stringify(wanted) && Date.now() < deadline) {
      await sleep(100);
      whole = await read();
    }
    expect(whole.rules).toEqual(wanted);
    await sleep(500);
    expect((await read()).metadata.resourceVersion).toBe(whole.metadata.resourceVersion);
  });
});

describe('in the words of the product', () => {
  it('the policy speaks of its own components', async () => {
    const server = await TestServer.start({ dialect: 'orch', flags: ['--authorization-mode=RBAC'] });
    try {
      const { text, body } = await server.client.get('/apis/rbac.authorization.orch.io/v1/clusterroles');
      const names = body.items.map(({ metadata }: any) => metadata.name);
      expect(names).toEqual(
        expect.arrayContaining(['system:orch-scheduler', 'system:nodeagent-api-admin', 'view']),
      );
      expect(text).not.toMatch(/kube|k8s|\{prefix\}|\{nodeAgent\}|\{label\}|\{api\}/);
    } finally {
      await server.remove();
    }
  });
});
