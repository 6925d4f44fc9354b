import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  anything,
  conditionOf,
  define,
  definition,
  definitionsPath,
  redefine,
  specOf,
  tab,
  tabs,
  undefine,
} from '../../support/custom-resources.ts';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await define(
    server,
    definition({
      names: { shortNames: ['tb'], categories: ['all'] },
      versions: [
        { subresources: { status: {} } },
        { name: 'v1beta1', deprecated: true },
        { name: 'v1alpha1', served: false },
      ],
    }),
  );
  await define(server, definition({ plural: 'walls', scope: 'Cluster' }));
});
afterAll(() => server.remove());

const json = { 'content-type': 'application/json' };

describe('paths and verbs', () => {
  it.each([
    ['GET', '/apis/g.example/v1/namespaces/default/none', 404, '404 page not found\n'],
    ['GET', '/apis/g.example/v2/namespaces/default/tabs', 404, '404 page not found\n'],
    ['GET', '/apis/g.example/v1alpha1/namespaces/default/tabs', 404, '404 page not found\n'],
    ['GET', '/apis/none.example/v1/namespaces/default/tabs', 404, '404 page not found\n'],
    ['POST', '/apis/g.example/v1/tabs', 404, '404 page not found\n'],
    ['GET', '/apis/g.example/v1/namespaces/default/walls', 404, '404 page not found\n'],
    ['GET', `${tabs}/a/none`, 404, 'tabs.g.example "a" not found'],
    ['GET', `${tabs}/a/scale`, 404, 'tabs.g.example "a" not found'],
    ['GET', '/apis/g.example/v1beta1/namespaces/default/tabs/a/status', 404, 'tabs.g.example "a" not found'],
    ['DELETE', `${tabs}/a/status`, 405, 'delete is not supported on resources of kind "tabs.g.example"'],
    ['POST', `${tabs}/a/status`, 405, 'create is not supported on resources of kind "tabs.g.example"'],
    ['GET', '/apis/g.example/v1/tabs', 200, ''],
    ['GET', '/apis/g.example/v1/walls', 200, ''],
  ])('%s %s is %i', async (method, path, status, message) => {
    const answer = await server.client.send(method, path, method === 'POST' ? { body: tab('x') } : {});
    expect(answer.status, answer.text).toBe(status);
    if (message !== '') expect(answer.body?.message ?? answer.text).toBe(message);
  });

  it('POST to the path of an object is a create of what the body names', async () => {
    const answer = await server.client.post(`${tabs}/other`, tab('posted'));
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.metadata.name).toBe('posted');
  });

  it('a request of a deprecated version is warned of, in whichever verb', async () => {
    const { headers } = await server.client.get('/apis/g.example/v1beta1/namespaces/default/tabs/none');
    expect(headers['warning']).toBe('299 - "g.example/v1beta1 Tab is deprecated; use g.example/v1 Tab"');
  });
});

describe('bodies', () => {
  const wrapped = 'Tab in version "v1" cannot be handled as a Tab: ';
  it.each([
    [
      'no kind',
      { metadata: { name: 'x' } },
      400,
      `${wrapped}Object 'Kind' is missing in '{"metadata":{"name":"x"}}'`,
    ],
    [
      'no apiVersion',
      { kind: 'Tab', metadata: { name: 'x' } },
      500,
      "Internal error occurred: Object 'apiVersion' is missing in 'object has no apiVersion field'",
    ],
    [
      'another version',
      { ...tab('x'), apiVersion: 'g.example/v1beta1' },
      400,
      'the API version in the data (g.example/v1beta1) does not match the expected API version (g.example/v1)',
    ],
    [
      'another kind',
      { ...tab('x'), kind: 'Other' },
      422,
      'Other.g.example "x" is invalid: kind: Invalid value: "Other": must be Tab',
    ],
    [
      'labels of another type',
      tab('x', {}, { labels: { a: 1 } }),
      400,
      `${wrapped}json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string`,
    ],
    [
      'no name',
      tab('', {}, {}),
      422,
      'Tab.g.example "" is invalid: metadata.name: Required value: name or generateName is required',
    ],
    [
      'a name that is no subdomain',
      tab('a_b'),
      422,
      expect.stringContaining('metadata.name: Invalid value: "a_b": a lowercase RFC 1123 subdomain'),
    ],
  ])('%s', async (_, body, status, message) => {
    const answer = await server.client.post(tabs, body);
    expect(answer.status, answer.text).toBe(status);
    expect(answer.body.message).toEqual(message);
  });

  it('may be YAML, and so may answers', async () => {
    const answer = await server.client.send('POST', tabs, {
      headers: { 'content-type': 'application/yaml', accept: 'application/yaml' },
      body: 'kind: Tab\napiVersion: g.example/v1\nmetadata: {name: yaml}\nspec: {a: [1, 1.5, x]}\n',
    });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.text).toContain('kind: Tab\n');
    const { body } = await server.client.get(`${tabs}/yaml`);
    expect(body.spec).toEqual({ a: [1, 1.5, 'x'] });
  });
});

