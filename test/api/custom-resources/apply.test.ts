import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anything, define, definition, redefine, specOf, tab } from '../../support/custom-resources.ts';
import { TestServer } from '../../support/server.ts';

let server: TestServer;
const text = { type: 'string' };
const schema = {
  ...specOf({
    a: text,
    n: { type: 'integer' },
    map: { type: 'object', additionalProperties: text },
    atomic: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { x: text, y: text } },
    list: { type: 'array', items: text },
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      items: {
        type: 'object',
        required: ['port'],
        properties: { port: { type: 'integer' }, protocol: { ...text, default: 'TCP' }, name: text },
      },
    },
    open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { known: text } },
    things: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          map: { type: 'object', additionalProperties: { type: 'object', properties: { x: text } } },
        },
      },
    },
    embedded: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-map-type': 'atomic',
      properties: { spec: { type: 'object', properties: { x: text } } },
    },
    whole: {
      type: 'object',
      'x-kubernetes-map-type': 'atomic',
      additionalProperties: { type: 'object', properties: { x: text } },
    },
    openItems: {
      type: 'array',
      items: {
        type: 'object',
        'x-kubernetes-preserve-unknown-fields': true,
        properties: { known: { type: 'object', properties: { x: text } } },
      },
    },
    replicas: { type: 'integer' },
  }),
};

beforeAll(async () => {
  server = await TestServer.start();
  const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  await define(server, definition({ versions: [{ schema, subresources: { status: {}, scale } }] }));
  await define(server, definition({ group: 'open.example', versions: [{ schema: anything }] }));
});
afterAll(() => server.remove());

const paths = {
  'g.example': '/apis/g.example/v1/namespaces/default/tabs',
  'open.example': '/apis/open.example/v1/namespaces/default/tabs',
  'turned.example': '/apis/turned.example/v1/namespaces/default/tabs',
};
type Group = keyof typeof paths;

function apply(
  name: string,
  spec: object,
  manager: string,
  options: { force?: boolean; group?: Group } = {},
) {
  const { force = false, group = 'g.example' } = options;
  const path = `${paths[group]}/${name}?fieldManager=${manager}${force ? '&force=true' : ''}`;
  const body = { ...tab(name, { spec }), apiVersion: `${group}/v1` };
  return server.client.send('PATCH', path, {
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body,
  });
}

const fieldsOf = (object: any, manager: string): any =>
  object.metadata.managedFields.find((entry: any) => entry.manager === manager)?.fieldsV1;

