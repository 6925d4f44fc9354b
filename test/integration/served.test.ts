import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../support/server.ts';

const budgets = '/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets';
const warning =
  '299 - "policy/v1beta1 PodDisruptionBudget is deprecated in v1.21+, unavailable in v1.25+; use policy/v1 PodDisruptionBudget"';

const budget = (name: string): object => ({
  apiVersion: 'policy/v1beta1',
  kind: 'PodDisruptionBudget',
  metadata: { name },
  spec: { minAvailable: 1, selector: { matchLabels: { app: name } } },
});

const versionsOf = async ({ client }: TestServer, group: string): Promise<string[]> =>
  (await client.get(`/apis/${group}`)).body.versions.map(({ version }: any) => version);

describe('a version that is going away', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.remove());

  it('says so in every answer', async () => {
    const { client } = server;
    const merge = {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { metadata: { labels: { a: 'b' } } },
    };
    const made = await client.post(budgets, budget('a'));
    const answers = [
      made,
      await client.get(`${budgets}/a`),
      await client.get(budgets),
      await client.get(budgets, { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } }),
      await client.get('/apis/policy/v1beta1/poddisruptionbudgets?timeoutSeconds=1&watch=1'),
      await client.put(`${budgets}/a`, made.body),
      await client.send('PATCH', `${budgets}/a`, merge),
      await client.get(`${budgets}/a/status`),
      await client.get(`${budgets}/nobody`),
      await client.post(budgets, budget('a')),
      await client.post(budgets, 'no JSON'),
      await client.delete(`${budgets}/a`),
      await client.delete(budgets),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      201, 200, 200, 200, 200, 200, 200, 200, 404, 409, 400, 200, 200,
    ]);
    for (const { headers, text } of answers) expect(headers['warning'], text).toBe(warning);
    const current = await client.get('/apis/policy/v1/namespaces/default/poddisruptionbudgets');
    expect(current.headers['warning']).toBeUndefined();
  });

  it('stands before what else there is to say', async () => {
    const strange = { ...budget('b'), more: 1 };
    const answer = await server.client.post(`${budgets}?fieldValidation=Warn`, strange);
    expect(answer.headers['warning']).toBe(`${warning}, 299 - "unknown field \\"more\\""`);
  });

  it('is told to who keeps the metrics', async () => {
    const lines = (await server.client.get('/metrics')).text
      .split('\n')
      .filter((line) => line.startsWith('apiserver_requested_deprecated_apis{'));
    expect(lines.sort()).toEqual([
      'apiserver_requested_deprecated_apis{group="policy",version="v1beta1",resource="poddisruptionbudgets",subresource="",removed_release="1.25"} 1',
      'apiserver_requested_deprecated_apis{group="policy",version="v1beta1",resource="poddisruptionbudgets",subresource="status",removed_release="1.25"} 1',
    ]);
  });

  it('comes after the others in discovery', async () => {
    expect(await versionsOf(server, 'policy')).toEqual(['v1', 'v1beta1']);
    expect(await versionsOf(server, 'autoscaling')).toEqual(['v2', 'v1', 'v2beta1', 'v2beta2']);
    expect(await versionsOf(server, 'flowcontrol.apiserver.k8s.io')).toEqual(['v1beta2', 'v1beta1']);
    expect((await server.client.get('/apis/policy')).body.preferredVersion.version).toBe('v1');
  });
});

