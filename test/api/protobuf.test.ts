import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProtobufEncoder } from '../../src/api/codec/protobuf/encode.ts';
import { encodeEnvelope } from '../../src/api/codec/protobuf/envelope.ts';
import type { Answer, RequestOptions } from '../support/api-client.ts';
import { configMap, configMaps, deployment, deployments } from '../support/objects.ts';
import { ProtobufReader } from '../support/protobuf.ts';
import { collectionOf } from '../support/resources.ts';
import { sampleObjects } from '../support/samples.ts';
import { TestServer } from '../support/server.ts';

const reader = new ProtobufReader('kubernetes');
const type = reader.dialect.protobuf;
const accept = { headers: { accept: type } };
const meta = `meta.${reader.dialect.api}`;
const as = (format: string, kind: string) => ({ headers: { accept: `${format};as=${kind};v=v1;g=${meta}` } });

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

async function get(path: string, options: RequestOptions = accept): Promise<Answer> {
  return server.client.get(path, options);
}

/** The resource types that can be listed: their collections over all namespaces, and how to make one. */
async function collections(): Promise<
  { apiVersion: string; kind: string; path: string; name: string; namespaced: boolean }[]
> {
  const { groups } = (await server.client.get('/apis')).body;
  const versions = groups.flatMap((group: any) => group.versions.map((version: any) => version.groupVersion));
  const roots = ['/api/v1', ...versions.map((version: string) => `/apis/${version}`)];
  const documents = await Promise.all(roots.map(async (root) => (await server.client.get(root)).body));
  return documents.flatMap(({ groupVersion, resources }, at) =>
    resources
      .filter(({ name, verbs }: any) => !name.includes('/') && verbs.includes('list'))
      .map(({ name, kind, namespaced }: any) => ({
        apiVersion: groupVersion,
        kind,
        path: roots[at]!,
        name,
        namespaced,
      })),
  );
}

describe('every kind', () => {
  let all: Awaited<ReturnType<typeof collections>>;

  beforeAll(async () => {
    all = await collections();
    const refused: string[] = [];
    for (const object of sampleObjects(reader.dialect.api)) {
      const found = all.find(
        ({ apiVersion, kind }) => apiVersion === object.apiVersion && kind === object.kind,
      );
      if (found === undefined) continue;
      const made = await server.client.post(collectionOf(found), object);
      if (made.status !== 201) refused.push(`${object.kind}: ${made.body.message}`);
    }
    expect(refused).toEqual([]);
  });

  it('is listed in Protobuf as in JSON, in each of its versions', async () => {
    const empty: string[] = [];
    for (const { path, name } of all) {
      const json = await server.client.get(`${path}/${name}`);
      const answer = await get(`${path}/${name}?resourceVersion=0`);
      expect([name, answer.status, answer.headers['content-type']]).toEqual([name, 200, type]);
      const list = reader.read(answer.bytes);
      expect(JSON.stringify(list.items)).toBe(JSON.stringify(json.body.items));
      expect([list.kind, list.apiVersion]).toEqual([json.body.kind, json.body.apiVersion]);
      if (list.items.length === 0) empty.push(name);
    }
    expect(empty).toEqual([]);
  });

  it('is read one by one, and cut down to its metadata, as in JSON', async () => {
    for (const { path, name, namespaced } of all) {
      const [first] = (await server.client.get(`${path}/${name}`)).body.items;
      if (first === undefined) continue;
      const { metadata } = first;
      const own = `${path}/${namespaced ? `namespaces/${metadata.namespace}/` : ''}${name}/${metadata.name}`;
      expect(reader.read((await get(own)).bytes)).toEqual((await server.client.get(own)).body);
      const partial = await get(own, as(type, 'PartialObjectMetadata'));
      expect(reader.read(partial.bytes)).toEqual({
        kind: 'PartialObjectMetadata',
        apiVersion: `${meta}/v1`,
        metadata,
      });
    }
  });

  it('is watched in Protobuf as it is listed', async () => {
    for (const { apiVersion, kind, path, name } of all) {
      const { items } = (await server.client.get(`${path}/${name}`)).body;
      if (items.length === 0 || kind === 'ComponentStatus') continue;
      const response = await server.client.open('GET', `${path}/${name}?watch=1`, accept);
      expect(response.headers['content-type']).toBe(`${type};stream=watch`);
      const events = await reader.events(response, items.length);
      expect(events.map(({ type: what }) => what)).toEqual(items.map(() => 'ADDED'));
      expect(events.map(({ object }) => object)).toEqual(
        items.map((item: any) => ({ kind, apiVersion, ...item })),
      );
    }
  });
});

