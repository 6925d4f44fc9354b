import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, configMaps } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

let server: TestServer;
/** resourceVersions after each of ten creates. */
const versions: string[] = [];

beforeAll(async () => {
  server = await TestServer.start();
  for (let n = 0; n < 10; n++) {
    const made = await server.client.post(
      configMaps,
      configMap(`m${n}`, {}, { labels: { even: String(n % 2 === 0) } }),
    );
    versions.push(made.body.metadata.resourceVersion);
  }
});

afterAll(() => server.remove());

const list = (query: string) => server.client.get(`${configMaps}?${query}`);
const namesOf = (body: any): string[] => body.items.map(({ metadata }: any) => metadata.name);

describe('the resource version rules of get', () => {
  it.each([
    ['unset: the newest', '', 200],
    ['0: any', 'resourceVersion=0', 200],
    ['not older than one that has been', `resourceVersion=1`, 200],
    ['no number', 'resourceVersion=abc', 500],
    ['negative', 'resourceVersion=-1', 500],
  ])('%s', async (_, query, status) => {
    expect((await server.client.get(`${configMaps}/m0?${query}`)).status).toBe(status);
  });

  it('a version that has not happened is waited for, and then 504 with its cause and when to try again', async () => {
    const answer = await server.client.get(`${configMaps}/m0?resourceVersion=100000`);
    expect(answer).toMatchObject({ status: 504, headers: { 'retry-after': '1' } });
    expect(answer.body).toMatchObject({
      reason: 'Timeout',
      message: expect.stringMatching(/^Timeout: Too large resource version: 100000, current: \d+$/),
      details: {
        causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
        retryAfterSeconds: 1,
      },
    });
  });
});

describe('the resource version table of list', () => {
  // [match, limit, continue, version] -> what comes back
  const any = /^\d+$/;
  // The server writes too (statuses of its own objects), so the newest version may be later than the last create's.
  const newest = { notOlderThan: () => versions[9]! };
  it.each<[string, string, number, (() => string) | RegExp | typeof newest | undefined, number?]>([
    ['unset, no limit, unset: the newest', '', 200, newest, 10],
    ['unset, no limit, 0: any', 'resourceVersion=0', 200, any, 10],
    ['unset, no limit, other: not older than', 'resourceVersion=$5', 200, newest, 10],
    ['unset, limit, unset: the newest', 'limit=3', 200, newest, 3],
    ['unset, limit, 0: any, whole', 'limit=3&resourceVersion=0', 200, any, 10],
    ['unset, limit, other: exact', 'limit=3&resourceVersion=$5', 200, () => versions[5]!, 3],
    ['Exact, no limit, unset: invalid', 'resourceVersionMatch=Exact', 422, undefined],
    ['Exact, no limit, 0: invalid', 'resourceVersionMatch=Exact&resourceVersion=0', 422, undefined],
    [
      'Exact, no limit, other: exact',
      'resourceVersionMatch=Exact&resourceVersion=$5',
      200,
      () => versions[5]!,
      6,
    ],
    [
      'Exact, limit, other: exact',
      'resourceVersionMatch=Exact&resourceVersion=$5&limit=2',
      200,
      () => versions[5]!,
      2,
    ],
    ['NotOlderThan, unset: invalid', 'resourceVersionMatch=NotOlderThan', 422, undefined],
    ['NotOlderThan, 0: any', 'resourceVersionMatch=NotOlderThan&resourceVersion=0', 200, any, 10],
    [
      'NotOlderThan, other: not older than',
      'resourceVersionMatch=NotOlderThan&resourceVersion=$5',
      200,
      newest,
      10,
    ],
    [
      'NotOlderThan, limit, other',
      'resourceVersionMatch=NotOlderThan&resourceVersion=$5&limit=4',
      200,
      newest,
      4,
    ],
    ['another match: invalid', 'resourceVersionMatch=Newest&resourceVersion=$5', 422, undefined],
    [
      'match with continue: invalid',
      'resourceVersionMatch=Exact&resourceVersion=$5&limit=1&continue=x',
      422,
      undefined,
    ],
    ['Exact, a version before the first', 'resourceVersionMatch=Exact&resourceVersion=2', 200, '2' as any, 0],
  ])('%s', async (_, query, status, version, items) => {
    const answer = await list(query.replace('$5', versions[5]!));
    expect(answer.status).toBe(status);
    if (status !== 200) return;
    const { resourceVersion } = answer.body.metadata;
    if (version instanceof RegExp) expect(resourceVersion).toMatch(version);
    else if (typeof version === 'object')
      expect(Number(resourceVersion)).toBeGreaterThanOrEqual(Number(version.notOlderThan()));
    else expect(resourceVersion).toBe(typeof version === 'function' ? version() : version);
    expect(answer.body.items).toHaveLength(items!);
  });

  it('says what is wrong with a match, as a cause at its field', async () => {
    const { body } = await list('resourceVersionMatch=Exact');
    expect(body).toMatchObject({
      reason: 'Invalid',
      details: {
        kind: 'ListOptions',
        group: 'meta.k8s.io',
        causes: [{ reason: 'FieldValueForbidden', field: 'resourceVersionMatch' }],
      },
    });
  });
});

