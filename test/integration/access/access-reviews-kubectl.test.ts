import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubectls } from '../../support/kubectls.ts';
import { grant } from '../../support/rbac.ts';
import { TestServer } from '../../support/server.ts';

const account = 'system:serviceaccount:shop:builder';

const clients = kubectls();

describe.each(clients)('$title', ({ path }) => {
  let server: TestServer;

  /** What it printed, and its exit code. Without `as` it runs as an admin. */
  const kubectl = (words: string, file?: string): Promise<{ code: number; out: string; err: string }> => {
    const given = ['--kubeconfig', server.kubeconfig, ...words.split(' ')];
    const env = { ...process.env, HOME: join(server.directory, 'home') };
    return new Promise((resolve) =>
      execFile(path!, [...given, ...(file === undefined ? [] : ['-f', file])], { env }, (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: out.trim(), err: err.trim() }),
      ),
    );
  };

  beforeAll(async () => {
    if (path === undefined) return;
    server = await TestServer.start({ flags: ['--authorization-mode=RBAC'] });
    mkdirSync(join(server.directory, 'home'));
    await server.client.post('/api/v1/namespaces', { metadata: { name: 'shop' } });
    await server.client.post('/api/v1/namespaces/shop/serviceaccounts', { metadata: { name: 'builder' } });
    const reviews = ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'];
    await grant(server, {
      name: 'everybody',
      who: 'Group:system:authenticated',
      rules: [
        { verbs: ['create'], apiGroups: ['authorization.k8s.io'], resources: reviews },
        { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
        { verbs: ['get'], nonResourceURLs: ['/api', '/api/*', '/apis', '/apis/*', '/openapi/*'] },
      ],
    });
    await grant(server, {
      name: 'cook',
      who: 'Group:cooks',
      rules: [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }],
    });
    await grant(server, {
      name: 'build',
      who: account,
      namespace: 'shop',
      rules: [
        {
          verbs: ['get', 'update'],
          apiGroups: ['apps'],
          resources: ['deployments/scale'],
          resourceNames: ['web'],
        },
      ],
    });
  });
  afterAll(() => server?.remove());

  it.skipIf(path === undefined)('auth can-i', async () => {
    const asked = async (words: string) => {
      const { code, out } = await kubectl(`auth can-i ${words}`);
      return [words, out, code];
    };
    for (const [words, answer] of [
      ['delete nodes', 'yes'],
      ['list pods --as=ann --as-group=cooks', 'yes'],
      ['list pods --as=ann', 'no'],
      ['delete pods --as=ann --as-group=cooks', 'no'],
      [`update deployments.apps/web --subresource=scale -n shop --as=${account}`, 'yes'],
      [`update deployments.apps/db --subresource=scale -n shop --as=${account}`, 'no'],
      [`update deployments.apps/web --subresource=scale -n default --as=${account}`, 'no'],
      ['get /api/v1 --as=ann', 'yes'],
      ['get /metrics --as=ann', 'no'],
    ] as const) {
      const [, out, code] = await asked(words);
      expect([words, String(out).split('\n')[0]!.split(' ')[0], code]).toEqual([
        words,
        answer,
        answer === 'yes' ? 0 : 1,
      ]);
    }
  });

  it.skipIf(path === undefined)('auth can-i --list', async () => {
    const { out, err, code } = await kubectl(`auth can-i --list -n shop --as=${account}`);
    expect(code, err).toBe(0);
    const rows = out.split('\n').map((line) => line.trim().split(/\s{2,}/));
    expect(rows).toContainEqual(['Resources', 'Non-Resource URLs', 'Resource Names', 'Verbs']);
    expect(rows).toContainEqual(['deployments.apps/scale', '[]', '[web]', '[get update]']);
    expect(rows).toContainEqual(['selfsubjectaccessreviews.authorization.k8s.io', '[]', '[]', '[create]']);
    expect(rows).toContainEqual(['[/api/*]', '[]', '[get]']);
  });

  it.skipIf(path === undefined)('--as and --as-group', async () => {
    expect((await kubectl('get pods -n shop --as=ann --as-group=cooks')).code).toBe(0);
    const { code, err } = await kubectl('get pods -n shop --as=ann');
    expect(code).toBe(1);
    expect(err).toContain(
      'Error from server (Forbidden): pods is forbidden: User "ann" cannot list resource "pods" in API group "" in the namespace "shop"',
    );
    const group = await kubectl('get pods -n shop --as-group=cooks');
    expect(group.code).toBe(1);
    const twice = await kubectl('get pods --as=ann --as-group=cooks --as-group=waiters');
    expect(twice.code, twice.err).toBe(0);
  });

  it.skipIf(path === undefined)('create clusterrolebinding', async () => {
    const made = await kubectl('create clusterrolebinding joe --clusterrole=cook --user=joe --group=waiters');
    expect(made.out).toBe('clusterrolebinding.rbac.authorization.k8s.io/joe created');
    expect((await kubectl('auth can-i list pods --as=joe')).out).toBe('yes');
    expect((await kubectl('delete clusterrolebinding joe')).code).toBe(0);
    expect((await kubectl('auth can-i list pods --as=joe')).out.split(' ')[0]).toBe('no');
  });

  it.skipIf(path === undefined)('auth reconcile', async () => {
    const apiVersion = 'rbac.authorization.k8s.io/v1';
    const role = (verbs: string[]) => ({
      apiVersion,
      kind: 'Role',
      metadata: { name: 'stock', namespace: 'shop' },
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs }],
    });
    const binding = {
      apiVersion,
      kind: 'RoleBinding',
      metadata: { name: 'stock', namespace: 'shop' },
      subjects: [{ kind: 'ServiceAccount', name: 'builder', namespace: 'shop' }],
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'stock' },
    };
    const file = join(server.directory, 'roles.json');
    const reconcile = async (...items: object[]) => {
      writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
      return kubectl('auth reconcile', file);
    };
    const made = await reconcile(role(['get']), binding);
    expect(made.code, made.err).toBe(0);
    expect(made.out).toContain('role.rbac.authorization.k8s.io/stock reconciled');
    expect(made.out).toContain('rolebinding.rbac.authorization.k8s.io/stock reconciled');
    expect((await kubectl(`auth can-i get configmaps -n shop --as=${account}`)).out).toBe('yes');
    expect((await kubectl(`auth can-i list configmaps -n shop --as=${account}`)).code).toBe(1);
    expect((await reconcile(role(['list']), binding)).code).toBe(0);
    // What it had stays, what is new is added.
    for (const verb of ['get', 'list'])
      expect((await kubectl(`auth can-i ${verb} configmaps -n shop --as=${account}`)).out).toBe('yes');
  });

  const without = path === clients[0]!.path ? ' (skipped: kubectl 1.20 has no such command)' : '';
  it.skipIf(path === undefined || without !== '')(`auth whoami${without}`, async () => {
    const { out, err, code } = await kubectl('auth whoami --as=ann --as-group=cooks');
    expect(code, err).toBe(0);
    const rows = out.split('\n').map((line) => line.trim().split(/\s{2,}/));
    expect(rows).toContainEqual(['Username', 'ann']);
    expect(rows).toContainEqual(['Groups', '[cooks system:authenticated]']);
  });
});
