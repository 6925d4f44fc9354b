import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configure, patching, rule, TestWebhooks, webhook } from '../../support/admission-webhooks.ts';
import { kubeconfigOf } from '../../support/orchctl.ts';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { grant } from '../../support/rbac.ts';
import { TestServer } from '../../support/server.ts';

describe.each([
  { dialect: 'orch', api: 'orch.io' },
  { dialect: 'kubernetes', api: 'k8s.io' },
] as const)('orchctl why in the dialect $dialect', ({ dialect, api }) => {
  let server: TestServer;
  let orchctl: CommandLineHere;
  let hooks: TestWebhooks;
  beforeAll(async () => {
    server = await TestServer.start({ dialect });
    orchctl = new CommandLineHere(server);
    hooks = await TestWebhooks.start();
    await server.client.post('/api/v1/namespaces', { metadata: { name: 'shop' } });
    await server.client.post('/api/v1/namespaces/shop/serviceaccounts', { metadata: { name: 'default' } });
    const rules = [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] }];
    await grant(server, { api, name: 'readers', who: 'jane', namespace: 'shop', rules });
  });
  afterAll(async () => {
    await server?.remove();
    await hooks?.close();
  });
  const asJane = (...words: string[]) => orchctl.run(['why', ...words, '--as', 'jane']);

  it('names the binding and the rule that allow a request', async () => {
    expect(await asJane('list', 'pods', '-n', 'shop')).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'yes: "jane" may list pods in namespace "shop"',
        '  allowed by RBAC: RoleBinding shop/readers gives Role readers to User "jane"',
        '  rule: verbs [get list], resources [pods], API groups [""]',
        '',
      ].join('\n'),
    });
  });

  it('says what would have to change, and ends with 1', async () => {
    const { code, stdout } = await asJane('delete', 'pod/web', '-n', 'shop');
    expect(code).toBe(1);
    expect(stdout.split('\n').slice(0, 5)).toEqual([
      'no: "jane" may not delete pods "web" in namespace "shop"',
      '  Node does not allow it',
      '  RBAC does not allow it',
      '    near: RoleBinding shop/readers gives Role readers to User "jane"',
      '          verbs [get list], resources [pods], API groups [""]: its verbs would need "delete"',
    ]);
    expect(stdout).toMatch(/roles that would allow it, if they were bound: ClusterRole .*\bedit\b/);
  });

  it('says in which namespaces the same is allowed', async () => {
    expect((await asJane('list', 'pods')).stdout).toContain('allowed in other namespaces: shop');
  });

  it('answers about paths, subresources, and types that the server does not have', async () => {
    expect((await asJane('get', '/version')).stdout).toMatch(
      /^yes: "jane" may get the path \/version\n.*rule: verbs/s,
    );
    const log = await asJane('get', 'pods', '--subresource', 'log', '-n', 'shop');
    expect(log.stdout).toContain('its resources would need "pods/log"');
    const unknown = await asJane('get', 'things.example.com');
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      "Warning: the server doesn't have a resource type 'things.example.com'\n",
    ]);
  });

  it('tells a user who may not see the grounds the verdict, and which own rules are near', async () => {
    const own = ['--kubeconfig', orchctl.file('jane.kubeconfig', kubeconfigOf(server, 'user-token'))];
    const { code, stdout } = await orchctl.run(['why', 'delete', 'pods', '-n', 'shop', ...own]);
    expect(code).toBe(1);
    expect(stdout).toContain('near: a rule with verbs [get list], resources [pods], API groups [""]');
    expect(stdout).toContain(
      'the server tells the grounds to users who may get the path /decisions/authorization',
    );
    expect(stdout).not.toContain('readers');
  });

  it('tells which plugins and webhooks change or refuse an object, with their patches', async () => {
    hooks.at('/label', () => patching({ op: 'add', path: '/metadata/labels', value: { by: 'hook' } }));
    hooks.at('/strict', ({ object }) => ({
      allowed: object.metadata.name !== 'bad',
      status: { message: 'bad name' },
    }));
    const [label, strict] = ['label', 'strict'].map((path) =>
      webhook(`${path}.example.com`, hooks.clientConfig(`/${path}`), { rules: [rule(['pods'])] }),
    );
    await configure(server.client, 'mutating', 'labels', [label], { api });
    await configure(server.client, 'validating', 'names', [strict], { api });
    const pod = (name: string) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: { containers: [{ name: 'a', image: 'a:1' }] },
    });
    const file = orchctl.file('pods.json', {
      apiVersion: 'v1',
      kind: 'List',
      items: [pod('good'), pod('bad')],
    });
    const { code, stdout, stderr } = await orchctl.run(['why', 'create', '-n', 'shop', '-f', file]);
    expect([code, stderr]).toEqual([1, '']);
    const [good = '', bad = ''] = stdout.split(/^(?=pod\/bad)/m);
    expect(good).toMatch(
      /^pod\/good would be created in namespace "shop"\n {2}allowed to every member of the group/,
    );
    expect(good).toContain('  changed by ServiceAccount:\n    ');
    expect(good).toContain('+ /spec/serviceAccountName "default"\n');
    expect(good).toContain(
      '  changed by webhook label.example.com of configuration labels:\n    + /metadata/labels {"by":"hook"}\n',
    );
    expect(good).toMatch(
      /passed by webhook strict.example.com of configuration names\n.*passed by .*LimitRanger/s,
    );
    const refusal = 'admission webhook "strict.example.com" denied the request: bad name';
    expect(bad).toContain(`pod/bad is refused in namespace "shop": ${refusal}\n`);
    expect(bad).toContain(`  refused by webhook strict.example.com of configuration names: ${refusal}\n`);
    expect((await server.client.get('/api/v1/namespaces/shop/pods')).body.items).toEqual([]);
    const json = await orchctl.run(['why', 'create', '-n', 'shop', '-f', file, '-o', 'json']);
    expect(JSON.parse(json.stdout).objects[1]).toMatchObject({ object: 'pod/bad', error: refusal });
  });
});
