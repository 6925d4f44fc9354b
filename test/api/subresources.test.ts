import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployment, deployments, pod, pods } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';
import { base64, requestPem } from '../support/unit/certificate-requests.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

/** A server of another release. */
async function startAt(release: string) {
  const other = await TestServer.start({ flags: [`--emulated-version=${release}`] });
  return { server: other, [Symbol.asyncDispose]: () => other.remove() };
}

const merge = (path: string, patch: object) =>
  server.client.send('PATCH', path, {
    body: JSON.stringify(patch),
    headers: { 'content-type': 'application/merge-patch+json' },
  });

describe('binding', () => {
  const binding = (name: string, target: object = { kind: 'Node', name: 'n1' }, metadata: object = {}) => ({
    kind: 'Binding',
    apiVersion: 'v1',
    metadata: { name, ...metadata },
    target,
  });

  it.each([
    ['pods/binding', (name: string) => `${pods}/${name}/binding`],
    ['bindings', () => '/api/v1/namespaces/default/bindings'],
  ])('through %s says once where a pod runs', async (kind, path) => {
    const name = `bound-by-${kind.replace('/', '-')}`;
    await server.client.post(pods, pod(name));
    const dry = await server.client.post(`${path(name)}?dryRun=All`, binding(name));
    expect(dry.status).toBe(201);
    expect((await server.client.get(`${pods}/${name}`)).body.spec).not.toHaveProperty('nodeName');
    const bound = await server.client.post(path(name), binding(name, undefined, { annotations: { a: 'b' } }));
    expect(bound).toMatchObject({
      status: 201,
      body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 },
    });
    expect((await server.client.get(`${pods}/${name}`)).body).toMatchObject({
      metadata: { annotations: { a: 'b' } },
      spec: { nodeName: 'n1' },
      status: {
        conditions: [
          {
            type: 'PodScheduled',
            status: 'True',
            lastProbeTime: null,
            lastTransitionTime: expect.any(String),
          },
        ],
      },
    });
    const again = await server.client.post(path(name), binding(name, { name: 'n2' }));
    expect(again).toMatchObject({
      status: 409,
      body: {
        message: `Operation cannot be fulfilled on pods/binding "${name}": pod ${name} is already assigned to node "n1"`,
        details: { name, kind: 'pods/binding' },
      },
    });
  });

  it.each<[string, object, number, string]>([
    ['another name', binding('other'), 400, 'name in URL does not match name in Binding object'],
    [
      'another kind of target',
      binding('refused', { kind: 'Rack', name: 'n1' }),
      500,
      'target.kind: Unsupported value: "Rack": supported values: "Node", "<empty>"',
    ],
    ['no target', binding('refused', {}), 500, 'target.name: Required value'],
    [
      'another kind of object',
      { ...binding('refused'), kind: 'Pod' },
      400,
      'Pod in version "v1" cannot be handled as a Binding: converting (v1.Pod) to (core.Binding): unknown conversion',
    ],
    [
      'another namespace',
      binding('refused', undefined, { namespace: 'x' }),
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ],
  ])('with %s is refused', async (_, body, code, message) => {
    await server.client.post(pods, pod('refused'));
    expect((await server.client.post(`${pods}/refused/binding`, body)).body).toMatchObject({ code, message });
  });

  it.each([
    [{}, 500, 'target.name: Required value'],
    [{ target: { name: 'n1' } }, 400, 'Name parameter required.'],
  ])('that names no pod is refused, after its target: %j', async (body, code, message) => {
    const path = '/api/v1/namespaces/default/bindings';
    expect((await server.client.post(path, body)).body).toMatchObject({ code, message });
  });

  it('of a pod that is not there, or on its way out', async () => {
    expect((await server.client.post(`${pods}/none/binding`, binding('none'))).body.message).toBe(
      'pods "none" not found',
    );
    await server.client.post(pods, {
      ...pod('leaving'),
      metadata: { name: 'leaving', finalizers: ['example.com/x'] },
    });
    await server.client.delete(`${pods}/leaving`);
    expect((await server.client.post(`${pods}/leaving/binding`, binding('leaving'))).body).toMatchObject({
      code: 409,
      message:
        'Operation cannot be fulfilled on pods/binding "leaving": pod leaving is being deleted, cannot be assigned to a host',
    });
  });

  it('reports unknown fields when asked to', async () => {
    await server.client.post(pods, pod('strict'));
    const body = { ...binding('strict'), colour: 'red' };
    const strict = await server.client.post(`${pods}/strict/binding?fieldValidation=Strict`, body);
    expect(strict.body).toMatchObject({
      code: 400,
      message: expect.stringContaining('unknown field "colour"'),
    });
  });
});