describe('media types', () => {
  const protobuf = 'application/vnd.kubernetes.protobuf';
  it.each([
    ['GET', `${tabs}/yaml`, { accept: protobuf }, 406],
    ['GET', `${tabs}/yaml`, { accept: `${protobuf},application/json` }, 200],
    ['GET', `${tabs}/yaml`, { accept: `${protobuf};as=PartialObjectMetadata;g=meta.k8s.io;v=v1` }, 200],
    ['GET', tabs, { accept: `${protobuf};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1` }, 200],
    ['GET', tabs, { accept: `${protobuf};as=Table;g=meta.k8s.io;v=v1` }, 406],
    ['GET', `${tabs}?watch=1`, { accept: protobuf }, 406],
    ['GET', `${tabs}?watch=1`, { accept: 'application/yaml' }, 406],
    ['POST', tabs, { 'content-type': 'text/plain' }, 415],
    ['POST', tabs, { 'content-type': protobuf }, 400],
    ['PATCH', `${tabs}/yaml`, { 'content-type': 'application/strategic-merge-patch+json' }, 415],
    ['PATCH', `${tabs}/yaml`, { 'content-type': 'application/json' }, 415],
    ['PATCH', `${tabs}/yaml`, { 'content-type': 'application/merge-patch+json' }, 200],
  ])('%s %s with %o is %i', async (method, path, headers, status) => {
    const body = method === 'GET' ? undefined : '{}';
    const answer = await server.client.send(method, path, { headers, body });
    expect(answer.status, answer.text).toBe(status);
  });

  it('a refused type of a patch is answered with those that there are', async () => {
    const answer = await server.client.send('PATCH', `${tabs}/yaml`, { headers: json, body: '{}' });
    expect(answer.body.message).toBe(
      'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
    );
  });
});

