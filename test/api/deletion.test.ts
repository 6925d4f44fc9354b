import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, configMaps, pod, pods } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

const make = async (name: string, metadata: object = {}): Promise<any> =>
  (await server.client.post(configMaps, configMap(name, {}, metadata))).body;
const get = (name: string) => server.client.get(`${configMaps}/${name}`);

describe('deletion', () => {
  it('answers with a Status, and the name can be used again', async () => {
    const made = await make('a');
    const { status, body } = await server.client.delete(`${configMaps}/a`);
    expect(status).toBe(200);
    expect(body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'a', kind: 'configmaps', uid: made.metadata.uid },
    });
    expect((await get('a')).status).toBe(404);
    expect((await server.client.delete(`${configMaps}/a`)).body.message).toBe('configmaps "a" not found');
    expect((await make('a')).metadata.uid).not.toBe(made.metadata.uid);
  });

  it.each(['kubernetes', 'orphan', 'foregroundDeletion'])(
    'waits for %s, which needs no domain',
    async (finalizer) => {
      const { metadata } = await make(`waits-${finalizer.toLowerCase()}`, { finalizers: [finalizer] });
      expect(metadata.finalizers).toEqual([finalizer]);
      const path = `${configMaps}/${metadata.name}`;
      const labelled = await server.client.put(path, {
        ...configMap(metadata.name),
        metadata: { name: metadata.name, finalizers: [finalizer], labels: { a: 'b' } },
      });
      expect(labelled.status).toBe(200);
      await server.client.put(path, configMap(metadata.name));
      expect((await server.client.delete(path)).status).toBe(200);
    },
  );

  it('of an object with finalizers marks it; it goes with the last one', async () => {
    await make('f', { finalizers: ['example.com/one', 'example.com/two'] });
    const marked = await server.client.delete(`${configMaps}/f`);
    expect(marked.body.metadata).toMatchObject({
      deletionTimestamp: expect.any(String),
      deletionGracePeriodSeconds: 0,
    });
    const again = await server.client.post(configMaps, configMap('f'));
    expect(again.body.message).toBe('object is being deleted: configmaps "f" already exists');
    const { body } = await get('f');
    const more = {
      ...body,
      metadata: { ...body.metadata, finalizers: [...body.metadata.finalizers, 'example.com/x'] },
    };
    const refusal = { reason: 'FieldValueForbidden', field: 'metadata.finalizers' };
    expect((await server.client.put(`${configMaps}/f`, more)).body).toMatchObject({
      code: 422,
      details: { causes: [refusal, refusal] },
    });
    const fewer = { ...body, metadata: { ...body.metadata, finalizers: ['example.com/two'] } };
    const kept = await server.client.put(`${configMaps}/f`, fewer);
    expect(kept.status).toBe(200);
    const gone = await server.client.put(`${configMaps}/f`, {
      ...kept.body,
      metadata: { ...kept.body.metadata, finalizers: [] },
    });
    expect(gone).toMatchObject({ status: 200, body: { metadata: { name: 'f' } } });
    expect((await get('f')).status).toBe(404);
  });

  it.each<[string, object, string[] | undefined, number]>([
    ['Foreground', { propagationPolicy: 'Foreground' }, ['foregroundDeletion'], 200],
    ['Orphan', { propagationPolicy: 'Orphan' }, ['orphan'], 200],
    ['orphanDependents', { orphanDependents: true }, ['orphan'], 200],
    ['Background', { propagationPolicy: 'Background' }, undefined, 200],
    ['nothing', {}, undefined, 200],
  ])('records the propagation policy %s as a finalizer', async (name, options, finalizers, status) => {
    const object = name.toLowerCase();
    await make(object);
    const answer = await server.client.delete(`${configMaps}/${object}`, {
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      ...options,
    });
    expect(answer.status).toBe(status);
    expect(answer.body.metadata.finalizers).toEqual(finalizers);
    expect((await get(object)).status).toBe(finalizers === undefined ? 404 : 200);
  });

  it.each([
    ['batch/v1beta1', ['orphan']],
    ['batch/v1', undefined],
  ])('of cron jobs through %s leaves jobs as that version always did', async (version, finalizers) => {
    const path = `/apis/${version}/namespaces/default/cronjobs`;
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
    const spec = { schedule: '@daily', jobTemplate: { spec: { template } } };
    for (const name of ['one', 'two']) await server.client.post(path, { metadata: { name }, spec });
    const { body } = await server.client.delete(`${path}/one`);
    expect(body.metadata.finalizers).toEqual(finalizers);
    await server.client.delete(path);
    const { items } = (await server.client.get(path)).body;
    expect(items.map(({ metadata }: any) => metadata.finalizers)).toEqual(
      finalizers === undefined ? [] : [finalizers, finalizers],
    );
    for (const name of ['one', 'two'])
      await server.client.delete(`${path}/${name}?propagationPolicy=Background`);
  });

  it('of a replication controller orphans unless told otherwise', async () => {
    const path = '/api/v1/namespaces/default/replicationcontrollers';
    const labels = { app: 'x' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    await server.client.post(path, { metadata: { name: 'rc' }, spec: { selector: labels, template } });
    expect((await server.client.delete(`${path}/rc`)).body.metadata.finalizers).toEqual(['orphan']);
  });

  it.each<[string, object, number, RegExp]>([
    [
      'another uid',
      { preconditions: { uid: 'x' } },
      409,
      /the UID in the precondition \(x\) does not match the UID in record/,
    ],
    [
      'another version',
      { preconditions: { resourceVersion: '1' } },
      409,
      /the ResourceVersion in the precondition \(1\) does not match/,
    ],
    [
      'both ways of propagation',
      { orphanDependents: true, propagationPolicy: 'Orphan' },
      422,
      /cannot be both set/,
    ],
    ['an unknown policy', { propagationPolicy: 'Maybe' }, 422, /Unsupported value: "Maybe"/],
    [
      'options of an unknown kind',
      { kind: 'Other', apiVersion: 'v1' },
      500,
      /^no kind "Other" is registered for version "v1" in scheme /,
    ],
    [
      'an object in place of options',
      { kind: 'ConfigMap', apiVersion: 'v1' },
      500,
      /^no kind "ConfigMap" is registered for version "v1" in scheme /,
    ],
    [
      'other options',
      { kind: 'ListOptions', apiVersion: 'meta.k8s.io/v1' },
      500,
      /^decoded object cannot be converted to DeleteOptions$/,
    ],
  ])('is refused with %s', async (_, options, status, message) => {
    await make('p');
    const answer = await server.client.delete(`${configMaps}/p`, options);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(message);
    expect((await get('p')).status).toBe(200);
  });

  it('with dryRun does not delete', async () => {
    await make('dry');
    expect((await server.client.delete(`${configMaps}/dry?dryRun=All`)).status).toBe(200);
    expect((await server.client.delete(`${configMaps}/dry`, { dryRun: ['All'] })).status).toBe(200);
    expect((await get('dry')).status).toBe(200);
  });

  it('of a collection deletes what is selected, and answers with the list', async () => {
    await make('c1', { labels: { c: '1' } });
    await make('c2', { labels: { c: '1' } });
    const { status, body } = await server.client.delete(`${configMaps}?labelSelector=c%3D1`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'ConfigMapList',
      items: [{ metadata: { name: 'c1' } }, { metadata: { name: 'c2' } }],
    });
    expect((await server.client.get(`${configMaps}?labelSelector=c%3D1`)).body.items).toEqual([]);
    expect((await server.client.delete(`${configMaps}?labelSelector=c%3D1`)).body.items).toEqual([]);
  });
});