describe('apply', () => {
  it('creates, and says what it owns', async () => {
    const answer = await apply(
      'made',
      { a: 'x', map: { k: 'v' }, set: ['s'], ports: [{ port: 1, name: 'n' }] },
      'one',
    );
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.spec.ports).toEqual([{ name: 'n', port: 1, protocol: 'TCP' }]);
    expect(fieldsOf(answer.body, 'one')).toEqual({
      'f:spec': {
        'f:a': {},
        'f:map': { 'f:k': {} },
        'f:ports': { 'k:{"port":1,"protocol":"TCP"}': { '.': {}, 'f:name': {}, 'f:port': {} } },
        'f:set': { 'v:"s"': {} },
      },
    });
  });

  it('of the same again writes nothing', async () => {
    const first = await apply('same', { a: 'x', list: ['y'] }, 'one');
    const again = await apply('same', { a: 'x', list: ['y'] }, 'one');
    expect(again.status).toBe(200);
    expect(again.body.metadata.resourceVersion).toBe(first.body.metadata.resourceVersion);
  });

  it('merges what is granular, replaces what is atomic', async () => {
    await apply('merged', { map: { a: '1' }, set: ['a'], ports: [{ port: 1 }], atomic: { x: '1' } }, 'one');
    const answer = await apply(
      'merged',
      { map: { b: '2' }, set: ['b'], ports: [{ port: 2 }], atomic: { y: '2' } },
      'two',
      { force: true },
    );
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.spec).toMatchObject({
      map: { a: '1', b: '2' },
      set: ['a', 'b'],
      ports: [{ port: 1 }, { port: 2 }],
    });
    expect(answer.body.spec.atomic).toEqual({ y: '2' });
    const gone = await apply('merged', { map: { b: '2' } }, 'two');
    expect(gone.body.spec).toMatchObject({ map: { a: '1', b: '2' }, set: ['a'], ports: [{ port: 1 }] });
  });

  it('may have fields of any name where its definition keeps them, in an atomic list too', async () => {
    const openItems = [{ z: { y: 1 }, known: { x: 'a' } }];
    const answer = await apply('open-items', { openItems }, 'one');
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.spec.openItems).toEqual(openItems);
  });

  it('conflicts, unless it is forced', async () => {
    await apply('fought', { a: 'x' }, 'one');
    const answer = await apply('fought', { a: 'y' }, 'two');
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe('Apply failed with 1 conflict: conflict with "one": .spec.a');
    const forced = await apply('fought', { a: 'y' }, 'two', { force: true });
    expect(forced.body.spec.a).toBe('y');
    expect(fieldsOf(forced.body, 'one')).toBeUndefined();
  });

  it.each<[string, object, number, string]>([
    [
      'a field that is not declared',
      { z: 1 },
      500,
      'failed to create typed patch object: .spec.z: field not declared in schema',
    ],
    [
      'a value of another type',
      { n: 'x' },
      500,
      'failed to create typed patch object: .spec.n: expected numeric (int or float), got string',
    ],
    [
      'an item without its key',
      { ports: [{ name: 'x' }] },
      500,
      'failed to create typed patch object: .spec.ports: element 0: associative list with keys has an element that omits key field "port" (and doesn\'t have default value)',
    ],
    ...(
      [
        [{ atomic: { z: '1' } }, '.spec.atomic.z'],
        [{ things: [{}, { z: 1 }] }, '.spec.things[1].z'],
        [{ things: [{ map: { 'a/b': { z: 1 } } }] }, '.spec.things[0].map.a/b.z'],
        [
          { embedded: { apiVersion: 'v1', kind: 'A', metadata: { nme: 'a' } } },
          '.spec.embedded.metadata.nme',
        ],
        [{ embedded: { kind: 'A', spec: { z: 1 } } }, '.spec.embedded.spec.z'],
        [{ embedded: { z: 1 } }, '.spec.embedded.z'],
        [{ whole: { a: { z: 1 } } }, '.spec.whole.a.z'],
        [{ openItems: [{ z: 1, known: { z: 1 } }] }, '.spec.openItems[0].known.z'],
        [{ ports: [{ port: 1, z: 1 }] }, '.spec.ports[port=1,protocol="TCP"].z'],
      ] as const
    ).map(([spec, path]): [string, object, number, string] => [
      `a field that is not declared: ${path}`,
      spec,
      500,
      `failed to create typed patch object: ${path}: field not declared in schema`,
    ]),
  ])('of %s is refused', async (_, spec, status, message) => {
    const answer = await apply('refused', spec, 'one');
    expect(answer.status, answer.text).toBe(status);
    expect(answer.body.message).toBe(message);
  });

  it('of unknown fields where they are kept owns each of them', async () => {
    const answer = await apply('kept', { open: { known: 'x', other: { deep: 1, list: [1] } } }, 'one');
    expect(answer.status, answer.text).toBe(201);
    expect(fieldsOf(answer.body, 'one')['f:spec']).toEqual({
      'f:open': { 'f:known': {}, 'f:other': { '.': {}, 'f:deep': {}, 'f:list': {} } },
    });
  });

  it('without a schema owns maps by their keys, and everything else as a whole', async () => {
    const group = 'open.example';
    const answer = await apply('any', { m: { a: 1, l: [{ x: 1 }] } }, 'one', { group });
    expect(fieldsOf(answer.body, 'one')).toEqual({
      'f:spec': { '.': {}, 'f:m': { '.': {}, 'f:a': {}, 'f:l': {} } },
    });
    const other = await apply('any', { m: { b: 2 } }, 'two', { group });
    expect(other.body.spec.m).toEqual({ a: 1, b: 2, l: [{ x: 1 }] });
    const conflict = await apply('any', { m: { l: [] } }, 'two', { group });
    expect(conflict.body.message).toBe('Apply failed with 1 conflict: conflict with "one": .spec.m.l');
  });

  it('of a scale owns the field behind it', async () => {
    await apply('scaled', { replicas: 1 }, 'one');
    const { body } = await server.client.get(`${paths['g.example']}/scaled/scale`);
    const put = await server.client.put(`${paths['g.example']}/scaled/scale?fieldManager=scaler`, {
      ...body,
      spec: { replicas: 5 },
    });
    expect(put.status, put.text).toBe(200);
    const { body: object } = await server.client.get(`${paths['g.example']}/scaled`);
    expect(fieldsOf(object, 'scaler')).toEqual({ 'f:spec': { 'f:replicas': {} } });
    expect(fieldsOf(object, 'one')).toBeUndefined();
    const conflict = await apply('scaled', { replicas: 2 }, 'one');
    expect(conflict.body.message).toBe(
      'Apply failed with 1 conflict: conflict with "scaler" with subresource "scale" using g.example/v1: .spec.replicas',
    );
  });
});

