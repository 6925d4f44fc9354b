import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../src/api/meta/dialect.ts';
import { configMap, configMaps, pod, pods } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

const dialect = dialects.find(({ name }) => name === 'kubernetes')!;
const meta = `meta.${dialect.api}`;
const table = { headers: { accept: `application/json;as=Table;v=v1;g=${meta}` } };

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

describe('Tables', () => {
  it('a list has the cells and the metadata of each object, and whole objects when asked for', async () => {
    await server.client.post(pods, pod('t1', { set: 't' }));
    await server.client.post(pods, pod('t2', { set: 't' }));
    const path = `${pods}?labelSelector=set%3Dt`;
    const { items } = (await server.client.get(path)).body;
    for (const include of ['', 'Metadata', 'Object', 'None']) {
      const { body } = await server.client.get(`${path}&includeObject=${include}`, table);
      const objects = body.rows.map(({ object }: any) => object);
      expect(body.rows.map(({ cells }: any) => cells.slice(0, 4))).toEqual([
        ['t1', '0/1', 'Pending', '0'],
        ['t2', '0/1', 'Pending', '0'],
      ]);
      expect(body.columnDefinitions.map(({ name }: any) => name).slice(0, 5)).toEqual([
        'Name',
        'Ready',
        'Status',
        'Restarts',
        'Age',
      ]);
      expect(Object.keys(body.columnDefinitions[4])).toEqual([
        'name',
        'type',
        'format',
        'description',
        'priority',
      ]);
      if (include === 'None') expect(objects).toEqual([null, null]);
      else if (include === 'Object') {
        expect(objects).toEqual(items.map((item: any) => ({ kind: 'Pod', apiVersion: 'v1', ...item })));
      } else {
        expect(objects).toEqual(
          items.map(({ metadata }: any) => ({
            kind: 'PartialObjectMetadata',
            apiVersion: `${meta}/v1`,
            metadata,
          })),
        );
      }
    }
    const wrong = await server.client.get(`${path}&includeObject=All`, table);
    expect(wrong.status).toBe(400);
  });

  it('a watch defines its columns once a stream, whoever else watches', async () => {
    await server.client.post(configMaps, configMap('t3', {}, { labels: { set: 't' } }));
    const path = `${configMaps}?watch=1&labelSelector=set%3Dt`;
    const first = await server.client.watch(path, table);
    await first.until(1);
    const second = await server.client.watch(path, table);
    await second.until(1);
    const { resourceVersion } = (await server.client.get(configMaps)).body.metadata;
    const third = await server.client.watch(`${path}&resourceVersion=${resourceVersion}`, table);
    await server.client.post(configMaps, configMap('t4', {}, { labels: { set: 't' } }));
    await server.client.delete(`${configMaps}/t4`);
    for (const [watch, count] of [
      [first, 3],
      [second, 3],
      [third, 2],
    ] as const) {
      const events = await watch.until(count);
      const columns = events.map(({ object }) => object.columnDefinitions?.length ?? null);
      expect(columns).toEqual([3, null, null].slice(0, count));
      expect(events.map(({ object }) => object.rows[0].cells[0]).at(-1)).toBe('t4');
      expect(events.at(-1)!.type).toBe('DELETED');
      watch.close();
    }
  });
});

