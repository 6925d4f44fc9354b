import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, configMaps, deployment, deployments, pod, pods } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

describe('create', () => {
  it('answers 201 with the object as it is stored, its metadata filled in', async () => {
    const { status, body } = await server.client.post(configMaps, {
      ...configMap('made', { b: '2', a: '1' }),
      metadata: {
        name: 'made',
        uid: 'mine',
        creationTimestamp: '2001-01-01T00:00:00Z',
        deletionTimestamp: '2001-01-01T00:00:00Z',
        selfLink: '/x',
        generation: 7,
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', data: { a: '1', b: '2' } });
    expect(body.metadata).toMatchObject({
      name: 'made',
      namespace: 'default',
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(body.metadata.creationTimestamp).toMatch(/^20\d\d-.*Z$/);
    expect(body.metadata).not.toHaveProperty('deletionTimestamp');
    expect(body.metadata).not.toHaveProperty('selfLink');
    expect((await server.client.get(`${configMaps}/made`)).body).toEqual(body);
  });

  it('generates a name: the prefix, cut to 58 characters, and five', async () => {
    const prefix = 'x'.repeat(70);
    const { body } = await server.client.post(
      configMaps,
      configMap('', {}, { name: undefined, generateName: prefix }),
    );
    expect(body.metadata.name).toMatch(/^x{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  it('takes kind and apiVersion from the path when the body has none', async () => {
    expect((await server.client.post(configMaps, { metadata: { name: 'bare' } })).status).toBe(201);
  });

  it.each<[string, any, number, object]>([
    [
      'a name that is taken',
      configMap('made'),
      409,
      {
        reason: 'AlreadyExists',
        message: 'configmaps "made" already exists',
        details: { name: 'made', kind: 'configmaps' },
      },
    ],
    [
      'a resourceVersion',
      configMap('v', {}, { resourceVersion: '5' }),
      500,
      { message: 'resourceVersion should not be set on objects to be created' },
    ],
    [
      'no name',
      { metadata: {} },
      422,
      { message: 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required' },
    ],
    [
      'another namespace',
      configMap('n', {}, { namespace: 'other' }),
      400,
      { message: 'the namespace of the provided object does not match the namespace sent on the request' },
    ],
    [
      'another kind',
      { ...configMap('k'), kind: 'Secret' },
      400,
      {
        message:
          'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
      },
    ],
    [
      'another apiVersion',
      { ...configMap('k'), apiVersion: 'v2' },
      400,
      {
        message: expect.stringMatching(
          /^ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered/,
        ),
      },
    ],
    [
      'a value of another type',
      { ...configMap('k'), data: { a: 1 } },
      400,
      {
        message:
          'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
      },
    ],
    [
      'a label key that is none',
      configMap('l', {}, { labels: { 'a b': 'c' } }),
      422,
      { reason: 'Invalid', details: { causes: [{ reason: 'FieldValueInvalid', field: 'metadata.labels' }] } },
    ],
    [
      'too many annotations',
      configMap('l', {}, { annotations: { a: 'x'.repeat(262_144) } }),
      422,
      { details: { causes: [{ reason: 'FieldValueTooLong', field: 'metadata.annotations' }] } },
    ],
  ])('refuses %s', async (_, body, status, expected) => {
    const answer = await server.client.post(configMaps, body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      code: status,
      ...expected,
    });
  });

  it('drops unknown fields, and reports them when asked to', async () => {
    const body = JSON.stringify({ ...configMap('strict'), colour: 'red' }).replace(
      '"data":{}',
      '"data":{"a":"1","a":"2"}',
    );
    const strict = await server.client.post(`${configMaps}?fieldValidation=Strict`, body);
    expect(strict).toMatchObject({
      status: 400,
      body: {
        message:
          'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: duplicate field "data.a", unknown field "colour"',
      },
    });
    const warn = await server.client.post(`${configMaps}?fieldValidation=Warn`, body);
    expect(warn.status).toBe(201);
    expect(warn.headers['warning']).toBe(
      '299 - "duplicate field \\"data.a\\"", 299 - "unknown field \\"colour\\""',
    );
    expect(warn.body).not.toHaveProperty('colour');
    expect(warn.body.data).toEqual({ a: '2' });
    const wrong = await server.client.post(`${configMaps}?fieldValidation=Perhaps`, body);
    expect(wrong.status).toBe(422);
  });

  it('with dryRun does everything but the write', async () => {
    const { status, body } = await server.client.post(`${configMaps}?dryRun=All`, configMap('dry'));
    expect(status).toBe(201);
    expect(body.metadata).toHaveProperty('uid');
    expect(body.metadata).not.toHaveProperty('resourceVersion');
    expect((await server.client.get(`${configMaps}/dry`)).status).toBe(404);
    expect((await server.client.post(`${configMaps}?dryRun`, configMap('dry'))).status).toBe(201);
    expect((await server.client.get(`${configMaps}/dry`)).status).toBe(404);
    expect((await server.client.post(`${configMaps}?dryRun=Some`, configMap('dry'))).status).toBe(422);
  });

  it('a create takes YAML', async () => {
    const yaml = 'kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: yaml\ndata:\n  a: "1"\n';
    const answer = await server.client.post(configMaps, yaml, {
      headers: { 'content-type': 'application/yaml' },
    });
    expect(answer).toMatchObject({ status: 201, body: { data: { a: '1' } } });
  });
});

describe('update', () => {
  it('replaces the object at its version, and conflicts at an older one', async () => {
    const { body } = await server.client.post(configMaps, configMap('u1', { a: '1' }));
    const first = await server.client.put(`${configMaps}/u1`, { ...body, data: { a: '2' } });
    expect(first).toMatchObject({ status: 200, body: { data: { a: '2' } } });
    const second = await server.client.put(`${configMaps}/u1`, { ...body, data: { a: '3' } });
    expect(second).toMatchObject({
      status: 409,
      body: {
        reason: 'Conflict',
        message:
          'Operation cannot be fulfilled on configmaps "u1": the object has been modified; please apply your changes to the latest version and try again',
      },
    });
  });

  it('without a version is unconditional', async () => {
    await server.client.post(configMaps, configMap('u2', { a: '1' }));
    expect((await server.client.put(`${configMaps}/u2`, configMap('u2', { a: '2' }))).status).toBe(200);
  });

  it('that changes nothing writes nothing', async () => {
    const { body } = await server.client.post(configMaps, configMap('u3', { a: '1' }));
    const same = await server.client.put(`${configMaps}/u3`, body);
    expect(same.body.metadata.resourceVersion).toBe(body.metadata.resourceVersion);
  });

  it('of what is read back changes nothing where a kind stands within another one, which says what it is', async () => {
    const sets = '/apis/apps/v1/namespaces/default/statefulsets';
    const claim = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } };
    const labels = { app: 'a' };
    const containers = [{ name: 'c', image: 'i' }];
    const spec = {
      serviceName: 's',
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
      volumeClaimTemplates: [claim, { ...claim, kind: 'PersistentVolumeClaim', apiVersion: 'v1' }],
    };
    const { body, status } = await server.client.post(`${sets}?fieldValidation=Strict`, {
      metadata: { name: 'claims' },
      spec,
    });
    expect(status).toBe(201);
    for (const template of body.spec.volumeClaimTemplates) {
      expect(Object.keys(template).slice(0, 3)).toEqual(['kind', 'apiVersion', 'metadata']);
      expect(template).toMatchObject({ kind: 'PersistentVolumeClaim', apiVersion: 'v1' });
    }
    const same = await server.client.put(`${sets}/claims`, body);
    expect(same.body).toEqual(body);
  });

  it('counts generations of the spec, and not of status', async () => {
    const { body } = await server.client.post(deployments, deployment('g'));
    expect(body.metadata.generation).toBe(1);
    const scaled = await server.client.put(`${deployments}/g`, {
      ...body,
      spec: { ...body.spec, replicas: 2 },
    });
    expect(scaled.body.metadata.generation).toBe(2);
    const status = await server.client.put(`${deployments}/g/status`, {
      ...scaled.body,
      spec: { ...body.spec, replicas: 9 },
      status: { replicas: 1, observedGeneration: 2 },
    });
    expect(status.body).toMatchObject({
      metadata: { generation: 2 },
      spec: { replicas: 2 },
      status: { replicas: 1 },
    });
    const again = await server.client.put(`${deployments}/g`, { ...status.body, status: { replicas: 7 } });
    expect(again.body.status).toEqual({ replicas: 1, observedGeneration: 2 });
  });

  it.each<[string, (body: any) => any, number, object]>([
    [
      'another name',
      (body) => ({ ...body, metadata: { ...body.metadata, name: 'x' } }),
      400,
      { message: 'the name of the object (x) does not match the name on the URL (u4)' },
    ],
    [
      'no name',
      (body) => ({ ...body, metadata: { ...body.metadata, name: '' } }),
      400,
      { message: 'the name of the object (u4 based on URL) was undeterminable: name must be provided' },
    ],
    [
      'another namespace',
      (body) => ({ ...body, metadata: { ...body.metadata, namespace: 'x' } }),
      400,
      { message: 'the namespace of the object (x) does not match the namespace on the request (default)' },
    ],
    [
      'another uid',
      (body) => ({ ...body, metadata: { ...body.metadata, uid: 'x' } }),
      409,
      { reason: 'Conflict' },
    ],
    [
      'a new time of creation',
      (body) => ({ ...body, metadata: { ...body.metadata, creationTimestamp: '2001-01-01T00:00:00Z' } }),
      200,
      {},
    ],
  ])('with %s', async (_, change, status, expected) => {
    await server.client.post(configMaps, configMap('u4', { a: '1' }));
    const { body } = await server.client.get(`${configMaps}/u4`);
    const answer = await server.client.put(`${configMaps}/u4`, change(body));
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(expected);
  });

  it('of what is not there is 404, or creates where the kind allows it', async () => {
    const missing = await server.client.put(`${configMaps}/none`, configMap('none'));
    expect(missing).toMatchObject({
      status: 404,
      body: { message: 'configmaps "none" not found', details: { name: 'none', kind: 'configmaps' } },
    });
    const endpoints = { kind: 'Endpoints', apiVersion: 'v1', metadata: { name: 'e' } };
    expect((await server.client.put('/api/v1/namespaces/default/endpoints/e', endpoints)).status).toBe(201);
    expect((await server.client.put('/api/v1/namespaces/default/endpoints/e', endpoints)).status).toBe(200);
  });

  it('of a lease has to say its version', async () => {
    const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
    const lease = { kind: 'Lease', apiVersion: 'coordination.k8s.io/v1', metadata: { name: 'l' }, spec: {} };
    await server.client.post(leases, lease);
    const answer = await server.client.put(`${leases}/l`, lease);
    expect(answer.body).toMatchObject({
      code: 422,
      message:
        'leases.coordination.k8s.io "l" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
    });
  });

  it('keeps one of many writers at a time, and loses none that was acknowledged', async () => {
    await server.client.post(configMaps, configMap('race', { n: '0' }));
    const writer = async (): Promise<number> => {
      let done = 0;
      while (done < 10) {
        const { body } = await server.client.get(`${configMaps}/race`);
        const next = { ...body, data: { n: String(Number(body.data.n) + 1) } };
        if ((await server.client.put(`${configMaps}/race`, next)).status === 200) done++;
      }
      return done;
    };
    await Promise.all([writer(), writer(), writer(), writer()]);
    expect((await server.client.get(`${configMaps}/race`)).body.data.n).toBe('40');
  });
});

describe('sub-resources', () => {
  it('scale: reads and writes the number of replicas', async () => {
    await server.client.post(deployments, deployment('s', 2));
    const { body } = await server.client.get(`${deployments}/s/scale`);
    expect(body).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name: 's', namespace: 'default' },
      spec: { replicas: 2 },
      status: { replicas: 0, selector: 'app=s' },
    });
    const scaled = await server.client.put(`${deployments}/s/scale`, { ...body, spec: { replicas: 5 } });
    expect(scaled).toMatchObject({ status: 200, body: { spec: { replicas: 5 } } });
    expect((await server.client.get(`${deployments}/s`)).body).toMatchObject({
      metadata: { generation: 2 },
      spec: { replicas: 5 },
    });
    expect(
      (await server.client.put(`${deployments}/s/scale`, { ...body, spec: { replicas: 6 } })).status,
    ).toBe(409);
    const negative = await server.client.put(`${deployments}/s/scale`, {
      ...scaled.body,
      spec: { replicas: -1 },
    });
    expect(negative.body).toMatchObject({
      code: 422,
      details: { kind: 'Scale', causes: [{ field: 'spec.replicas' }] },
    });
  });

  it('status of a pod: phase and conditions change, the spec does not', async () => {
    const { body } = await server.client.post(pods, pod('p'));
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }], podIP: '10.0.0.1' };
    const changed = await server.client.put(`${pods}/p/status`, {
      ...body,
      spec: { ...body.spec, nodeName: 'n' },
      status,
    });
    expect(changed.body).toMatchObject({
      status: { phase: 'Running', podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }] },
    });
    expect(changed.body.spec).not.toHaveProperty('nodeName');
  });

  it('that are not served are not found', async () => {
    expect((await server.client.get(`${configMaps}/u1/status`)).status).toBe(404);
    expect((await server.client.post(`${deployments}/s/scale`, {})).status).toBe(405);
  });
});