describe('objects', () => {
  it('are created, read, listed, updated, patched and deleted', async () => {
    const made = await server.client.post(
      tabs,
      tab('one', { spec: { a: 1 } }, { labels: { of: 'objects' } }),
    );
    expect(made.status, made.text).toBe(201);
    expect(made.body.metadata).toMatchObject({ name: 'one', namespace: 'default', generation: 1 });
    const list = await server.client.get(`${tabs}?labelSelector=of=objects`);
    expect(list.body).toMatchObject({ kind: 'TabList', apiVersion: 'g.example/v1' });
    // Unlike those of other kinds, items say what they are.
    expect(list.body.items).toEqual([made.body]);
    const put = await server.client.put(`${tabs}/one`, { ...made.body, spec: { a: 2 } });
    expect(put.body).toMatchObject({ metadata: { generation: 2 }, spec: { a: 2 } });
    const headers = { 'content-type': 'application/merge-patch+json' };
    const patched = await server.client.send('PATCH', `${tabs}/one`, {
      headers,
      body: '{"spec":{"b":[null]}}',
    });
    expect(patched.body).toMatchObject({ metadata: { generation: 3 }, spec: { a: 2, b: [null] } });
    const again = await server.client.send('PATCH', `${tabs}/one`, { headers, body: '{"spec":{"a":2}}' });
    expect(again.body.metadata.resourceVersion).toBe(patched.body.metadata.resourceVersion);
    const gone = await server.client.delete(`${tabs}/one`);
    expect(gone.body).toMatchObject({
      kind: 'Status',
      status: 'Success',
      details: { name: 'one', kind: 'tabs' },
    });
    expect((await server.client.get(`${tabs}/one`)).status).toBe(404);
  });

  it('an update needs a resourceVersion', async () => {
    await server.client.post(tabs, tab('two'));
    const answer = await server.client.put(`${tabs}/two`, tab('two'));
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe(
      'tabs.g.example "two" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
    );
  });

  it('a dry run writes nothing', async () => {
    expect((await server.client.post(`${tabs}?dryRun=All`, tab('dry'))).status).toBe(201);
    expect((await server.client.get(`${tabs}/dry`)).status).toBe(404);
  });

  it('the same name in another namespace is another object', async () => {
    const other = tabs.replace('default', 'kube-system');
    await server.client.post(tabs, tab('same'));
    expect((await server.client.post(other, tab('same', {}, {}))).status).toBe(201);
    const { body } = await server.client.get('/apis/g.example/v1/tabs?fieldSelector=metadata.name=same');
    expect(body.items.map(({ metadata }: any) => metadata.namespace)).toEqual(['default', 'kube-system']);
  });

  it('the status is changed through its subresource alone', async () => {
    const made = await server.client.post(tabs, tab('st', { spec: { a: 1 }, status: { b: 1 } }));
    expect(made.body.status).toBeUndefined();
    const body = {
      ...made.body,
      spec: { a: 5 },
      status: { b: 2 },
      metadata: { ...made.body.metadata, labels: { x: 'y' } },
    };
    const put = await server.client.put(`${tabs}/st/status`, body);
    expect(put.status, put.text).toBe(200);
    expect(put.body).toMatchObject({ spec: { a: 1 }, status: { b: 2 }, metadata: { generation: 1 } });
    expect(put.body.metadata.labels).toBeUndefined();
    const main = await server.client.put(`${tabs}/st`, { ...put.body, spec: { a: 2 }, status: { b: 3 } });
    expect(main.body).toMatchObject({ spec: { a: 2 }, status: { b: 2 }, metadata: { generation: 2 } });
  });

  it('without the subresource the status counts like any other field', async () => {
    const walls = '/apis/g.example/v1/walls';
    const wall = { ...tab('w', { status: { b: 1 } }), kind: 'Wall' };
    const made = await server.client.post(walls, wall);
    expect(made.body.status).toEqual({ b: 1 });
    const put = await server.client.put(`${walls}/w`, { ...made.body, status: { b: 2 } });
    expect(put.body).toMatchObject({ status: { b: 2 }, metadata: { generation: 2 } });
  });
});

describe('discovery', () => {
  it('has groups, versions in their order, resources with their subresources', async () => {
    const groups = await server.client.get('/apis');
    const group = groups.body.groups.find(({ name }: any) => name === 'g.example');
    expect(group.versions.map(({ version }: any) => version)).toEqual(['v1', 'v1beta1']);
    expect(group.preferredVersion.version).toBe('v1');
    const { body } = await server.client.get('/apis/g.example/v1');
    expect(body.resources).toEqual([
      {
        name: 'tabs',
        singularName: 'tab',
        namespaced: true,
        kind: 'Tab',
        verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
        shortNames: ['tb'],
        categories: ['all'],
        storageVersionHash: expect.stringMatching(/^[\w+/]{11}=$/),
      },
      {
        name: 'tabs/status',
        singularName: '',
        namespaced: true,
        kind: 'Tab',
        verbs: ['get', 'patch', 'update'],
      },
      expect.objectContaining({ name: 'walls', namespaced: false }),
    ]);
  });

  it('knows nothing of a group before and after its definitions', async () => {
    expect((await server.client.get('/apis/passing.example')).status).toBe(404);
    const passing = definition({ group: 'passing.example' });
    await define(server, passing);
    expect((await server.client.get('/apis/passing.example')).body.preferredVersion.version).toBe('v1');
    await undefine(server, passing.metadata.name);
    expect((await server.client.get('/apis/passing.example')).text).toBe('404 page not found\n');
    expect((await server.client.get('/apis/passing.example/v1')).status).toBe(404);
  });
});

