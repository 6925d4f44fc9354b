import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Etcd3 } from 'etcd3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  configure,
  patching,
  rule,
  TestWebhooks,
  unconfigure,
  webhook,
} from '../support/admission-webhooks.ts';
import type { Answer } from '../support/api-client.ts';
import {
  anything,
  conditionOf,
  define,
  definition,
  definitionsPath,
  established,
  specOf,
  tab,
  tabs,
} from '../support/custom-resources.ts';
import { startEtcd } from '../support/etcd.ts';
import { kubectls } from '../support/kubectls.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);

describe.each(kubectls())('$title', ({ path }) => {
  let server: TestServer;
  beforeAll(async () => {
    if (path !== undefined) server = await TestServer.start();
  });
  afterAll(() => server?.remove());

  const ask = async (...words: string[]): Promise<string> => {
    const all = ['--kubeconfig', server.kubeconfig, ...words];
    const env = { HOME: server.directory, KUBE_EDITOR: 'sed -i s/replicas:.2/replicas:\\ 3/' };
    return (await run(path!, all, { env, timeout: 30_000 })).stdout;
  };
  const complaint = (...words: string[]): Promise<string> =>
    ask(...words).then(
      (text) => `accepted: ${text}`,
      ({ stderr }) => stderr,
    );
  const file = (name: string, content: object): string => {
    const target = join(server.directory, name);
    writeFileSync(target, JSON.stringify(content));
    return target;
  };

  it.skipIf(path === undefined)('does with custom resources what it does with others', async () => {
    const schema = specOf({
      color: { type: 'string', enum: ['red', 'blue'], description: 'What it looks like.' },
      replicas: { type: 'integer' },
    });
    const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
    const object = definition({
      names: { shortNames: ['tb'] },
      versions: [
        {
          schema,
          subresources: { scale },
          additionalPrinterColumns: [{ name: 'Color', type: 'string', jsonPath: '.spec.color' }],
        },
      ],
    });
    expect(await ask('apply', '-f', file('definition.json', object))).toContain('created');
    await ask('wait', '--for=condition=Established', 'crd/tabs.g.example', '--timeout=20s');
    const one = tab('one', { spec: { color: 'red', replicas: 1 } });
    expect(await ask('apply', '-f', file('one.json', one))).toContain('tab.g.example/one created');
    expect(await ask('get', 'tabs')).toMatch(/^NAME +COLOR\none +red\n$/);
    expect(await ask('get', 'tb', 'one', '-o', 'jsonpath={.spec.replicas}')).toBe('1');
    expect(await ask('explain', 'tab.spec.color')).toContain('What it looks like.');
    expect(await ask('scale', 'tab', 'one', '--replicas=2')).toContain('scaled');
    expect(await ask('edit', 'tab', 'one')).toContain('edited');
    expect(await ask('get', 'tab', 'one', '-o', 'jsonpath={.spec.replicas}')).toBe('3');
    expect(await ask('patch', 'tab', 'one', '--type=merge', '-p', '{"spec":{"color":"blue"}}')).toContain(
      'patched',
    );
    expect(
      await complaint('patch', 'tab', 'one', '--type=merge', '-p', '{"spec":{"color":"green"}}'),
    ).toContain('spec.color: Unsupported value: "green": supported values: "red", "blue"');
    const mine = file('mine.json', tab('one', { spec: { color: 'red' } }));
    const conflict = await complaint('apply', '--server-side', '--field-manager=me', '-f', mine);
    expect(conflict).toContain('.spec.color');
    expect(
      await ask('apply', '--server-side', '--field-manager=me', '--force-conflicts', '-f', mine),
    ).toContain('serverside-applied');
    expect(await ask('label', 'tab', 'one', 'a=b')).toContain('labeled');
    expect(await ask('api-resources', '--api-group=g.example')).toContain('tb');
    expect(await ask('delete', 'tab', 'one')).toContain('deleted');
    expect(await ask('delete', 'crd', 'tabs.g.example')).toContain('deleted');
    // Older lists of what there is are kept for a while.
    expect(await complaint('get', 'tabs')).toMatch(/NotFound|doesn't have a resource type/);
  });
});

describe('a server that is killed', () => {
  it('while instances of a deleted definition go lets them go when it is there again', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'custom-'));
    let server = await TestServer.start({ directory });
    await define(server, definition());
    for (let index = 0; index < 50; index++) await server.client.post(tabs, tab(`n${index}`));
    await server.client.post(tabs, tab('held', {}, { finalizers: ['test.example/hold'] }));
    await server.client.delete(`${definitionsPath}/tabs.g.example`);
    await server.kill();
    server = await TestServer.start({ directory });
    const pending = await server.client.get(`${definitionsPath}/tabs.g.example`);
    expect(conditionOf(pending.body, 'Terminating').status).toBe('True');
    await until(async () => (await server.client.get(tabs)).body.items.length === 1);
    expect((await server.client.post(tabs, tab('late'))).status).toBe(405);
    const headers = { 'content-type': 'application/merge-patch+json' };
    await server.client.send('PATCH', `${tabs}/held`, { headers, body: '{"metadata":{"finalizers":null}}' });
    await until(async () => (await server.client.get(`${definitionsPath}/tabs.g.example`)).status === 404);
    await server.remove();
    rmSync(directory, { recursive: true, force: true });
  });

  it('serves its custom resources from the first moment on', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'custom-'));
    let server = await TestServer.start({ directory });
    await define(server, definition());
    await server.client.post(tabs, tab('kept', { spec: { a: 1 } }));
    await server.kill();
    server = await TestServer.start({ directory });
    await until(async () => (await server.client.get('/readyz')).status === 200);
    expect((await server.client.get(`${tabs}/kept`)).body.spec).toEqual({ a: 1 });
    expect((await server.client.get('/apis')).text).toContain('g.example');
    await server.remove();
    rmSync(directory, { recursive: true, force: true });
  });
});