describe('--emulated-version and --runtime-config', () => {
  let old: TestServer;
  let switched: TestServer;
  beforeAll(async () => {
    const config =
      'api/beta=false,policy/v1beta1=true,batch/v1/jobs=false,scheduling.k8s.io/v1alpha1,apps/v1=false';
    [old, switched] = await Promise.all([
      TestServer.start({ flags: ['--emulated-version=1.19'] }),
      TestServer.start({ flags: [`--runtime-config=${config}`] }),
    ]);
  });
  afterAll(() => Promise.all([old.remove(), switched.remove()]));

  it('the API is that of the release, and says so', async () => {
    expect((await old.client.get('/version')).body).toMatchObject({
      major: '1',
      minor: '19',
      gitVersion: 'v1.19.0',
    });
    expect(await versionsOf(old, 'autoscaling')).toEqual(['v1', 'v2beta1', 'v2beta2']);
    expect(await versionsOf(old, 'batch')).toEqual(['v1', 'v1beta1']);
    expect(await versionsOf(old, 'discovery.k8s.io')).toEqual(['v1beta1']);
    const { groups } = (await old.client.get('/apis')).body;
    expect(groups.map(({ name }: any) => name)).toContain('extensions');
    expect(groups.map(({ name }: any) => name)).not.toContain('flowcontrol.apiserver.k8s.io');
    const { paths } = (await old.client.get('/openapi/v2')).body;
    expect(paths).toHaveProperty(['/apis/extensions/v1beta1/namespaces/{namespace}/ingresses']);
    expect(paths).not.toHaveProperty(['/apis/policy/v1/poddisruptionbudgets']);
  });

  it('kinds whose stored version is not served yet convert all the same', async () => {
    const path = '/apis/autoscaling/v2beta2/namespaces/default/horizontalpodautoscalers';
    const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
    const made = await old.client.post(path, {
      metadata: { name: 'web' },
      spec: { scaleTargetRef: target, maxReplicas: 3 },
    });
    expect(made.status, made.text).toBe(201);
    const first = await old.client.get(
      '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers/web',
    );
    expect(first.body).toMatchObject({ apiVersion: 'autoscaling/v1', spec: { maxReplicas: 3 } });
    expect(
      (await old.client.get('/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers/web')).status,
    ).toBe(404);
  });

  it('what is switched off is not there, what is switched on is', async () => {
    const status = async (path: string): Promise<number> => (await switched.client.get(path)).status;
    expect(await status('/apis/apps/v1/deployments')).toBe(404);
    expect(await status('/apis/batch/v1/jobs')).toBe(404);
    expect(await status('/apis/batch/v1/cronjobs')).toBe(200);
    expect(await status('/apis/batch/v1beta1/cronjobs')).toBe(404);
    expect(await status('/apis/policy/v1beta1/podsecuritypolicies')).toBe(200);
    expect(await versionsOf(switched, 'scheduling.k8s.io')).toEqual(['v1', 'v1alpha1']);
    expect((await switched.client.get('/apis')).body.groups.map(({ name }: any) => name)).not.toContain(
      'apps',
    );
  });

  it('what nobody can ask for is kept out of memory', async () => {
    const { text } = await switched.client.get('/metrics');
    expect(text).toMatch(/apiserver_storage_objects\{resource="cronjobs.batch"\}/);
    expect(text).not.toMatch(/apiserver_storage_objects\{resource="deployments.apps"\}/);
  });

  it.each([
    [['--runtime-config=nothing/v1=true'], /unknown api groups nothing\/v1/],
    [['--runtime-config=apps/v1=perhaps'], /invalid value of apps\/v1: perhaps/],
    [['--emulated-version=1.37'], /emulation version 1\.37 is not between \[1\.19, 1\.36\.0\]/],
    [['--emulated-version=1.18'], /is not between \[1\.19, 1\.36\.0\]/],
    [['--emulated-version=latest'], /could not parse "latest" as version/],
    [['--emulated-version=1.35.2'], /patch version not allowed, got: kube=1\.35\.2/],
    [
      ['--advertise-address=here'],
      /^Error: invalid argument "here" for "--advertise-address" flag: failed to parse IP: "here"$/,
    ],
  ])('%j is refused at the start, in one line', async (flags, text) => {
    const error: Error = await TestServer.start({ flags }).then(
      () => expect.unreachable(),
      (refusal) => refusal,
    );
    const lines = error.message.split('\n').filter((line) => /command failed|^Error: |^ {4}at/.test(line));
    expect(lines).toEqual([expect.stringMatching(text)]);
  });
});

describe('one store that two groups show', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ flags: ['--emulated-version=1.21'] });
  });
  afterAll(() => server.remove());

  it('events are the same in both', async () => {
    const { client } = server;
    const event = {
      metadata: { name: 'e1' },
      involvedObject: { kind: 'Pod', namespace: 'default', name: 'web' },
      reason: 'Because',
      message: 'It happened.',
      source: { component: 'somebody' },
      type: 'Normal',
    };
    expect((await client.post('/api/v1/namespaces/default/events', event)).status).toBe(201);
    const path = '/apis/events.k8s.io/v1/namespaces/default/events';
    const { body } = await client.get(`${path}/e1`);
    expect(body).toMatchObject({
      apiVersion: 'events.k8s.io/v1',
      regarding: { name: 'web' },
      note: 'It happened.',
      deprecatedSource: { component: 'somebody' },
    });
    const found = await client.get(`${path}?fieldSelector=regarding.name%3Dweb`);
    expect(found.body).toMatchObject({
      kind: 'EventList',
      apiVersion: 'events.k8s.io/v1',
      items: [{ note: 'It happened.' }],
    });
    const watch = await client.watch(`${path}?watch=1`);
    await watch.until(1);
    await client.delete('/api/v1/namespaces/default/events/e1');
    const [added, deleted] = await watch.until(2);
    expect([added!.type, deleted!.type]).toEqual(['ADDED', 'DELETED']);
    expect(deleted!.object).toMatchObject({ apiVersion: 'events.k8s.io/v1', note: 'It happened.' });
    watch.close();
    expect((await client.get(`${path}/e1`)).body.message).toBe('events "e1" not found');
  });

  it('ingresses are the same in three versions of two groups', async () => {
    const { client } = server;
    const at = (version: string): string => `/apis/${version}/namespaces/default/ingresses`;
    const spec = { defaultBackend: { service: { name: 'web', port: { number: 80 } } } };
    expect((await client.post(at('networking.k8s.io/v1'), { metadata: { name: 'i' }, spec })).status).toBe(
      201,
    );
    for (const version of ['extensions/v1beta1', 'networking.k8s.io/v1beta1']) {
      const { body } = await client.get(`${at(version)}/i`);
      expect(body).toMatchObject({
        apiVersion: version,
        spec: { backend: { serviceName: 'web', servicePort: 80 } },
      });
      const back = await client.put(`${at(version)}/i`, body);
      expect(back.body.metadata.resourceVersion).toBe(body.metadata.resourceVersion);
    }
    expect((await client.delete(`${at('extensions/v1beta1')}/i`)).status).toBe(200);
    expect((await client.get(`${at('networking.k8s.io/v1')}/i`)).status).toBe(404);
    const hash = async (version: string): Promise<string> =>
      (await client.get(`/apis/${version}`)).body.resources.find(({ name }: any) => name === 'ingresses')
        .storageVersionHash;
    expect(await hash('extensions/v1beta1')).toBe(await hash('networking.k8s.io/v1'));
  });
});