describe('eviction', () => {
  const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
  const eviction = (name: string, more: object = {}) => ({
    kind: 'Eviction',
    apiVersion: 'policy/v1',
    metadata: { name },
    ...more,
  });
  const evict = (name: string, more: object = {}, query = '') =>
    server.client.post(`${pods}/${name}/eviction${query}`, eviction(name, more));

  /** A pod that runs, ready or not. */
  const running = async (name: string, labels: Record<string, string>, ready = 'True') => {
    const { body } = await server.client.post(pods, pod(name, labels));
    await server.client.put(`${pods}/${name}/status`, {
      ...body,
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: ready }] },
    });
  };
  const budget = async (name: string, selector: object, status: object) => {
    const made = await server.client.post(budgets, {
      metadata: { name },
      spec: { minAvailable: 1, selector },
    });
    await server.client.put(`${budgets}/${name}/status`, {
      ...made.body,
      status: { observedGeneration: 1, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0, ...status },
    });
  };
  const isThere = async (name: string) => (await server.client.get(`${pods}/${name}`)).status === 200;

  it.each(['policy/v1', 'policy/v1beta1'])(
    'in %s deletes a pod that no budget is about',
    async (apiVersion) => {
      await running('alone', { app: 'alone' });
      expect(await evict('alone', { apiVersion }, '?dryRun=All')).toMatchObject({ status: 201 });
      expect(await isThere('alone')).toBe(true);
      expect(await evict('alone', { apiVersion })).toMatchObject({
        status: 201,
        body: { kind: 'Status', status: 'Success', code: 201 },
      });
      expect(await isThere('alone')).toBe(false);
    },
  );

  it('takes one disruption off the budget, until there are none', async () => {
    const labels = { app: 'counted' };
    await budget(
      'counted',
      { matchLabels: labels },
      { disruptionsAllowed: 1, desiredHealthy: 1, currentHealthy: 2 },
    );
    await running('c1', labels);
    await running('c2', labels);
    expect((await evict('c1', {}, '?dryRun=All')).status).toBe(201);
    expect((await evict('c1')).status).toBe(201);
    expect((await server.client.get(`${budgets}/counted`)).body.status).toMatchObject({
      disruptionsAllowed: 0,
      disruptedPods: { c1: expect.stringMatching(/Z$/) },
      conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods' }],
    });
    const refused = await evict('c2');
    expect(refused).toMatchObject({
      status: 429,
      body: {
        reason: 'TooManyRequests',
        message: "Cannot evict pod as it would violate the pod's disruption budget.",
        details: {
          causes: [
            {
              reason: 'DisruptionBudget',
              message: 'The disruption budget counted needs 1 healthy pods and has 2 currently',
            },
          ],
        },
      },
    });
    expect(await isThere('c2')).toBe(true);
  });

  it('of many at once lets as many go as the budget allows', async () => {
    const labels = { app: 'many' };
    await budget(
      'many',
      { matchLabels: labels },
      { disruptionsAllowed: 3, desiredHealthy: 7, currentHealthy: 10 },
    );
    const names = Array.from({ length: 10 }, (_, n) => `many${n}`);
    await Promise.all(names.map((name) => running(name, labels)));
    const answers = await Promise.all(names.map((name) => evict(name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201, 201, 201, 429, 429, 429, 429, 429, 429, 429,
    ]);
  });

  it.each<[string, object, number, object]>([
    [
      'is behind',
      { observedGeneration: 0, disruptionsAllowed: 1 },
      429,
      {
        details: { causes: [{ message: 'The disruption budget b is still being processed by the server.' }] },
      },
    ],
    [
      'has too many on their way',
      {
        disruptionsAllowed: 1,
        disruptedPods: Object.fromEntries(
          Array.from({ length: 2001 }, (_, n) => [`p${n}`, '2021-01-01T00:00:00Z']),
        ),
      },
      403,
      {
        message:
          'poddisruptionbudget.policy "b" is forbidden: DisruptedPods map too big - too many evictions not confirmed by PDB controller',
      },
    ],
  ])('is refused when the budget %s', async (_, status, code, expected) => {
    const labels = { app: 'odd' };
    await budget('b', { matchLabels: labels }, status);
    await running('odd', labels);
    expect((await evict('odd')).body).toMatchObject({ code, ...expected });
    await server.client.delete(`${budgets}/b`);
    await server.client.delete(`${pods}/odd?gracePeriodSeconds=0`);
  });

  it('under two budgets answers in two ways', async () => {
    const labels = { app: 'two' };
    await budget('t1', { matchLabels: labels }, { disruptionsAllowed: 1 });
    await budget('t2', { matchLabels: labels }, { disruptionsAllowed: 1 });
    await running('two', labels);
    expect(await evict('two')).toMatchObject({
      status: 201,
      body: {
        status: 'Failure',
        code: 500,
        message:
          'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
      },
    });
  });

  it('does not count pods that serve nobody', async () => {
    const labels = { app: 'idle' };
    await budget(
      'idle',
      { matchLabels: labels },
      { disruptionsAllowed: 0, desiredHealthy: 1, currentHealthy: 1 },
    );
    await server.client.post(pods, pod('pending', labels));
    await running('unready', labels, 'False');
    await running('ready', labels);
    const { body } = await server.client.get(`${pods}/ready`);
    expect((await evict('pending')).status).toBe(201);
    expect((await evict('unready')).status).toBe(201);
    expect((await evict('ready')).status).toBe(429);
    await server.client.put(`${pods}/ready/status`, { ...body, status: { phase: 'Succeeded' } });
    expect((await evict('ready')).status).toBe(201);
    expect((await server.client.get(`${budgets}/idle`)).body.status).not.toHaveProperty('disruptedPods');
  });

  it.each<[string, object, string, number, string]>([
    [
      'another name',
      { metadata: { name: 'x' } },
      '',
      400,
      'name in URL does not match name in Eviction object',
    ],
    [
      'dry runs that differ',
      { deleteOptions: { dryRun: ['x'] } },
      '?dryRun=All',
      500,
      'Non-matching dry-run options in request and content: [All] and [x]',
    ],
    [
      'options that contradict',
      { deleteOptions: { orphanDependents: true, propagationPolicy: 'Orphan' } },
      '',
      422,
      'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
    ],
    [
      'another apiVersion',
      { apiVersion: 'apps/v1' },
      '',
      400,
      'Eviction in version "v1" cannot be handled as a Eviction: no kind "Eviction" is registered for version "apps/v1" in scheme "k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30"',
    ],
    ['a precondition that does not hold', { deleteOptions: { preconditions: { uid: 'x' } } }, '', 409, ''],
  ])('with %s is refused', async (_, more, query, code, message) => {
    await running('wrong', { app: 'wrong' });
    expect((await evict('wrong', more, query)).body).toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });

  it('of a pod that is not there is 404, and dry in the body is dry', async () => {
    expect((await evict('nobody')).status).toBe(404);
    await running('dry', { app: 'dry' });
    expect((await evict('dry', { deleteOptions: { dryRun: ['All'] } })).status).toBe(201);
    expect(await isThere('dry')).toBe(true);
  });
});