describe('two servers on one store', () => {
  it('agree about definitions and their instances', async () => {
    const etcd = await startEtcd({ members: 1 });
    const flags = [`--etcd-servers=${etcd.endpoints[0]}`];
    const [one, other] = await Promise.all([TestServer.start({ flags }), TestServer.start({ flags })]);
    try {
      // Both see each of them, and both work on it.
      for (let index = 0; index < 10; index++) {
        const plural = `kinds${index}s`;
        await (index % 2 === 0 ? one : other).client.post(definitionsPath, definition({ plural }));
        await established(one, `${plural}.g.example`);
        await established(other, `${plural}.g.example`);
      }
      await define(one, definition({ versions: [{ schema: anything }] }));
      await established(other, 'tabs.g.example');
      const watch = await other.client.watch(`${tabs}?watch=1`);
      expect((await one.client.post(tabs, tab('a'))).status).toBe(201);
      expect((await watch.until(1))[0]!.object.metadata.name).toBe('a');
      watch.close();
      const { body } = await one.client.get(`${definitionsPath}/tabs.g.example`);
      expect(body.status.conditions.map(({ type }: any) => type)).toEqual(['NamesAccepted', 'Established']);
      await other.client.delete(`${definitionsPath}/tabs.g.example`);
      await until(async () => (await one.client.get(`${definitionsPath}/tabs.g.example`)).status === 404);
      await until(async () => (await one.client.get(tabs)).status === 404);
    } finally {
      await one.remove();
      await other.remove();
      await etcd.stop();
    }
  });
});

describe('what else knows custom resources', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ flags: ['--authorization-mode=RBAC'] });
    await define(server, definition());
  });
  afterAll(() => server.remove());

  it('a ResourceQuota counts custom resources', async () => {
    const quotas = '/api/v1/namespaces/default/resourcequotas';
    const quota = { metadata: { name: 'q' }, spec: { hard: { 'count/tabs.g.example': '2' } } };
    await server.client.post(quotas, quota);
    await until(async () => (await server.client.get(`${quotas}/q`)).body.status?.hard !== undefined);
    expect((await server.client.post(tabs, tab('q1'))).status).toBe(201);
    expect((await server.client.post(tabs, tab('q2'))).status).toBe(201);
    const refused = await server.client.post(tabs, tab('q3'));
    expect(refused.status, refused.text).toBe(403);
    expect(refused.body.message).toContain(
      'exceeded quota: q, requested: count/tabs.g.example=1, used: count/tabs.g.example=2, limited: count/tabs.g.example=2',
    );
    await server.client.delete(`${tabs}/q1`);
    await until(async () => (await server.client.post(tabs, tab('q4'))).status === 201);
    await server.client.delete(`${quotas}/q`);
  });

  it('a role allows custom resources', async () => {
    const jane = server.connect({ token: 'user-token' });
    expect((await jane.get(tabs)).status).toBe(403);
    const rbac = '/apis/rbac.authorization.k8s.io/v1';
    const rules = [{ apiGroups: ['g.example'], resources: ['tabs'], verbs: ['list'] }];
    await server.client.post(`${rbac}/clusterroles`, { metadata: { name: 'tabs' }, rules });
    await server.client.post(`${rbac}/clusterrolebindings`, {
      metadata: { name: 'tabs' },
      subjects: [{ kind: 'User', name: 'jane' }],
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'tabs' },
    });
    await until(async () => (await jane.get(tabs)).status === 200);
    expect((await jane.post(tabs, tab('jane'))).status).toBe(403);
    jane.close();
  });

  it('webhooks see and change them, in the version that they ask for', async () => {
    const webhooks = await TestWebhooks.start();
    const versions = [{}, { name: 'v2', schema: anything }];
    await define(server, definition({ group: 'hooked.example', versions }));
    const rules = [rule(['tabs'], ['CREATE'], ['hooked.example'], ['v2'])];
    const more = { matchPolicy: 'Equivalent', rules };
    webhooks.at('/change', () => patching({ op: 'add', path: '/spec/changed', value: true }));
    await configure(server.client, 'mutating', 'tabs', [
      webhook('tabs.test.example', webhooks.clientConfig('/change'), more),
    ]);
    const path = '/apis/hooked.example/v1/namespaces/default/tabs';
    let made: Answer;
    let index = 0;
    await until(async () => {
      made = await server.client.post(path, {
        ...tab(`hooked-${++index}`, { spec: { a: 1 } }),
        apiVersion: 'hooked.example/v1',
      });
      return made.body.spec?.changed === true;
    });
    expect(made!.status, made!.text).toBe(201);
    expect(made!.body).toMatchObject({ apiVersion: 'hooked.example/v1', spec: { a: 1, changed: true } });
    const [asked] = webhooks.asked('/change');
    expect(asked).toMatchObject({
      kind: { group: 'hooked.example', version: 'v2', kind: 'Tab' },
      requestKind: { group: 'hooked.example', version: 'v1', kind: 'Tab' },
      object: { apiVersion: 'hooked.example/v2', spec: { a: 1 } },
    });
    await unconfigure(server.client, 'mutating', 'tabs');
    await webhooks.close();
  });

  it('are in a namespace that must be there', async () => {
    const answer = await server.client.post('/apis/g.example/v1/namespaces/none/tabs', tab('x'));
    expect(answer.status, answer.text).toBe(404);
    expect(answer.body.message).toBe('namespaces "none" not found');
  });
});

