import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, configMaps, deployment, deployments, pod, pods } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.client.post(configMaps, configMap('one', { a: '1' }));
});
afterAll(() => server.remove());

const one = `${configMaps}/one`;
const types = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

const patch = (path: string, type: keyof typeof types | (string & {}), body: unknown) =>
  server.client.send('PATCH', path, {
    headers: { 'content-type': types[type as keyof typeof types] ?? type },
    body,
  });

const read = async (path: string): Promise<any> => (await server.client.get(path)).body;

describe('a patch', () => {
  it.each<[keyof typeof types, unknown]>([
    ['json', [{ op: 'add', path: '/data/json', value: 'x' }]],
    ['merge', { data: { merge: 'x' } }],
    ['strategic', { data: { strategic: 'x' } }],
  ])('of type %s changes what it names', async (type, body) => {
    const before = await read(one);
    const answer = await patch(one, type, body);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ ...before.data, [type]: 'x' });
    expect(Number(answer.body.metadata.resourceVersion)).toBeGreaterThan(
      Number(before.metadata.resourceVersion),
    );
    expect(await read(one)).toEqual(answer.body);
  });

  it('that changes nothing writes nothing', async () => {
    const before = await read(one);
    expect((await patch(one, 'merge', { data: { a: '1', gone: null } })).body).toEqual(before);
    expect((await patch(one, 'strategic', {})).body).toEqual(before);
    expect((await patch(one, 'json', [])).body).toEqual(before);
  });

  it('may name a character set with its type', async () => {
    expect((await patch(one, 'application/merge-patch+json; charset=utf-8', {})).status).toBe(200);
  });

  it('goes through defaults, the rules of updates and the count of generations', async () => {
    await server.client.post(deployments, deployment('web'));
    const answer = await patch(`${deployments}/web`, 'strategic', {
      spec: { template: { spec: { containers: [{ name: 'more', image: 'registry.example/more:1' }] } } },
    });
    expect(answer.body.metadata.generation).toBe(2);
    expect(answer.body.spec.template.spec.containers).toMatchObject([
      { name: 'more', imagePullPolicy: 'IfNotPresent' },
      { name: 'main' },
    ]);
    const invalid = await patch(`${deployments}/web`, 'merge', { spec: { replicas: -1 } });
    expect(invalid).toMatchObject({
      status: 422,
      body: { details: { causes: [{ field: 'spec.replicas' }] } },
    });
    const immutable = await patch(`${deployments}/web`, 'merge', {
      spec: { selector: { matchLabels: { app: 'x' } } },
    });
    expect(immutable.status).toBe(422);
  });

  it('of the status changes the status only, of the object all but the status', async () => {
    await server.client.post(pods, pod('both'));
    const both = {
      metadata: { labels: { a: 'b' } },
      spec: { activeDeadlineSeconds: 5 },
      status: { phase: 'Running', podIPs: [{ ip: '10.0.0.1' }] },
    };
    const status = await patch(`${pods}/both/status`, 'strategic', both);
    expect(status.body).toMatchObject({ metadata: { labels: { a: 'b' } }, status: { phase: 'Running' } });
    expect(status.body.spec).not.toHaveProperty('activeDeadlineSeconds');
    const main = await patch(`${pods}/both`, 'merge', { ...both, status: { phase: 'Failed' } });
    expect(main.body).toMatchObject({ spec: { activeDeadlineSeconds: 5 }, status: { phase: 'Running' } });
  });

  it('of the scale changes the replicas', async () => {
    await server.client.post(deployments, deployment('scaled', 2));
    const path = `${deployments}/scaled/scale`;
    expect((await patch(path, 'merge', { spec: { replicas: 5 } })).body).toMatchObject({
      kind: 'Scale',
      spec: { replicas: 5 },
    });
    expect(
      (await patch(path, 'json', [{ op: 'replace', path: '/spec/replicas', value: 6 }])).body.spec.replicas,
    ).toBe(6);
    expect(
      (await patch(path, 'strategic', { spec: { replicas: 7 }, metadata: { resourceVersion: '1' } })).status,
    ).toBe(409);
    expect((await patch(path, 'merge', { spec: { replicas: -1 } })).body.message).toMatch(
      /^Scale.autoscaling "scaled" is invalid: spec.replicas/,
    );
    expect(await read(`${deployments}/scaled`)).toMatchObject({
      metadata: { generation: 3 },
      spec: { replicas: 6 },
    });
  });

  it('with dryRun does everything but the write', async () => {
    const before = await read(one);
    expect((await patch(`${one}?dryRun=All`, 'merge', { data: { dry: '1' } })).body.data.dry).toBe('1');
    expect(await read(one)).toEqual(before);
  });

  it('is announced by discovery for objects, status and scale', async () => {
    const { resources } = await read('/apis/apps/v1');
    for (const name of ['deployments', 'deployments/status', 'deployments/scale']) {
      expect(resources.find((resource: any) => resource.name === name).verbs).toContain('patch');
    }
  });
});

