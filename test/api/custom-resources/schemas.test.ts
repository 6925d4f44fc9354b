import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { define, definition, redefine, specOf, tab } from '../../support/custom-resources.ts';
import { TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

let count = 0;

/** A definition of its own for a schema of `spec`; the path of its collection, and how to make an instance. */
async function withSchema(properties: object, more: object = {}, version: object = {}) {
  const plural = `kinds${++count}s`;
  const object = definition({
    plural,
    group: 's.example',
    versions: [{ schema: specOf(properties, more), ...version }],
  });
  await define(server, object);
  const { kind } = object.spec.names;
  const path = `/apis/s.example/v1/namespaces/default/${plural}`;
  const instance = (name: string, spec: unknown) => ({
    ...tab(name, { spec }),
    kind,
    apiVersion: 's.example/v1',
  });
  return { object, path, instance };
}

const text = { type: 'string' };
const number = { type: 'integer' };

describe('what is stored of an instance', () => {
  const preserve = { 'x-kubernetes-preserve-unknown-fields': true };
  it.each<[string, object, unknown, unknown]>([
    ['specified fields', { a: text }, { a: 'x', b: 'y' }, { a: 'x' }],
    [
      'null only where it may be',
      { a: text, b: { ...text, nullable: true } },
      { a: null, b: null },
      { b: null },
    ],
    [
      'values of any key',
      { m: { type: 'object', additionalProperties: text } },
      { m: { k: 'v' } },
      { m: { k: 'v' } },
    ],
    [
      'specified fields below any key',
      { m: { type: 'object', additionalProperties: { type: 'object', properties: { a: text } } } },
      { m: { k: { a: 'x', b: 'y' } } },
      { m: { k: { a: 'x' } } },
    ],
    [
      'specified fields of items',
      { l: { type: 'array', items: { type: 'object', properties: { a: text } } } },
      { l: [{ a: 'x', b: 1 }, { c: 2 }] },
      { l: [{ a: 'x' }, {}] },
    ],
    [
      'everything where unknown fields are preserved, but below specified ones',
      { p: { type: 'object', ...preserve, properties: { a: { type: 'object', properties: { b: text } } } } },
      { p: { a: { b: 'x', c: 'y' }, d: { e: [1] } } },
      { p: { a: { b: 'x' }, d: { e: [1] } } },
    ],
    ['defaults', { a: { ...text, default: 'x' }, n: { ...number, default: 0 } }, {}, { a: 'x', n: 0 }],
    ['a default in place of null', { a: { ...text, default: 'x' } }, { a: null }, { a: 'x' }],
    [
      'defaults below a default',
      { o: { type: 'object', default: {}, properties: { a: { ...text, default: 'x' } } } },
      {},
      { o: { a: 'x' } },
    ],
    [
      'defaults of nested fields only where their parent is there',
      { o: { type: 'object', properties: { a: { ...text, default: 'x' } } } },
      {},
      {},
    ],
    [
      'defaults of items',
      { l: { type: 'array', items: { type: 'object', properties: { a: { ...text, default: 'x' } } } } },
      { l: [{}, { a: 'y' }] },
      { l: [{ a: 'x' }, { a: 'y' }] },
    ],
    ['integers that no double can hold', { n: number }, { n: 9007199254740993n }, { n: 9007199254740993n }],
    [
      'type and metadata of an embedded object',
      { e: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { a: text } } },
      { e: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', unknown: 1 }, a: 'y', b: 'z' } },
      { e: { a: 'y', apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' } } },
    ],
  ])('%s', async (_, properties, sent, stored) => {
    const { path, instance } = await withSchema(properties);
    const body = writeBig(instance('a', sent));
    const answer = await server.client.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    const expected = writeBig(stored);
    expect(sortedText(answer.text, 'spec')).toBe(expected);
    expect(sortedText((await server.client.get(`${path}/a`)).text, 'spec')).toBe(expected);
  });
});

/** JSON with bigints as numbers. */
const writeBig = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `big${one}` : one)).replaceAll(
    /"big(\d+)"/g,
    '$1',
  );

/** The text of a field of an object, which is as short as can be. */
function sortedText(json: string, field: string): string {
  const start = json.indexOf(`"${field}":`) + field.length + 3;
  return json.slice(start).replace(/\}\n?$/, '');
}