describe('a list in chunks', () => {
  it('is one snapshot, however much is written in between', async () => {
    const seen: string[] = [];
    const revisions = new Set<string>();
    let token = '';
    let left: number | undefined;
    do {
      const { body } = await list(`limit=3&continue=${encodeURIComponent(token)}`);
      if (left !== undefined) expect(body.items.length + (body.metadata.remainingItemCount ?? 0)).toBe(left);
      left = body.metadata.remainingItemCount;
      seen.push(...namesOf(body));
      revisions.add(body.metadata.resourceVersion);
      token = body.metadata.continue ?? '';
      await server.client.post(configMaps, configMap(`m3-${seen.length}`));
      await server.client.delete(`${configMaps}/m3-${seen.length}`);
    } while (token !== '');
    expect(seen).toEqual(Array.from({ length: 10 }, (_, n) => `m${n}`));
    expect(revisions.size).toBe(1);
  });

  it('does not say how much remains when a selector is used', async () => {
    const { body } = await list('limit=2&labelSelector=even%3Dtrue');
    expect(namesOf(body)).toEqual(['m0', 'm2']);
    expect(body.metadata).toMatchObject({ continue: expect.any(String) });
    expect(body.metadata.remainingItemCount).toBeUndefined();
    const rest = await list(`limit=9&labelSelector=even%3Dtrue&continue=${body.metadata.continue}`);
    expect(namesOf(rest.body)).toEqual(['m4', 'm6', 'm8']);
    expect(rest.body.metadata.continue).toBeUndefined();
  });

  it.each([
    ['garbage', 'garbage!'],
    ['no JSON', Buffer.from('hello').toString('base64url')],
    ['another version', Buffer.from('{"v":"v9","rv":5,"start":"a"}').toString('base64url')],
    ['no revision', Buffer.from('{"v":"meta.k8s.io/v1","start":"a"}').toString('base64url')],
    ['no start', Buffer.from('{"v":"meta.k8s.io/v1","rv":5}').toString('base64url')],
    [
      'a start outside',
      Buffer.from('{"v":"meta.k8s.io/v1","rv":5,"start":"../secrets/a"}').toString('base64url'),
    ],
    ['a start of nothing', Buffer.from('{"v":"meta.k8s.io/v1","rv":5,"start":"//a"}').toString('base64url')],
  ])('refuses a token that is %s', async (_, token) => {
    const answer = await list(`limit=1&continue=${encodeURIComponent(token)}`);
    expect(answer).toMatchObject({ status: 400, body: { reason: 'BadRequest' } });
    expect(answer.body.message).toMatch(/^invalid continue token: /);
  });

  it('refuses a token together with a version', async () => {
    const { body } = await list('limit=1');
    const answer = await list(`limit=1&continue=${body.metadata.continue}&resourceVersion=${versions[3]}`);
    expect(answer).toMatchObject({ status: 400 });
    expect((await list(`limit=1&continue=${body.metadata.continue}&resourceVersion=0`)).status).toBe(200);
  });
});