describe('among other writers', () => {
  it('a patch is tried again on what they wrote', async () => {
    await server.client.post(configMaps, configMap('shared'));
    const path = `${configMaps}/shared`;
    const names = Array.from({ length: 40 }, (_, index) => `k${index}`);
    const answers = await Promise.all(names.map((name) => patch(path, 'merge', { data: { [name]: 'x' } })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(Object.keys((await read(path)).data).sort()).toEqual([...names].sort());
  });

  it('a patch with a resourceVersion holds for that one only', async () => {
    await server.client.post(configMaps, configMap('guarded', { n: '0' }));
    const path = `${configMaps}/guarded`;
    const { resourceVersion } = (await read(path)).metadata;
    const answers = await Promise.all(
      ['1', '2', '3'].map((n) => patch(path, 'merge', { metadata: { resourceVersion }, data: { n } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.message).toBe(
      'Operation cannot be fulfilled on configmaps "guarded": the object has been modified; please apply your changes to the latest version and try again',
    );
  });

  it.each<[string, unknown]>([
    ['merge', { metadata: { uid: 'other' } }],
    ['strategic', { metadata: { uid: 'other' } }],
    ['json', [{ op: 'replace', path: '/metadata/uid', value: 'other' }]],
  ])('a %s patch with another uid changes what is immutable', async (type, body) => {
    const answer = await patch(one, type, body);
    expect(answer).toMatchObject({ status: 422, body: { reason: 'Invalid' } });
    expect(answer.body.message).toContain('metadata.uid: Invalid value: "other": field is immutable');
  });

  it('an update with another uid is meant for another object', async () => {
    const stored = await read(one);
    const answer = await server.client.put(one, {
      ...stored,
      metadata: { ...stored.metadata, uid: 'other' },
    });
    expect(answer).toMatchObject({ status: 409, body: { reason: 'Conflict' } });
    expect(answer.body.message).toContain(
      'Precondition failed: UID in precondition: other, UID in object meta: ',
    );
  });

  it('a patch that takes back a write of a moment ago is not taken for one that changes nothing', async () => {
    for (let round = 0; round < 50; round++) {
      await patch(one, 'merge', { data: { turn: 'there' } });
      expect((await patch(one, 'merge', { data: { turn: 'back' } })).body.data.turn).toBe('back');
      expect((await read(one)).data.turn).toBe('back');
    }
  });
});

describe('what is refused', () => {
  const rejected = {
    reason: 'Invalid',
    message: 'the server rejected our request due to an error in our request',
    details: {},
  };
  const unknownType = { reason: 'UnsupportedMediaType', message: '415: Unsupported Media Type', details: {} };
  const doubling = [
    { op: 'add', path: '/data/x', value: ['x'.repeat(1000)] },
    ...Array.from({ length: 40 }, () => ({ op: 'copy', from: '/data/x', path: '/data/x/-' })),
  ];
  const deep = `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`;

  it.each<[string, keyof typeof types | (string & {}), unknown, number, object]>([
    ['a body of another type', 'application/json', {}, 415, unknownType],
    [
      'text that is no JSON',
      'json',
      '[{',
      400,
      { reason: 'BadRequest', message: 'unexpected end of JSON input' },
    ],
    ['text that is no JSON', 'merge', '{"a"', 400, { reason: 'BadRequest', message: 'Invalid JSON Patch' }],
    [
      'text that is no JSON',
      'strategic',
      '',
      400,
      { reason: 'BadRequest', message: 'unexpected end of JSON input' },
    ],
    [
      'a value that is no patch',
      'json',
      {},
      400,
      { message: 'json: cannot unmarshal object into Go value of type jsonpatch.Patch' },
    ],
    ['a value that is no patch', 'merge', '5', 400, { message: 'Invalid JSON Patch' }],
    [
      'a value that is no patch',
      'strategic',
      [],
      400,
      { message: 'json: cannot unmarshal array into Go value of type map[string]interface {}' },
    ],
    [
      '10,001 operations',
      'json',
      Array(10_001).fill({ op: 'test', path: '/kind', value: 'ConfigMap' }),
      413,
      {
        reason: 'RequestEntityTooLarge',
        message:
          'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
      },
    ],
    ['a test that fails', 'json', [{ op: 'test', path: '/kind', value: 'Pod' }], 422, rejected],
    ['copies that grow without end', 'json', doubling, 422, rejected],
    [
      'a pointer into the prototype',
      'json',
      [{ op: 'add', path: '/__proto__/polluted', value: 1 }],
      422,
      rejected,
    ],
    [
      'a result that is no object',
      'merge',
      [1],
      422,
      {
        reason: 'Invalid',
        message:
          ' "" is invalid: patch: Invalid value: "[1]": couldn\'t get version/kind; json parse error: json: cannot unmarshal array ' +
          'into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }',
      },
    ],
    [
      'a result of another type',
      'strategic',
      { data: 5 },
      422,
      {
        message: ' "" is invalid: patch: Invalid value: "map[data:5]": cannot restore map from int64',
        details: { causes: [{ field: 'patch', reason: 'FieldValueInvalid' }] },
      },
    ],
    [
      'labels that are a text',
      'strategic',
      { metadata: { labels: 'x' } },
      422,
      {
        message:
          ' "" is invalid: patch: Invalid value: "map[metadata:map[labels:x]]": cannot restore map from string',
      },
    ],
    ['a result of another kind', 'merge', { kind: 'Secret' }, 422, { reason: 'Invalid' }],
    [
      'a directive nobody knows',
      'strategic',
      { $patch: 'x' },
      500,
      { message: 'unknown patch type: x in map: map[$patch:x]' },
    ],
    [
      'a directive in no form',
      'strategic',
      { data: { $retainKeys: 'a' } },
      400,
      { reason: 'BadRequest', message: 'invalid patch format of retainKeys' },
    ],
    [
      'a directive about an unknown field',
      'strategic',
      { '$setElementOrder/x': [] },
      500,
      { message: 'unable to find api field in struct ConfigMap for the json field "x"' },
    ],
    [
      'an order of an unknown field, which has the field',
      'strategic',
      { '$setElementOrder/x': ['a'], x: ['b'] },
      500,
      { message: 'unable to find api field in struct ConfigMap for the json field "x"' },
    ],
    [
      'a deletion from an unknown field in no form',
      'strategic',
      { '$deleteFromPrimitiveList/x': 'a' },
      400,
      { reason: 'BadRequest' },
    ],
    [
      'an element without its key',
      'strategic',
      { metadata: { ownerReferences: [{ $patch: 'delete' }] } },
      500,
      { message: 'map: map[$patch:delete] does not contain declared merge key: uid' },
    ],
    [
      'an order that is not that of the patch',
      'strategic',
      { metadata: { finalizers: ['b', 'a'], '$setElementOrder/finalizers': ['a', 'b'] } },
      500,
      { message: "The order in patch list:\n[b a]\n doesn't match $setElementOrder list:\n[a b]\n" },
    ],
    [
      'elements of two kinds',
      'strategic',
      { metadata: { finalizers: [{ a: 1 }] } },
      500,
      { message: 'list element types are not identical: [[example.com/f] [map[a:1]]]' },
    ],
    [
      'a list of lists',
      'strategic',
      { metadata: { finalizers: [['a']] } },
      422,
      { message: 'lists of lists are not supported' },
    ],
    ['a patch that is too deep', 'merge', deep, 400, { message: 'exceeded max depth' }],
    ['a patch that is too deep', 'strategic', deep, 400, { message: 'exceeded max depth' }],
    [
      'another name',
      'merge',
      { metadata: { name: 'two' } },
      400,
      { message: 'the name of the object (two) does not match the name on the URL (one)' },
    ],
    [
      'another namespace',
      'merge',
      { metadata: { namespace: 'two' } },
      400,
      { message: 'the namespace of the object (two) does not match the namespace on the request (default)' },
    ],
    [
      'a key that is no key',
      'merge',
      '{"metadata": {"annotations": {"a b": "x"}}}',
      422,
      { reason: 'Invalid' },
    ],
  ])('%s (%s)', async (_, type, body, status, expected) => {
    await patch(one, 'merge', {
      metadata: {
        ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' }],
        finalizers: ['example.com/f'],
      },
    });
    const before = await read(one);
    const answer = await patch(one, type, body);
    expect(answer.body).toMatchObject({ kind: 'Status', status: 'Failure', code: status, ...expected });
    expect(answer.status).toBe(status);
    expect(await read(one)).toEqual(before);
  });

  it.each([
    ['force=true', 'force: Forbidden: may not be specified for non-apply patch'],
    ['dryRun=x', 'dryRun: Unsupported value: []string{"x"}: supported values: "All"'],
    [`fieldManager=${'x'.repeat(129)}`, 'fieldManager: Too long: must have at most 128 bytes'],
  ])('the option %s', async (query, text) => {
    const answer = await patch(`${one}?${query}`, 'merge', {});
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe(`PatchOptions.meta.k8s.io "" is invalid: ${text}`);
  });

  it('an object that is not there, even when the patch says which', async () => {
    for (const type of Object.keys(types)) {
      const body = type === 'json' ? [] : { metadata: { uid: 'u' } };
      expect(await patch(`${configMaps}/none`, type, body)).toMatchObject({
        status: 404,
        body: { message: 'configmaps "none" not found' },
      });
    }
  });

  it('unknown and repeated fields, when asked to', async () => {
    const body = '{"colour": 1, "data": {"x": "1", "x": "2"}}';
    const strict = await patch(`${one}?fieldValidation=Strict`, 'strategic', body);
    expect(strict).toMatchObject({
      status: 422,
      body: {
        message:
          ' "" is invalid: patch: Invalid value: "map[colour:1 data:map[x:2]]": strict decoding error: duplicate field "data.x", unknown field "colour"',
      },
    });
    const operation = await patch(`${one}?fieldValidation=Strict`, 'json', [
      { op: 'test', path: '/kind', value: 'ConfigMap', x: 1 },
    ]);
    expect(operation.body.message).toMatch(/: strict decoding error: json patch unknown field "\[0\]\.x"$/);
    const warn = await patch(`${one}?fieldValidation=Warn`, 'merge', body);
    expect(warn.headers['warning']).toBe(
      '299 - "duplicate field \\"data.x\\"", 299 - "unknown field \\"colour\\""',
    );
    expect(warn.body.data.x).toBe('2');
  });
});

it('keys that are hostile to naive code are data', async () => {
  await server.client.post(configMaps, configMap('hostile'));
  const path = `${configMaps}/hostile`;
  await patch(
    path,
    'merge',
    '{"data": {"__proto__": "1", "constructor": "1"}, "__proto__": {"polluted": 1}}',
  );
  await patch(path, 'strategic', '{"data": {"__proto__": "2", "toString": "2"}}');
  const { text } = await patch(
    path,
    'json',
    '[{"op": "copy", "from": "/data/__proto__", "path": "/data/x"}]',
  );
  expect(text).toContain('"data":{"__proto__":"2","constructor":"1","toString":"2","x":"2"}');
});