describe('Tables of some kinds', () => {
  const apiServices = `/apis/apiregistration.${dialect.api}/v1/apiservices`;
  const beginning = '0001-01-01T00:00:00Z';

  it('flow schemas are in the order in which they are matched', async () => {
    const path = `/apis/flowcontrol.apiserver.${dialect.api}/v1beta2/flowschemas`;
    for (const [name, matchingPrecedence] of [
      ['first', 4],
      ['b-third', 9998],
      ['a-third', 9998],
    ]) {
      const spec = { priorityLevelConfiguration: { name: 'global-default' }, matchingPrecedence };
      expect((await server.client.post(path, { metadata: { name }, spec })).status).toBe(201);
    }
    const { rows } = (await server.client.get(path, table)).body;
    const numbers = rows.map(({ cells }: any) => cells[2]);
    expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => a - b));
    const names = rows.map(({ cells }: any) => cells[0]);
    expect(names.filter((name: string) => /^(first|.-third|catch-all)$/.test(name))).toEqual([
      'first',
      'a-third',
      'b-third',
      'catch-all',
    ]);
    expect(rows.map(({ object }: any) => object.metadata.name)).toEqual(names);
    // The order is that of the Table alone.
    const { items } = (await server.client.get(path)).body;
    expect(items.map(({ metadata }: any) => metadata.name)).toEqual(names.toSorted());
  });

  it('numbers keep all their digits', async () => {
    const path = '/apis/apps/v1/namespaces/default/controllerrevisions';
    const body = '{"metadata":{"name":"big"},"revision":1152921504606846977,"data":{}}';
    expect((await server.client.post(path, body)).status).toBe(201);
    for (const of of [path, `${path}/big`]) {
      expect((await server.client.get(of, table)).text).toContain(
        '"cells":["big","\\u003cnone\\u003e",1152921504606846977,',
      );
    }
  });

  it('every event about API services defines the columns', async () => {
    const service = (version: string) => ({
      metadata: { name: `${version}.a.example` },
      spec: { group: 'a.example', version, groupPriorityMinimum: 1, versionPriority: 1 },
    });
    await server.client.post(apiServices, service('v1'));
    const watch = await server.client.watch(`${apiServices}?watch=1`, table);
    await watch.until(1);
    await server.client.post(apiServices, service('v2'));
    const events = await watch.until(2);
    watch.close();
    const names = events.map(({ object }) => object.columnDefinitions.map(({ name }: any) => name));
    expect(names).toEqual(
      Array.from({ length: events.length }, () => ['Name', 'Service', 'Available', 'Age']),
    );
  });

  it.each([
    ['limit ranges', '/api/v1/limitranges'],
    ['cluster roles', `/apis/rbac.authorization.${dialect.api}/v1/clusterroles`],
  ])('a bookmark of %s is as old as can be', async (_, path) => {
    const { resourceVersion } = (await server.client.get(path)).body.metadata;
    const query = `watch=1&timeoutSeconds=1&allowWatchBookmarks=true&resourceVersion=${resourceVersion}`;
    const watch = await server.client.watch(`${path}?${query}`, table);
    const [bookmark] = await watch.until(1);
    watch.close();
    expect(bookmark).toMatchObject({ type: 'BOOKMARK', object: { rows: [{ cells: ['', beginning] }] } });
  });

  it('what is not stored has no version', async () => {
    const path = '/api/v1/componentstatuses';
    expect((await server.client.get(path)).body.metadata).toEqual({});
    expect((await server.client.get(path, table)).body.metadata).toEqual({});
  });
});

describe('a Table of one object', () => {
  it('is what its row in the list is', async () => {
    await server.client.post(pods, pod('o1', { set: 'o' }));
    const { body } = await server.client.get(`${pods}/o1`, table);
    const list = await server.client.get(`${pods}?labelSelector=set%3Do`, table);
    expect(body.rows[0].object).toEqual(list.body.rows[0].object);
    expect(body.rows[0].cells.slice(0, 4)).toEqual(list.body.rows[0].cells.slice(0, 4));
    expect(body.columnDefinitions).toEqual(list.body.columnDefinitions);
  });

  it('shows a change of the object at once', async () => {
    const { body } = await server.client.get(`${pods}/o1`);
    const status = { ...body.status, phase: 'Succeeded' };
    await server.client.put(`${pods}/o1/status`, { ...body, status });
    const [row] = (await server.client.get(`${pods}?labelSelector=set%3Do`, table)).body.rows;
    expect([row.cells[2], row.conditions[0].type]).toEqual(['Succeeded', 'Completed']);
  });
});

describe('what has no Table', () => {
  const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const review = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } };
  const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

  it.each([
    ['a question', 'POST', reviews, review],
    ['a subresource', 'GET', '/api/v1/namespaces/default/status', undefined],
  ])(
    'is refused when nothing else is accepted, and sent as it is otherwise: %s',
    async (_, method, path, body) => {
      const ask = (accept: string) => server.client.send(method, path, { headers: { accept }, body });
      expect(await ask(table)).toMatchObject({ status: 406, body: { reason: 'NotAcceptable' } });
      expect((await ask(`${table},application/json`)).body.kind).toMatch(
        /^(SelfSubjectAccessReview|Namespace)$/,
      );
    },
  );
});