describe('a definition that changes', () => {
  it('ends watches, and serves what it says now', async () => {
    const object = definition({
      plural: 'doors',
      versions: [{ schema: specOf({ a: { type: 'integer' } }) }],
    });
    await define(server, object);
    const path = '/apis/g.example/v1/namespaces/default/doors';
    const door = { ...tab('d', { spec: { a: 1, b: 2 } }), kind: 'Door' };
    expect((await server.client.post(path, door)).body.spec).toEqual({ a: 1 });
    const watch = await server.client.watch(`${path}?watch=1`);
    await watch.until(1);
    object.spec.versions[0].schema.openAPIV3Schema = specOf({
      a: { type: 'integer' },
      c: { type: 'string', default: 'x' },
    });
    await redefine(server, object);
    await watch.untilEnd();
    expect(watch.events.map(({ type }) => type)).toEqual(['ADDED']);
    expect((await server.client.get(`${path}/d`)).body.spec).toEqual({ a: 1, c: 'x' });
  });

  it('of which only conditions change goes on as it is', async () => {
    const object = definition({ plural: 'stairs' });
    await define(server, object);
    const watch = await server.client.watch('/apis/g.example/v1/stairs?watch=1');
    const path = `${definitionsPath}/stairs.g.example`;
    const { body } = await server.client.get(path);
    body.metadata.annotations = { a: 'b' };
    expect((await server.client.put(path, body)).status).toBe(200);
    await server.client.post('/apis/g.example/v1/namespaces/default/stairs', { ...tab('s'), kind: 'Stair' });
    expect((await watch.until(1)).map(({ type }) => type)).toEqual(['ADDED']);
    watch.close();
  });
});

describe('a definition that is deleted', () => {
  it('is answered with, takes its instances along, and refuses new ones meanwhile', async () => {
    const object = definition({ plural: 'boats' });
    await define(server, object);
    const path = '/apis/g.example/v1/namespaces/default/boats';
    const boat = (name: string, metadata = {}) => ({ ...tab(name, {}, metadata), kind: 'Boat' });
    await server.client.post(path, boat('free'));
    await server.client.post(path, boat('held', { finalizers: ['test.example/hold'] }));
    const answer = await server.client.delete(`${definitionsPath}/boats.g.example`);
    expect(answer.body.kind).toBe('CustomResourceDefinition');
    expect(answer.body.metadata).toMatchObject({
      finalizers: ['customresourcecleanup.apiextensions.k8s.io'],
      deletionTimestamp: expect.any(String),
      generation: 1,
    });
    expect(conditionOf(answer.body, 'Terminating')).toMatchObject({
      status: 'True',
      reason: 'InstanceDeletionPending',
    });
    await until(async () => (await server.client.get(path)).body.items.length === 1);
    const refused = await server.client.post(path, boat('late'));
    expect(refused.status).toBe(405);
    expect(refused.body.message).toBe('create not allowed while custom resource definition is terminating');
    const { body: resources } = await server.client.get('/apis/g.example/v1');
    expect(resources.resources.find(({ name }: any) => name === 'boats').verbs).toEqual([
      'delete',
      'deletecollection',
      'get',
      'list',
      'watch',
    ]);
    const pending = await server.client.get(`${definitionsPath}/boats.g.example`);
    expect(conditionOf(pending.body, 'Terminating').reason).toBe('InstanceDeletionInProgress');
    const headers = { 'content-type': 'application/merge-patch+json' };
    await server.client.send('PATCH', `${path}/held`, { headers, body: '{"metadata":{"finalizers":null}}' });
    await until(async () => (await server.client.get(`${definitionsPath}/boats.g.example`)).status === 404);
    expect((await server.client.get(path)).text).toBe('404 page not found\n');
    // A new one of the same name begins with nothing.
    await define(server, object);
    expect((await server.client.get(path)).body.items).toEqual([]);
  });

  it('as one of a collection goes at once, and leaves its instances in the store', async () => {
    const object = definition({ plural: 'rafts', group: 'collected.example' });
    object.metadata.labels = { collected: 'yes' };
    await define(server, object);
    const path = '/apis/collected.example/v1/namespaces/default/rafts';
    await server.client.post(path, { ...tab('r'), kind: 'Raft', apiVersion: 'collected.example/v1' });
    await server.client.delete(`${definitionsPath}?labelSelector=collected=yes`);
    await until(
      async () => (await server.client.get(`${definitionsPath}/rafts.collected.example`)).status === 404,
    );
    await define(server, object);
    const { body } = await server.client.get(path);
    expect(body.items.map(({ metadata }: any) => metadata.name)).toEqual(['r']);
  });
});