describe('ephemeralcontainers', () => {
  const path = `${pods}/look/ephemeralcontainers`;
  const container = (name: string, image = 'registry.example/tools:1') => ({ name, image });

  it('adds containers to a pod, and does nothing else', async () => {
    const { body } = await server.client.post(pods, pod('look', { a: 'b' }));
    expect((await server.client.get(path)).body).toEqual(body);
    const changed = { ...body, metadata: { ...body.metadata, labels: { c: 'd' } } };
    changed.spec = { ...body.spec, ephemeralContainers: [container('one')], activeDeadlineSeconds: 3 };
    const put = await server.client.put(path, changed);
    expect(put).toMatchObject({
      status: 200,
      body: {
        kind: 'Pod',
        metadata: { labels: { a: 'b' } },
        spec: {
          ephemeralContainers: [
            { name: 'one', imagePullPolicy: 'IfNotPresent', terminationMessagePath: '/dev/termination-log' },
          ],
        },
      },
    });
    expect(put.body.spec).not.toHaveProperty('activeDeadlineSeconds');
    const patched = await server.client.send('PATCH', path, {
      body: JSON.stringify({ spec: { ephemeralContainers: [container('two')] } }),
      headers: { 'content-type': 'application/strategic-merge-patch+json' },
    });
    expect(patched.body.spec.ephemeralContainers.map(({ name }: any) => name).sort()).toEqual(['one', 'two']);
    expect((await merge(`${pods}/look`, { spec: { ephemeralContainers: null } })).status).toBe(422);
  });

  it.each<[string, object[], string]>([
    [
      'changed',
      [container('one', 'other:1'), container('two')],
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "one" may not be changed',
    ],
    [
      'removed',
      [container('two')],
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "one" may not be removed',
    ],
    [
      'given ports',
      [container('one'), container('two'), { ...container('three'), ports: [{ containerPort: 1 }] }],
      'ephemeralContainers[2].ports: Forbidden: cannot be set for an Ephemeral Container',
    ],
    ['named as another', [container('one'), container('two'), container('main')], 'Duplicate value: "main"'],
  ])('that are %s are refused', async (_, ephemeralContainers, message) => {
    const answer = await merge(path, { spec: { ephemeralContainers } });
    expect(answer.body).toMatchObject({ code: 422, message: expect.stringContaining(message) });
  });
});