describe('an instance that breaks its schema', () => {
  it.each<[string, object, unknown, (string | undefined)[][]]>([
    [
      'type',
      { a: text },
      { a: 1 },
      [
        [
          'spec.a',
          'FieldValueInvalid',
          'Invalid value: "integer": spec.a in body must be of type string: "integer"',
        ],
      ],
    ],
    ['required', { a: text }, undefined, [['spec.a', 'FieldValueRequired', 'Required value']]],
    [
      'enum',
      { a: { ...text, enum: ['x', 'y'] } },
      { a: 'z' },
      [['spec.a', 'FieldValueNotSupported', 'Unsupported value: "z": supported values: "x", "y"']],
    ],
    [
      'pattern',
      { a: { ...text, pattern: '^[a-z]+$' } },
      { a: 'A' },
      [['spec.a', 'FieldValueInvalid', `Invalid value: "A": spec.a in body should match '^[a-z]+$'`]],
    ],
    [
      'maxLength',
      { a: { ...text, maxLength: 2 } },
      { a: 'xyz' },
      [
        [
          'spec.a',
          'FieldValueInvalid',
          'Invalid value: "xyz": spec.a in body should be at most 2 chars long',
        ],
      ],
    ],
    [
      'minimum',
      { a: { ...number, minimum: 2 } },
      { a: 1 },
      [
        [
          'spec.a',
          'FieldValueInvalid',
          'Invalid value: 1: spec.a in body should be greater than or equal to 2',
        ],
      ],
    ],
    [
      'maxItems',
      { a: { type: 'array', items: text, maxItems: 1 } },
      { a: ['x', 'y'] },
      [['spec.a', 'FieldValueInvalid', 'Invalid value: 2: spec.a in body should have at most 1 items']],
    ],
    [
      'items, which have no index',
      { l: { type: 'array', items: { type: 'object', required: ['n'], properties: { n: text } } } },
      { l: [{}, {}] },
      [['spec.l.n', 'FieldValueRequired', 'Required value']],
    ],
    [
      'a set',
      { s: { type: 'array', 'x-kubernetes-list-type': 'set', items: text } },
      { s: ['x', 'y', 'x', 'x'] },
      [['spec.s[2]', 'FieldValueDuplicate', 'Duplicate value: "x"']],
    ],
    [
      'an associative list',
      {
        l: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['n'],
          items: { type: 'object', required: ['n'], properties: { n: number } },
        },
      },
      { l: [{ n: 1 }, { n: 1 }] },
      [['spec.l[1]', 'FieldValueDuplicate', 'Duplicate value: map[string]interface {}{"n":1}']],
    ],
    [
      'anyOf',
      { a: { ...text, anyOf: [{ enum: ['x'] }, { maxLength: 1 }] } },
      { a: 'yy' },
      [
        [
          '<nil>',
          'FieldValueInvalid',
          'Invalid value: "": "spec.a" must validate at least one schema (anyOf)',
        ],
        ['spec.a', 'FieldValueNotSupported', 'Unsupported value: "yy": supported values: "x"'],
      ],
    ],
    [
      'embedded objects',
      {
        e: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
      { e: { kind: 'p d', metadata: { name: 'x y' } } },
      [
        ['spec.e.apiVersion', 'FieldValueRequired', undefined],
        ['spec.e.kind', 'FieldValueInvalid', undefined],
      ],
    ],
  ])('%s', async (name, properties, spec, causes) => {
    const { path, instance } = await withSchema(properties, name === 'required' ? { required: ['a'] } : {});
    const answer = await server.client.post(path, instance('a', spec ?? {}));
    expect(answer.status, answer.text).toBe(422);
    const found = answer.body.details.causes;
    for (const [field, reason, message] of causes) {
      const cause = found.find((one: any) => one.field === field && one.reason === reason);
      expect(cause, answer.text).toBeDefined();
      if (message !== undefined) expect(cause.message).toBe(message);
    }
    expect((await server.client.get(`${path}/a`)).status).toBe(404);
  });

  it('since its definition was tightened is still read and deleted, and says so on an update', async () => {
    const { object, path, instance } = await withSchema({ a: text });
    const made = await server.client.post(path, instance('old', { a: 'long' }));
    object.spec.versions[0].schema.openAPIV3Schema = specOf({ a: { ...text, maxLength: 2 } });
    await redefine(server, object);
    expect((await server.client.get(`${path}/old`)).body.spec).toEqual({ a: 'long' });
    const headers = { 'content-type': 'application/merge-patch+json' };
    const patch = await server.client.send('PATCH', `${path}/old`, {
      headers,
      body: '{"metadata":{"labels":{"a":"b"}}}',
    });
    expect(patch.status).toBe(422);
    expect(patch.body.details.causes[0].field).toBe('spec.a');
    expect(made.status).toBe(201);
    expect((await server.client.delete(`${path}/old`)).status).toBe(200);
  });

  it('may keep lists that were not in order before', async () => {
    const list = { type: 'array', items: text };
    const { object, path, instance } = await withSchema({ s: list, n: number });
    await server.client.post(path, instance('old', { s: ['x', 'x'] }));
    object.spec.versions[0].schema.openAPIV3Schema = specOf({
      s: { ...list, 'x-kubernetes-list-type': 'set' },
      n: number,
    });
    await redefine(server, object);
    const headers = { 'content-type': 'application/merge-patch+json' };
    const patch = await server.client.send('PATCH', `${path}/old`, { headers, body: '{"spec":{"n":1}}' });
    expect(patch.status, patch.text).toBe(200);
  });
});