describe('names', () => {
  it('that another definition of the group has are refused until that one is gone', async () => {
    const first = definition({ plural: 'lamps', group: 'n.example', names: { shortNames: ['lp'] } });
    await define(server, first);
    const second = definition({
      plural: 'lights',
      group: 'n.example',
      names: { shortNames: ['lp', 'li'], kind: 'Lamp', listKind: 'LightList' },
    });
    await server.client.post(definitionsPath, second);
    const path = `${definitionsPath}/lights.n.example`;
    await until(async () => conditionOf((await server.client.get(path)).body, 'NamesAccepted') !== undefined);
    const { body } = await server.client.get(path);
    expect(conditionOf(body, 'NamesAccepted')).toMatchObject({
      status: 'False',
      reason: 'KindConflict',
      message: '"Lamp" is already in use',
    });
    expect(conditionOf(body, 'Established')).toMatchObject({ status: 'False', reason: 'NotAccepted' });
    expect(body.status.acceptedNames).toMatchObject({ plural: 'lights', listKind: 'LightList', kind: '' });
    await undefine(server, 'lamps.n.example');
    await until(
      async () => conditionOf((await server.client.get(path)).body, 'Established')?.status === 'True',
    );
    expect(
      (await server.client.get('/apis/n.example/v1')).body.resources.map(({ kind }: any) => kind),
    ).toEqual(['Lamp']);
  });

  it('of a built-in group do not get in its way', async () => {
    const object = definition({ group: 'networking.k8s.io', plural: 'ingresses' });
    object.metadata.annotations = { 'api-approved.kubernetes.io': 'unapproved, a test' };
    await define(server, object);
    const { body } = await server.client.get(`${definitionsPath}/ingresses.networking.k8s.io`);
    expect(conditionOf(body, 'KubernetesAPIApprovalPolicyConformant')).toMatchObject({
      status: 'False',
      reason: 'UnapprovedAnnotation',
      message: 'not approved: "unapproved, a test"',
    });
    const ingresses = '/apis/networking.k8s.io/v1/namespaces/default/ingresses';
    const ingress = {
      metadata: { name: 'kept' },
      spec: { defaultBackend: { service: { name: 's', port: { number: 1 } } } },
    };
    expect((await server.client.post(ingresses, ingress)).status).toBe(201);
    await undefine(server, 'ingresses.networking.k8s.io');
    expect((await server.client.get(`${ingresses}/kept`)).status).toBe(200);
  });
});

it('a definition without a schema that keeps anything keeps everything', async () => {
  expect(anything).toBeDefined();
  const value = { deep: [{ er: { n: null, list: [[1], []] } }], 'odd key': 1 };
  const { body } = await server.client.post(tabs, tab('any', value));
  expect(body).toMatchObject(value);
});