describe('selectors', () => {
  it.each([
    ['labelSelector=even=true', 5],
    ['labelSelector=even!=true', 5],
    ['labelSelector=even%20in%20(true,false)', 10],
    ['labelSelector=!even', 0],
    ['fieldSelector=metadata.name=m3', 1],
    ['fieldSelector=metadata.name!=m3', 9],
    ['fieldSelector=metadata.namespace=default', 10],
    ['fieldSelector=metadata.name=m3&labelSelector=even=true', 0],
    ['limit=-1', 10],
    ['limit=0', 10],
  ])('%s selects %i', async (query, count) => {
    expect((await list(query)).body.items).toHaveLength(count);
  });

  it.each([
    ['labelSelector=a%20b', /unable to parse requirement/],
    ['labelSelector=a%3D%3D%3Db', /unable to parse requirement|found/],
    ['fieldSelector=metadata.name', /invalid selector: 'metadata.name'; can't understand 'metadata.name'/],
    [
      'fieldSelector=spec.color=red',
      /"spec.color" is not a known field selector: only "metadata.name", "metadata.namespace"/,
    ],
    ['limit=abc', /invalid syntax/],
  ])('%s is refused', async (query, message) => {
    const answer = await list(query);
    expect(answer).toMatchObject({ status: 400, body: { reason: 'BadRequest' } });
    expect(answer.body.message).toMatch(message);
  });

  it('a kind with fields of its own says so', async () => {
    const answer = await server.client.get('/api/v1/pods?fieldSelector=spec.color=red');
    expect(answer.body.message).toBe('field label not supported: spec.color');
  });

  it.each([
    ['/api/v1/nodes', 'metadata.namespace'],
    ['/api/v1/namespaces', 'metadata.namespace'],
    ['/apis/certificates.k8s.io/v1/certificatesigningrequests', 'metadata.namespace'],
    ['/api/v1/events', 'regarding.kind'],
    ['/api/v1/events', 'reportingController'],
    ['/apis/events.k8s.io/v1/events', 'involvedObject.kind'],
    ['/apis/events.k8s.io/v1beta1/events', 'reportingComponent'],
    ['/apis/events.k8s.io/v1/events', 'source'],
  ])('%s knows no %s', async (path, field) => {
    const message = `field label not supported: ${field}`;
    const answer = await server.client.get(`${path}?fieldSelector=${field}%3D`);
    expect(answer).toMatchObject({ status: 400, body: { reason: 'BadRequest', message } });
    expect((await server.client.get(`${path}?watch=1&fieldSelector=${field}%3D`)).body).toEqual(answer.body);
  });

  it.each([
    // Kinds without a list of their own know of the namespace, whether their objects have one or not.
    ['/api/v1/persistentvolumes', 'metadata.namespace'],
    ['/api/v1/events', 'metadata.namespace'],
    ['/api/v1/events', 'source'],
    ['/api/v1/events', 'involvedObject.kind'],
    ['/apis/events.k8s.io/v1/events', 'regarding.kind'],
    ['/apis/events.k8s.io/v1beta1/events', 'reportingController'],
  ])('%s knows %s', async (path, field) => {
    expect((await server.client.get(`${path}?fieldSelector=${field}%3D`)).status).toBe(200);
  });
});

describe('forms of a list', () => {
  it('leaves kind and apiVersion off its items, and is never null', async () => {
    const { body } = await list('limit=1');
    expect(body).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1' });
    expect(body.items[0]).not.toHaveProperty('kind');
    expect((await server.client.get('/api/v1/secrets')).body.items).toEqual([]);
  });

  it('comes as a Table', async () => {
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
    const { body } = await server.client.get(configMaps, { headers: { accept } });
    expect(body).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' });
    expect(body.columnDefinitions.map(({ name }: any) => name)).toEqual(['Name', 'Data', 'Age']);
    expect(body.rows[0]).toMatchObject({
      cells: ['m0', 0, expect.any(String)],
      object: { kind: 'PartialObjectMetadata' },
    });
  });

  it('comes as metadata alone', async () => {
    const accept = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
    const { body } = await server.client.get(configMaps, { headers: { accept } });
    expect(body).toMatchObject({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' });
    expect(Object.keys(body.items[0])).toEqual(['kind', 'apiVersion', 'metadata']);
  });

  it.each([
    ['application/yaml', 200, 'application/yaml'],
    ['text/html,*/*;q=0.1', 200, 'application/json'],
    ['text/html', 406, 'application/json'],
    ['application/json;as=Table;v=v7;g=meta.k8s.io', 406, 'application/json'],
  ])('Accept: %s', async (accept, status, type) => {
    const answer = await server.client.get(configMaps, { headers: { accept } });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe(type);
  });

  it('is indented when asked for', async () => {
    expect((await list('limit=1&pretty=true')).text).toContain('\n  "kind"');
    expect((await list('limit=1')).text).not.toContain('\n  ');
  });
});

describe('a large list', () => {
  it('is the same compressed and not, whole, in a namespace, and after changes', async () => {
    const { gunzipSync } = await import('node:zlib');
    const big = 'value '.repeat(1_000);
    for (const namespace of ['default', 'kube-public']) {
      for (let n = 0; n < 60; n++) {
        await server.client.post(`/api/v1/namespaces/${namespace}/secrets`, {
          metadata: { name: `s${n}`, annotations: { big } },
        });
      }
    }
    const unzipped = async (path: string): Promise<string> => {
      const response = await server.client.open('GET', path, { headers: { 'accept-encoding': 'gzip' } });
      expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      return gunzipSync(Buffer.concat(await response.toArray())).toString();
    };
    for (const path of [
      '/api/v1/secrets',
      '/api/v1/namespaces/default/secrets',
      '/api/v1/secrets?labelSelector=!x',
    ]) {
      const plain = await server.client.get(path);
      expect(plain.body.items.length).toBe(path.includes('default') ? 60 : 120);
      expect(await unzipped(path)).toBe(plain.text);
    }
    await server.client.delete('/api/v1/namespaces/default/secrets/s30');
    await server.client.post('/api/v1/namespaces/default/secrets', { metadata: { name: 'a0' } });
    expect(await unzipped('/api/v1/secrets')).toBe((await server.client.get('/api/v1/secrets')).text);
  });
});