describe('an update', () => {
  it('owns what it changes', async () => {
    await apply('updated', { a: 'x' }, 'one');
    const headers = { 'content-type': 'application/merge-patch+json' };
    const answer = await server.client.send('PATCH', `${paths['g.example']}/updated?fieldManager=two`, {
      headers,
      body: { spec: { map: { k: 'v' } } },
    });
    expect(fieldsOf(answer.body, 'two')).toEqual({ 'f:spec': { 'f:map': { '.': {}, 'f:k': {} } } });
  });

  it('of the status owns fields of the status', async () => {
    const made = await apply('status', { a: 'x' }, 'one');
    const body = { ...made.body, status: { phase: 'on' } };
    const put = await server.client.put(`${paths['g.example']}/status/status?fieldManager=two`, body);
    expect(put.status, put.text).toBe(200);
    // The schema has no status: it is pruned.
    expect(put.body.status ?? {}).toEqual({});
  });
});

describe('what has become atomic in a definition', () => {
  const group = 'turned.example';
  const object = { type: 'object', properties: { k: text, v: text } };
  const turning = (listType: object, setType: object, mapType: object): object =>
    definition({
      group,
      versions: [
        {
          schema: specOf({
            list: { type: 'array', items: { ...object, required: ['k'] }, ...listType },
            set: { type: 'array', items: text, ...setType },
            map: { type: 'object', additionalProperties: text, ...mapType },
            struct: { ...object, ...mapType },
            below: {
              type: 'object',
              properties: { map: { type: 'object', additionalProperties: text, ...mapType } },
            },
          }),
        },
      ],
    });
  const names = ['list', 'set', 'map', 'struct', 'below'];
  const spec = {
    list: [{ k: 'a', v: '1' }],
    set: ['a'],
    map: { a: '1' },
    struct: { k: '1' },
    below: { map: { a: '1' } },
  };
  const others = {
    list: [{ k: 'b', v: '1' }],
    set: ['b'],
    map: { b: '1' },
    struct: { v: '1' },
    below: { map: { b: '1' } },
  };

  beforeAll(async () => {
    const keyed = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] };
    await define(server, turning(keyed, { 'x-kubernetes-list-type': 'set' }, {}));
    for (const name of ['applied', 'updated', ...names]) {
      const answer = await apply(name, spec, 'one', { group });
      expect(answer.status, answer.text).toBe(201);
    }
    const atomicList = { 'x-kubernetes-list-type': 'atomic' };
    await redefine(server, turning(atomicList, atomicList, { 'x-kubernetes-map-type': 'atomic' }));
  });

  it.each<[keyof typeof spec, string]>([
    ['list', '.spec.list'],
    ['set', '.spec.set'],
    ['map', '.spec.map'],
    ['struct', '.spec.struct'],
    ['below', '.spec.below.map'],
  ])('stays with its manager: an apply that takes the %s conflicts', async (name, path) => {
    const answer = await apply(name, { [name]: others[name] }, 'two', { group });
    expect(answer.body.message).toBe(`Apply failed with 1 conflict: conflict with "one": ${path}`);
    expect(answer.status).toBe(409);
  });

  it('is taken as a whole by force', async () => {
    const answer = await apply('applied', others, 'two', { group, force: true });
    expect(answer.body.spec).toEqual(others);
    expect(answer.body.metadata.managedFields.map(({ manager }: any) => manager)).toEqual(['two']);
  });

  it('is taken as a whole by an update', async () => {
    const answer = await server.client.send('PATCH', `${paths[group]}/updated?fieldManager=two`, {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { spec: { list: others.list, struct: others.struct } },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(fieldsOf(answer.body, 'two')).toEqual({ 'f:spec': { 'f:list': {}, 'f:struct': {} } });
    expect(fieldsOf(answer.body, 'one')).toEqual({
      'f:spec': { 'f:below': { 'f:map': {} }, 'f:map': {}, 'f:set': {} },
    });
  });
});