describe('graceful deletion of a pod', () => {
  async function running(name: string): Promise<void> {
    await server.client.post(pods, pod(name, {}, { nodeName: 'node-1' }));
  }

  it('marks it with the time by which it has to be gone; a second one can only bring that nearer', async () => {
    await running('g1');
    const first = await server.client.delete(`${pods}/g1`);
    expect(first.body.metadata).toMatchObject({ deletionGracePeriodSeconds: 30 });
    const same = await server.client.delete(`${pods}/g1`);
    expect(same.body.metadata.resourceVersion).toBe(first.body.metadata.resourceVersion);
    const longer = await server.client.delete(`${pods}/g1?gracePeriodSeconds=60`);
    expect(longer.body.metadata.deletionGracePeriodSeconds).toBe(30);
    const shorter = await server.client.delete(`${pods}/g1?gracePeriodSeconds=5`);
    expect(shorter.body.metadata.deletionGracePeriodSeconds).toBe(5);
    expect(
      Date.parse(first.body.metadata.deletionTimestamp) - Date.parse(shorter.body.metadata.deletionTimestamp),
    ).toBe(25_000);
    expect((await server.client.delete(`${pods}/g1?gracePeriodSeconds=0`)).status).toBe(200);
    expect((await server.client.get(`${pods}/g1`)).status).toBe(404);
  });

  it('that no node has is gone at once: MODIFIED, then DELETED', async () => {
    const watch = await server.client.watch(`${pods}?watch=1&fieldSelector=metadata.name=g2`);
    await server.client.post(pods, pod('g2'));
    const { body } = await server.client.delete(`${pods}/g2`);
    expect(body).toMatchObject({ kind: 'Pod', metadata: { name: 'g2' } });
    expect((await watch.until(3)).map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED', 'DELETED']);
    watch.close();
  });
});

describe('deletion of a namespace', () => {
  it('marks it as Terminating until its finalizer is taken off through finalize', async () => {
    const path = '/api/v1/namespaces/shop';
    await server.client.post('/api/v1/namespaces', { metadata: { name: 'shop' } });
    const marked = await server.client.delete(path);
    expect(marked.body).toMatchObject({
      kind: 'Namespace',
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Terminating' },
    });
    const repeated = await server.client.delete(path);
    expect(repeated.body.metadata.resourceVersion).toBe(marked.body.metadata.resourceVersion);
    const done = await server.client.put(`${path}/finalize`, { ...marked.body, spec: { finalizers: [] } });
    expect(done.status).toBe(200);
    expect((await server.client.get(path)).status).toBe(404);
  });
});