describe('an unchanged PUT', () => {
  it('writes what the store has differently, and nothing else', async () => {
    const { object, path, instance } = await withSchema({ a: text });
    const made = await server.client.post(path, instance('u', { a: 'x' }));
    const same = await server.client.put(`${path}/u`, made.body);
    expect(same.body.metadata.resourceVersion).toBe(made.body.metadata.resourceVersion);
    object.spec.versions[0].schema.openAPIV3Schema = specOf({ a: text, d: { ...text, default: 'y' } });
    await redefine(server, object);
    const read = await server.client.get(`${path}/u`);
    expect(read.body.spec).toEqual({ a: 'x', d: 'y' });
    expect(read.body.metadata.resourceVersion).toBe(made.body.metadata.resourceVersion);
    const written = await server.client.put(`${path}/u`, read.body);
    expect(written.body.metadata.resourceVersion).not.toBe(made.body.metadata.resourceVersion);
    expect(written.body.metadata.generation).toBe(1);
    const settled = await server.client.put(`${path}/u`, written.body);
    expect(settled.body.metadata.resourceVersion).toBe(written.body.metadata.resourceVersion);
  });
});

describe('versions without a webhook', () => {
  it('differ by their name and their schema', async () => {
    const object = definition({
      group: 'v.example',
      versions: [
        { schema: specOf({ a: { ...text, default: 'x' }, b: text }) },
        { name: 'v1beta1', schema: specOf({ a: text, c: text }) },
      ],
    });
    await define(server, object);
    const path = (version: string) => `/apis/v.example/${version}/namespaces/default/tabs`;
    const made = await server.client.post(path('v1'), {
      ...tab('a', { spec: { b: 'y' } }),
      apiVersion: 'v.example/v1',
    });
    expect(made.status, made.text).toBe(201);
    const beta = await server.client.get(`${path('v1beta1')}/a`);
    expect(beta.body).toMatchObject({ apiVersion: 'v.example/v1beta1', kind: 'Tab', spec: { a: 'x' } });
    expect(beta.body.spec).toEqual({ a: 'x' });
    const list = await server.client.get(path('v1beta1'));
    expect(list.body.items).toEqual([beta.body]);
    const watch = await server.client.watch(`${path('v1beta1')}?watch=1`);
    await watch.until(1);
    const put = await server.client.put(`${path('v1beta1')}/a`, { ...beta.body, spec: { a: 'w' } });
    expect(put.status, put.text).toBe(200);
    expect(put.body.spec).toEqual({ a: 'w' });
    expect((await watch.until(2))[1]!.object).toEqual(put.body);
    expect((await server.client.get(`${path('v1')}/a`)).body.spec).toEqual({ a: 'w' });
    const again = await server.client.put(`${path('v1beta1')}/a`, put.body);
    expect(again.body.metadata.resourceVersion).toBe(put.body.metadata.resourceVersion);
    watch.close();
  });

  it('are stored in the storage version when they are written next', async () => {
    const object = definition({
      group: 'm.example',
      versions: [{ schema: specOf({ a: text }) }, { name: 'v2', schema: specOf({ a: text }) }],
    });
    await define(server, object);
    const v1 = '/apis/m.example/v1/namespaces/default/tabs';
    const made = await server.client.post(v1, {
      ...tab('a', { spec: { a: 'x' } }),
      apiVersion: 'm.example/v1',
    });
    for (const version of object.spec.versions) version.storage = !version.storage;
    await redefine(server, object);
    const { body: now } = await server.client.get(
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/tabs.m.example',
    );
    expect(now.status.storedVersions).toEqual(['v1', 'v2']);
    const read = await server.client.get(`${v1}/a`);
    expect(read.body).toEqual(made.body);
    const migrated = await server.client.put(`${v1}/a`, read.body);
    expect(migrated.body.metadata.resourceVersion).not.toBe(read.body.metadata.resourceVersion);
    const again = await server.client.put(`${v1}/a`, migrated.body);
    expect(again.body.metadata.resourceVersion).toBe(migrated.body.metadata.resourceVersion);
  });
});