describe('writes', () => {
  const encoder = new ProtobufEncoder();
  const bodyOf = (object: any): Buffer =>
    encodeEnvelope(object.apiVersion, object.kind, encoder.encode(object, reader.schemaOf(object)));
  const both = { headers: { accept: type, 'content-type': type } };

  it('take Protobuf and answer with it', async () => {
    const made = await server.client.post(configMaps, bodyOf(configMap('w1', { a: '1' })), both);
    expect([made.status, made.headers['content-type']]).toEqual([201, type]);
    const object = reader.read(made.bytes);
    expect(object.data).toEqual({ a: '1' });
    const put = await server.client.put(`${configMaps}/w1`, bodyOf({ ...object, data: { b: '2' } }), both);
    expect([put.status, reader.read(put.bytes).data]).toEqual([200, { b: '2' }]);
    const patched = await server.client.send('PATCH', `${configMaps}/w1`, {
      headers: { accept: type, 'content-type': 'application/merge-patch+json' },
      body: { data: { c: '3' } },
    });
    expect(reader.read(patched.bytes)).toEqual((await server.client.get(`${configMaps}/w1`)).body);
    expect(reader.read(patched.bytes).data).toEqual({ b: '2', c: '3' });
    const gone = await server.client.delete(`${configMaps}/w1`, undefined, accept);
    expect(reader.read(gone.bytes)).toMatchObject({
      kind: 'Status',
      status: 'Success',
      details: { name: 'w1' },
    });
  });

  it('the scale of a Deployment', async () => {
    await server.client.post(deployments, deployment('w2', 3));
    const scale = reader.read((await get(`${deployments}/w2/scale`)).bytes);
    expect(scale).toEqual((await server.client.get(`${deployments}/w2/scale`)).body);
    const put = await server.client.put(
      `${deployments}/w2/scale`,
      bodyOf({ ...scale, spec: { replicas: 5 } }),
      both,
    );
    expect([put.status, reader.read(put.bytes).spec.replicas]).toEqual([200, 5]);
  });

  it.each([
    ['a scale', 'GET', `${deployments}/w4/scale`, undefined],
    ['a scale that is changed', 'PATCH', `${deployments}/w4/scale`, { spec: { replicas: 2 } }],
    ['a token', 'POST', '/api/v1/namespaces/default/serviceaccounts/w4/token', { spec: {} }],
  ] as const)('of %s no more than the metadata, where that is asked for', async (_, method, path, body) => {
    await server.client.post(deployments, deployment('w4', 3));
    await server.client.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'w4' } });
    for (const format of [type, 'application/json']) {
      const { headers } = as(format, 'PartialObjectMetadata');
      const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const answer = await server.client.send(method, path, {
        headers: { ...headers, 'content-type': contentType },
        body,
      });
      const object = format === type ? reader.read(answer.bytes) : answer.body;
      expect(Object.keys(object).sort()).toEqual(['apiVersion', 'kind', 'metadata']);
      expect([object.kind, object.apiVersion, object.metadata.name]).toEqual([
        'PartialObjectMetadata',
        `${meta}/v1`,
        'w4',
      ]);
    }
  });

  it('deletion of a collection answers with the list as it was', async () => {
    await server.client.post(configMaps, configMap('w3', {}, { labels: { set: 'w' } }));
    const gone = await server.client.delete(`${configMaps}?labelSelector=set%3Dw`, undefined, accept);
    const list = reader.read(gone.bytes);
    expect([list.kind, list.items.map(({ metadata }: any) => metadata.name)]).toEqual([
      'ConfigMapList',
      ['w3'],
    ]);
  });
});