describe('what another program wrote into the store', () => {
  it('is read as the definition wants it, with metadata that do not fit left out', async () => {
    const etcd = await startEtcd({ members: 1 });
    const server = await TestServer.start({ flags: [`--etcd-servers=${etcd.endpoints[0]}`] });
    const store = new Etcd3({ hosts: etcd.endpoints });
    try {
      const schema = specOf({ a: { type: 'string' }, d: { type: 'string', default: 'x' } });
      await define(server, definition({ versions: [{ schema }] }));
      const put = (name: string, object: unknown) =>
        store.put(`/registry/g.example/tabs/default/${name}`).value(JSON.stringify(object)!);
      const base = { kind: 'Tab', apiVersion: 'g.example/v1' };
      const metadata = { namespace: 'default', uid: 'u', creationTimestamp: '2024-01-01T00:00:00Z' };
      await put('pruned', {
        ...base,
        metadata: { ...metadata, name: 'pruned' },
        spec: { a: 'y', unknown: 1 },
      });
      await put('odd', {
        ...base,
        metadata: { ...metadata, name: 'odd', labels: { a: 1 }, annotations: { b: 'c' }, unknown: 'x' },
      });
      await put('none', 'no object');
      await until(async () => (await server.client.get(`${tabs}/odd`)).status === 200);
      const { body: pruned } = await server.client.get(`${tabs}/pruned`);
      expect(pruned.spec).toEqual({ a: 'y', d: 'x' });
      expect(pruned.metadata.generation).toBe(1);
      const { body: odd } = await server.client.get(`${tabs}/odd`);
      expect(odd.metadata.labels).toBeUndefined();
      expect(odd.metadata.annotations).toEqual({ b: 'c' });
      const refused = await server.client.get(tabs);
      expect(refused.status).toBe(500);
      expect(refused.body.message).toContain('"/registry/g.example/tabs/default/none": ');
      await store.delete().key('/registry/g.example/tabs/default/none');
      const { body: list } = await server.client.get(tabs);
      expect(list.items.map(({ metadata: { name } }: any) => name)).toEqual(['odd', 'pruned']);
      // A PUT of what is read brings it into order.
      const written = await server.client.put(`${tabs}/pruned`, pruned);
      expect(written.status, written.text).toBe(200);
      expect(written.body.metadata.resourceVersion).not.toBe(pruned.metadata.resourceVersion);
      expect(await store.get('/registry/g.example/tabs/default/pruned').string()).not.toContain('unknown');
      expect((await server.client.delete(`${tabs}/odd`)).status).toBe(200);
    } finally {
      store.close();
      await server.remove();
      await etcd.stop();
    }
  });
});

describe('in the words of the product', () => {
  it('custom resources are served as well', async () => {
    const server = await TestServer.start({ dialect: 'orch' });
    const object = JSON.parse(
      JSON.stringify(definition()).replaceAll('k8s.io', 'orch.io').replaceAll('x-kubernetes-', 'x-orch-'),
    );
    const path = '/apis/apiextensions.orch.io/v1/customresourcedefinitions';
    expect((await server.client.post(path, object)).status).toBe(201);
    await until(async () => (await server.client.get(tabs)).status === 200);
    expect((await server.client.post(tabs, tab('a', { spec: { any: 1 } }))).body.spec).toEqual({ any: 1 });
    const deleted = await server.client.delete(`${path}/tabs.g.example`);
    expect(deleted.body.metadata.finalizers).toEqual(['customresourcecleanup.apiextensions.orch.io']);
    await until(async () => (await server.client.get(`${path}/tabs.g.example`)).status === 404);
    await server.remove();
  });
});