describe('scale', () => {
  const scale = {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.status.selector',
  };
  const schema = {
    type: 'object',
    properties: {
      spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  };
  let path: string;
  beforeAll(async () => {
    await define(
      server,
      definition({ group: 'c.example', versions: [{ schema, subresources: { status: {}, scale } }] }),
    );
    path = '/apis/c.example/v1/namespaces/default/tabs';
    for (const [name, spec] of [
      ['a', { replicas: 3 }],
      ['none', {}],
    ] as const) {
      await server.client.post(path, { ...tab(name, { spec }), apiVersion: 'c.example/v1' });
    }
    const { body } = await server.client.get(`${path}/a`);
    await server.client.put(`${path}/a/status`, { ...body, status: { replicas: 2, selector: 'a=b' } });
  });

  it('is a view of the object', async () => {
    const { body } = await server.client.get(`${path}/a/scale`);
    expect(body).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name: 'a', namespace: 'default' },
      spec: { replicas: 3 },
      status: { replicas: 2, selector: 'a=b' },
    });
    const put = await server.client.put(`${path}/a/scale`, { ...body, spec: { replicas: 5 } });
    expect(put.body.spec.replicas).toBe(5);
    const { body: object } = await server.client.get(`${path}/a`);
    expect(object).toMatchObject({ spec: { replicas: 5 }, metadata: { generation: 2 } });
  });

  it.each([
    ['GET', '', 500, 'Internal error occurred: the spec replicas field ".spec.replicas" does not exist'],
    ['PATCH', '{}', 400, 'the spec replicas field ".spec.replicas" cannot be empty'],
    ['PATCH', '{"spec":{"replicas":4}}', 200, ''],
  ])('of an object without replicas: %s %s is %i', async (method, patch, status, message) => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    const answer = await server.client.send(
      method,
      `${path}/none/scale`,
      patch === '' ? {} : { headers, body: patch },
    );
    expect(answer.status, answer.text).toBe(status);
    if (message !== '') expect(answer.body.message).toBe(message);
  });

  it.each([
    [{ replicas: -1 }, 'Invalid value: -1: should be a non-negative integer'],
    [{ replicas: 2147483648 }, 'Invalid value: 2147483648: should be less than or equal to 2147483647'],
    [
      { replicas: 'x' },
      'Invalid value: 0: .spec.replicas accessor error: x is of the type string, expected int64',
    ],
  ])('replicas that are none are refused: %o', async (spec, message) => {
    const answer = await server.client.post(path, { ...tab('bad', { spec }), apiVersion: 'c.example/v1' });
    expect(answer.status, answer.text).toBe(422);
    expect(answer.body.details.causes).toEqual([
      { reason: 'FieldValueInvalid', message, field: '.spec.replicas' },
    ]);
  });
});

