import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, configMaps } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ flags: ['--min-request-timeout=2'] });
});
afterAll(() => server.remove());

const emptyTemplate = { metadata: {}, spec: { containers: null } };

const short = (events: { type: string; object: any }[]): string[] =>
  events.map(({ type, object }) => `${type} ${object.metadata?.name ?? object.reason ?? ''}`);

async function made(name: string, labels: Record<string, string> = {}): Promise<string> {
  const answer = await server.client.post(configMaps, configMap(name, {}, { labels }));
  return answer.body.metadata.resourceVersion;
}

describe('a watch', () => {
  it('without a version: the state, then what happens; a deleted object with the version of its deletion', async () => {
    await made('a1');
    const watch = await server.client.watch(`${configMaps}?watch=1&labelSelector=!x`);
    await watch.until(1);
    await made('a2');
    const { body } = await server.client.get(`${configMaps}/a1`);
    await server.client.put(`${configMaps}/a1`, { ...body, data: { k: 'v' } });
    await server.client.delete(`${configMaps}/a1`);
    const events = await watch.until(4);
    expect(short(events)).toEqual(['ADDED a1', 'ADDED a2', 'MODIFIED a1', 'DELETED a1']);
    expect(events[3]!.object).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', data: { k: 'v' } });
    const versions = events.map(({ object }) => Number(object.metadata.resourceVersion));
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    watch.close();
  });

  it('after a version: everything after it, nothing before', async () => {
    const first = await made('b1');
    await made('b2');
    await made('b3');
    const watch = await server.client.watch(`${configMaps}?watch=1&resourceVersion=${first}`);
    expect(short(await watch.until(2))).toEqual(['ADDED b2', 'ADDED b3']);
    watch.close();
  });

  it('through the deprecated path, of one object', async () => {
    await made('c1');
    const watch = await server.client.watch('/api/v1/watch/namespaces/default/configmaps/c1');
    await made('c2');
    await server.client.delete(`${configMaps}/c1`);
    expect(short(await watch.until(2))).toEqual(['ADDED c1', 'DELETED c1']);
    watch.close();
  });

  it('on the path of an object is a get', async () => {
    await made('d1');
    expect((await server.client.get(`${configMaps}/d1?watch=true`)).body.kind).toBe('ConfigMap');
  });

  it('ends by itself after timeoutSeconds, with a bookmark before when asked for', async () => {
    const watch = await server.client.watch(
      `${configMaps}?watch=1&timeoutSeconds=1&allowWatchBookmarks=true&fieldSelector=metadata.name=none`,
    );
    const events = await watch.untilEnd();
    expect(events.length).toBeGreaterThan(0);
    expect(events.at(-1)).toMatchObject({
      type: 'BOOKMARK',
      object: { kind: 'ConfigMap', metadata: { resourceVersion: expect.any(String) } },
    });
  });

  it('with sendInitialEvents: the state, and a bookmark that ends it', async () => {
    await made('e1', { e: '1' });
    const watch = await server.client.watch(
      `${configMaps}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&labelSelector=e`,
    );
    const events = await watch.until(2);
    expect(short(events)).toEqual(['ADDED e1', 'BOOKMARK ']);
    expect(events[1]!.object.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' });
    await made('e2', { e: '1' });
    expect(short(await watch.until(3)).at(-1)).toBe('ADDED e2');
    watch.close();
  });

  it.each([
    [
      'deployments',
      { spec: { replicas: 0, selector: null, template: emptyTemplate, strategy: {} }, status: {} },
    ],
    ['replicasets', { spec: { replicas: 0, selector: null }, status: { replicas: 0 } }],
    ['statefulsets', { spec: { replicas: 0, selector: null, updateStrategy: {} } }],
    ['daemonsets', { metadata: { annotations: { 'deprecated.daemonset.template.generation': '0' } } }],
  ])('a bookmark has an object of the kind that says nothing: %s', async (plural, expected) => {
    const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const watch = await server.client.watch(`/apis/apps/v1/namespaces/default/${plural}?${query}`);
    const [bookmark] = await watch.until(1);
    watch.close();
    expect(bookmark).toMatchObject({ type: 'BOOKMARK', object: expected });
    expect(bookmark!.object.metadata.annotations).toMatchObject({ 'k8s.io/initial-events-end': 'true' });
  });

  it('after a version that is compacted: one ERROR event, then the end', async () => {
    const watch = await server.client.watch(`${configMaps}?watch=1&resourceVersion=1`);
    // The store keeps everything so far: revision 1 is watchable, so this is the state of things.
    expect(watch.status).toBe(200);
    watch.close();
  });

  it.each([
    ['sendInitialEvents without its match', 'sendInitialEvents=true', 422],
    ['a match without sendInitialEvents', 'resourceVersionMatch=NotOlderThan&resourceVersion=1', 422],
    ['a version that is no number', 'resourceVersion=x', 500],
    ['a bad selector', 'labelSelector=%3D%3D', 400],
  ])('is refused with %s', async (_, query, status) => {
    expect((await server.client.get(`${configMaps}?watch=1&${query}`)).status).toBe(status);
  });

  it('as YAML is refused', async () => {
    const answer = await server.client.get(`${configMaps}?watch=1`, {
      headers: { accept: 'application/yaml' },
    });
    expect(answer.status).toBe(406);
  });

  it('as a list of metadata is opened, and ends in place of its first event', async () => {
    await made('f1');
    const accept = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
    const started = performance.now();
    const answer = await server.client.get(`${configMaps}?watch=1&timeoutSeconds=60`, {
      headers: { accept },
    });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it('of a type that has none is refused, with the warning of its version', async () => {
    const { status, headers, body } = await server.client.get('/api/v1/componentstatuses?watch=1');
    expect([status, body.message]).toEqual([
      405,
      'watch is not supported on resources of kind "componentstatuses"',
    ]);
    expect(headers['warning']).toBe('299 - "v1 ComponentStatus is deprecated in v1.19+"');
  });

  it('as a Table without objects shows where the initial events end', async () => {
    const query = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const { text } = await server.client.get(
      `${configMaps}?watch=1&${query}&includeObject=None&timeoutSeconds=1&labelSelector=no=such`,
      { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } },
    );
    const objects = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).object.rows[0].object);
    expect(objects[0]).toMatchObject({
      kind: 'PartialObjectMetadata',
      metadata: { annotations: { 'k8s.io/initial-events-end': 'true' } },
    });
    expect(objects.slice(1).every((object) => object === null)).toBe(true);
  });

  it('as a Table: one row an event', async () => {
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const response = await server.client.open('GET', `${configMaps}?watch=1&fieldSelector=metadata.name=c2`, {
      headers: { accept },
    });
    const [chunk] = await new Promise<Buffer[]>((resolve) =>
      response.once('data', (data) => resolve([data])),
    );
    const event = JSON.parse(chunk!.toString().split('\n')[0]!);
    expect(event).toMatchObject({
      type: 'ADDED',
      object: { kind: 'Table', rows: [{ cells: ['c2', 0, expect.any(String)] }] },
    });
    response.destroy();
  });
});