describe('approval', () => {
  it.each(['v1', 'v1beta1'])('in %s says what approvers say, and the status does not', async (version) => {
    await using old = await startAt(version === 'v1' ? '1.23' : '1.21');
    const requests = `/apis/certificates.k8s.io/${version}/certificatesigningrequests`;
    const { client } = old.server;
    const spec = {
      request: base64(await requestPem()),
      signerName: 'kubernetes.io/kube-apiserver-client',
      usages: ['client auth'],
    };
    const { body } = await client.post(requests, { metadata: { name: 'r' }, spec });
    const approved = {
      ...body,
      metadata: { ...body.metadata, labels: { a: 'b' } },
      spec: { ...spec, signerName: 'example.com/other' },
      status: { conditions: [{ type: 'Approved', status: 'True', reason: 'Test' }], certificate: 'eA==' },
    };
    // The older version keeps quiet about it.
    const status = await client.put(`${requests}/r/status`, {
      ...body,
      status: { conditions: approved.status.conditions },
    });
    expect(status.status).toBe(version === 'v1' ? 422 : 200);
    expect((await client.get(`${requests}/r`)).body.status).toEqual({});
    const answer = await client.put(`${requests}/r/approval`, {
      ...approved,
      metadata: { ...approved.metadata, resourceVersion: undefined },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        spec: { signerName: 'kubernetes.io/kube-apiserver-client' },
        status: { conditions: [{ type: 'Approved', lastUpdateTime: expect.any(String) }] },
      },
    });
    expect(answer.body.status).not.toHaveProperty('certificate');
    expect((await client.get(`${requests}/r/approval`)).body).toEqual(answer.body);
    const taken = await client.send('PATCH', `${requests}/r/approval`, {
      body: JSON.stringify({ status: { conditions: null } }),
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    expect(taken.body).toMatchObject({ code: 422, details: { causes: [{ field: 'status.conditions' }] } });
  });
});

describe('sub-resources that connect', () => {
  it.each<[string, string]>([
    ['GET', `${pods}/missing/exec?command=ls`],
    ['POST', `${pods}/missing/exec?command=ls`],
    ['POST', `${pods}/missing/attach`],
    ['GET', `${pods}/missing/portforward?ports=1`],
    ['GET', `${pods}/missing/log`],
    ['PUT', `${pods}/missing/proxy/a//b`],
    ['GET', `${pods}/https:missing:1/proxy/`],
  ])('answer %s %s with 404 where there is no pod', async (method, path) => {
    expect((await server.client.send(method, path)).body).toMatchObject({
      code: 404,
      message: 'pods "missing" not found',
    });
  });

  it('have the methods of their kind, and no dry run', async () => {
    expect((await server.client.put(`${pods}/p/exec`, {})).status).toBe(405);
    expect((await server.client.post(`${pods}/p/log`, {})).status).toBe(405);
    expect((await server.client.get(`${pods}/p/exec/more`)).status).toBe(404);
    expect((await server.client.post(`${pods}/p/exec?dryRun=All`, {})).body).toMatchObject({
      code: 400,
      message: 'dryRun is not supported',
    });
  });
});

describe('discovery', () => {
  it('tells what sub-resources take and how', async () => {
    const { resources } = (await server.client.get('/api/v1')).body;
    const shown = Object.fromEntries(
      resources
        .filter(
          ({ name }: any) =>
            name === 'bindings' || (name.includes('/') && !/status|finalize|scale/.test(name)),
        )
        .map(({ name, kind, group, version, verbs }: any) => [
          name,
          `${[group, version, kind].filter(Boolean).join('/')}: ${verbs.join(' ')}`,
        ]),
    );
    expect(shown).toEqual({
      bindings: 'Binding: create',
      'nodes/proxy': 'NodeProxyOptions: create delete get patch update',
      'pods/attach': 'PodAttachOptions: create get',
      'pods/binding': 'Binding: create',
      'pods/ephemeralcontainers': 'Pod: get patch update',
      'pods/eviction': 'policy/v1/Eviction: create',
      'pods/exec': 'PodExecOptions: create get',
      'pods/log': 'Pod: get',
      'pods/portforward': 'PodPortForwardOptions: create get',
      'pods/proxy': 'PodProxyOptions: create delete get patch update',
      'serviceaccounts/token': 'authentication.k8s.io/v1/TokenRequest: create',
      'services/proxy': 'ServiceProxyOptions: create delete get patch update',
    });
  });

  it('of an older release tells what that had', async () => {
    await using old = await startAt('1.21');
    const { resources } = (await old.server.client.get('/api/v1')).body;
    const eviction = resources.find(({ name }: any) => name === 'pods/eviction');
    expect(eviction).toMatchObject({ group: 'policy', version: 'v1beta1' });
    expect(resources.map(({ name }: any) => name)).not.toContain('pods/ephemeralcontainers');
  });
});

describe('the scale of an object that is not there', () => {
  const apps = (resource: string) => `/apis/apps/v1/namespaces/default/${resource}/gone/scale`;
  const controllers = '/api/v1/namespaces/default/replicationcontrollers/gone/scale';

  it.each([
    [apps('deployments'), 'deployments.apps', 'deployments/scale.apps'],
    [apps('replicasets'), 'replicasets.apps', 'replicasets/scale.apps'],
    [apps('statefulsets'), 'statefulsets.apps', 'statefulsets.apps'],
    [controllers, 'replicationcontrollers', 'replicationcontrollers/scale.autoscaling'],
  ])('%s', async (path, written, read) => {
    const scale = { kind: 'Scale', apiVersion: 'autoscaling/v1', metadata: { name: 'gone' }, spec: {} };
    const missing = (type: string) => {
      const [kind, group] = type.split('.');
      const details = { name: 'gone', ...(group === undefined ? {} : { group }), kind };
      return { status: 404, body: { message: `${type} "gone" not found`, details } };
    };
    expect(await server.client.get(path)).toMatchObject(missing(read));
    expect(await server.client.put(path, scale)).toMatchObject(missing(written));
    expect(await merge(path, { spec: { replicas: 1 } })).toMatchObject(missing(written));
  });

  it.each(['1.36', '1.34'])(
    'is called by the name of its object at %s, as by a server of 1.36',
    async (release) => {
      await using newer = await startAt(release);
      const found = [apps('deployments'), apps('replicasets'), apps('statefulsets'), controllers].map(
        async (path) => (await newer.server.client.send('GET', path)).body.message,
      );
      expect(await Promise.all(found)).toEqual(
        ['deployments.apps', 'replicasets.apps', 'statefulsets.apps', 'replicationcontrollers'].map(
          (type) => `${type} "gone" not found`,
        ),
      );
    },
  );
});

describe('a scale of another state than the one that is stored', () => {
  const path = `${deployments}/scaled/scale`;
  const put = async (metadata: object) =>
    server.client.put(path, {
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name: 'scaled', ...metadata },
      spec: { replicas: 3 },
    });

  it('is a conflict, and changes nothing', async () => {
    const { metadata } = (await server.client.post(deployments, deployment('scaled'))).body;
    await merge(`${deployments}/scaled`, { metadata: { labels: { a: 'b' } } });
    const conflict = (message: string) => ({ status: 409, body: { reason: 'Conflict', message } });
    const cannot = 'Operation cannot be fulfilled on deployments.apps "scaled": ';
    expect(await put({ resourceVersion: metadata.resourceVersion })).toMatchObject(
      conflict(
        `${cannot}the object has been modified; please apply your changes to the latest version and try again`,
      ),
    );
    expect(await put({ uid: 'other' })).toMatchObject(
      conflict(
        `${cannot}Precondition failed: UID in precondition: other, UID in object meta: ${metadata.uid}`,
      ),
    );
    expect((await server.client.get(path)).body.spec.replicas).toBe(1);
    expect(await put({ uid: metadata.uid })).toMatchObject({ status: 200, body: { spec: { replicas: 3 } } });
  });
});