describe('what goes wrong', () => {
  it('is a Status in Protobuf, byte for byte', async () => {
    const answer = await get(`${configMaps}/none`);
    expect([answer.status, answer.headers['content-type']]).toEqual([404, type]);
    const text = (bytes: string): string => Buffer.from(bytes).toString('hex');
    const golden = [
      '6b387300',
      `0a0c0a02${text('v1')}1206${text('Status')}`,
      '1255',
      '0a060a0012001a00',
      `1207${text('Failure')}`,
      `1a1b${text('configmaps "none" not found')}`,
      `2208${text('NotFound')}`,
      `2a18${`0a04${text('none')}`}1200${`1a0a${text('configmaps')}`}28003200`,
      '309403',
      '1a002200',
    ];
    expect(answer.bytes.toString('hex')).toBe(golden.join(''));
  });

  it('before anything of the request is looked at, too', async () => {
    const stranger = await server.connect({ token: 'wrong' }).get('/api/v1/pods', accept);
    expect([stranger.status, reader.read(stranger.bytes).reason]).toEqual([401, 'Unauthorized']);
  });

  it('an Accept that nothing fits: 406 with what there is, as people read it', async () => {
    for (const wanted of ['text/html', `${type};as=Table;v=v1;g=${meta}`, `${type};stream=other`]) {
      const answer = await get(configMaps, { headers: { accept: wanted } });
      expect([answer.status, answer.headers['content-type']]).toEqual([406, 'application/json']);
      const negotiated = `only the following media types are accepted: application/json, application/yaml, ${type}`;
      expect(answer.body.message).toBe(wanted === 'text/html' ? '406: Not Acceptable' : negotiated);
      expect(answer.text).toContain('\n  "reason": "NotAcceptable"');
    }
    const watch = await get(`${configMaps}?watch=1`, { headers: { accept: 'application/yaml' } });
    expect([watch.status, watch.body ?? watch.text]).toEqual([406, expect.stringContaining('NotAcceptable')]);
    expect(watch.text).toContain(`only the following media types are accepted: application/json, ${type}`);
  });

  it('a body in a form that nobody knows: 415; one that is no object: 400', async () => {
    const unknown = await server.client.post(configMaps, 'x', {
      headers: { accept: type, 'content-type': 'text/plain' },
    });
    const status = reader.read(unknown.bytes);
    expect([unknown.status, status.reason]).toEqual([415, 'UnsupportedMediaType']);
    const broken = await server.client.post(configMaps, Buffer.from('6b387300ff', 'hex'), {
      headers: { accept: type, 'content-type': type },
    });
    expect([broken.status, reader.read(broken.bytes).reason]).toEqual([400, 'BadRequest']);
  });

  it('a watch that cannot begin: a Status in Protobuf, without a frame', async () => {
    const future = await get(`${configMaps}?watch=1&resourceVersion=99999999&timeoutSeconds=1`);
    expect([future.status, reader.read(future.bytes).reason]).toEqual([504, 'Timeout']);
  });
});

describe('names and forms', () => {
  it('the other dialect is understood, and answered in its own words', async () => {
    const other = new ProtobufReader('orch').dialect.protobuf;
    const answer = await get('/api/v1/namespaces/default', {
      headers: { accept: `${other},application/json` },
    });
    expect(answer.headers['content-type']).toBe(other);
    expect(reader.read(answer.bytes)).toMatchObject({ kind: 'Namespace', metadata: { name: 'default' } });
  });

  it('lists of metadata alone', async () => {
    const json = (await server.client.get('/api/v1/namespaces')).body.items;
    const items = json.map(({ metadata }: any) => ({
      kind: 'PartialObjectMetadata',
      apiVersion: `${meta}/v1`,
      metadata,
    }));
    const text = await get('/api/v1/namespaces', as('application/json', 'PartialObjectMetadataList'));
    expect([text.body.kind, text.body.items]).toEqual(['PartialObjectMetadataList', items]);
    const binary = reader.read(
      (await get('/api/v1/namespaces', as(type, 'PartialObjectMetadataList'))).bytes,
    );
    expect(binary.kind).toBe('PartialObjectMetadataList');
    expect(binary.items).toEqual(json.map(({ metadata }: any) => ({ metadata })));
  });

  it('large lists, in blocks, compressed, and page by page', async () => {
    const data = { text: 'x'.repeat(20_000) };
    const namespace = '/api/v1/namespaces/kube-public/configmaps';
    for (let i = 0; i < 40; i++) await server.client.post(namespace, configMap(`large-${i}`, data));
    const { items } = (await server.client.get(namespace)).body;
    const plain = await get(namespace);
    expect(plain.headers['content-length']).toBe(String(plain.bytes.length));
    expect(reader.read(plain.bytes).items).toEqual(items);
    const headers = { accept: type, 'accept-encoding': 'gzip' };
    const gzipped = await get(namespace, { headers });
    expect([gzipped.headers['content-encoding'], gzipped.bytes.length < 100_000]).toEqual(['gzip', true]);
    expect(reader.read(gunzipSync(gzipped.bytes)).items).toEqual(items);
    const page = reader.read((await get(`${namespace}?limit=15`)).bytes);
    expect([page.items.length, page.metadata.remainingItemCount]).toEqual([15, items.length - 15]);
    const rest = await get(`${namespace}?limit=500&continue=${encodeURIComponent(page.metadata.continue)}`);
    expect([...page.items, ...reader.read(rest.bytes).items]).toEqual(items);
    // Nothing answers HEAD.
    const head = await server.client.send('HEAD', namespace, accept);
    expect([head.status, head.bytes.length]).toEqual([405, 0]);
  });
});