describe('columns', () => {
  const wide = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
  it.each<[string, string, unknown, unknown]>([
    ['string', '.spec.a', 'x', 'x'],
    ['string', '.spec.a', 3, '3'],
    ['string', '.spec.a', 1.5, '1.5'],
    ['string', '.spec.a', true, 'true'],
    ['string', '.spec.a', { b: ['<'] }, '{"b":["\\u003c"]}'],
    ['string', '.spec.a', null, '<no value>'],
    ['string', '.spec.none', 'x', null],
    ['integer', '.spec.a', 3, 3],
    ['integer', '.spec.a', 3.9, 3],
    ['integer', '.spec.a', '3', null],
    ['number', '.spec.a', 1.5, 1.5],
    ['boolean', '.spec.a', true, true],
    ['boolean', '.spec.a', 'true', null],
    ['date', '.spec.a', '', '<unknown>'],
    ['date', '.spec.a', 'x', '<invalid>'],
    ['string', '.spec.a[0]', ['x', 'y'], 'x'],
    ['string', '.spec.a[-1]', ['x', 'y'], 'y'],
    [
      'string',
      '.spec.a[?(@.k=="2")].v',
      [
        { k: '1', v: 'x' },
        { k: '2', v: 'y' },
      ],
      'y',
    ],
  ])('of type %s with path %s show %j as %j', async (type, jsonPath, value, cell) => {
    const columns = [{ name: 'A', type, jsonPath }];
    const anyField = { 'x-kubernetes-preserve-unknown-fields': true, nullable: true };
    const { path, instance } = await withSchema({ a: anyField }, {}, { additionalPrinterColumns: columns });
    expect((await server.client.post(path, instance('r', { a: value }))).status).toBe(201);
    const { body } = await server.client.get(path, { headers: wide });
    expect(body.columnDefinitions.map(({ name }: any) => name)).toEqual(['Name', 'A']);
    expect(body.rows[0].cells).toEqual(['r', cell]);
  });

  it('behind a path that cannot be read are left out', async () => {
    const columns = [
      { name: 'A', type: 'string', jsonPath: '.spec.a' },
      { name: 'B', type: 'string', jsonPath: '.spec[' },
      { name: 'C', type: 'string', jsonPath: '.spec.a' },
    ];
    const { path } = await withSchema({ a: text }, {}, { additionalPrinterColumns: columns });
    const { body } = await server.client.get(path, { headers: wide });
    expect(body.columnDefinitions.map(({ name }: any) => name)).toEqual(['Name', 'A']);
  });

  it('are the age, without any of their own', async () => {
    const { path, instance } = await withSchema({ a: text });
    await server.client.post(path, instance('r', {}));
    const { body } = await server.client.get(path, { headers: wide });
    expect(body.columnDefinitions).toMatchObject([
      { name: 'Name', format: 'name' },
      { name: 'Age', type: 'date' },
    ]);
    expect(body.rows[0].cells).toEqual(['r', expect.stringMatching(/^\d+s$/)]);
  });
});
