import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, configMaps } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.client.post(configMaps, configMap('one', { a: 'b' }));
});
afterAll(() => server.remove());

const notFound = 'the server could not find the requested resource';
const notAllowed = 'the server does not allow this method on the requested resource';
const watchesMatch = "fieldSelector metadata.name doesn't match requested name";
const inDefault = '/api/v1/namespaces/default';

describe('a request without a route', () => {
  it.each([
    ['GET', '/apis/apps/v9/deployments', 404, notFound],
    ['GET', '/apis/apps/v9', 404, notFound],
    ['GET', '/api/v2/pods', 404, notFound],
    ['GET', '/api/v2', 404, notFound],
    ['GET', '/api/v1/pods/x', 404, notFound],
    ['GET', `${inDefault}/nodes`, 404, notFound],
    ['GET', `${inDefault}/namespaces`, 404, notFound],
    ['GET', '/api/v1/bindings', 404, notFound],
    ['POST', '/api/v1/bindings', 404, notFound],
    ['GET', '/api/v1/nodes/x/nothing', 404, notFound],
    ['GET', `${inDefault}/pods/x/status/y`, 404, notFound],
    ['GET', '/api/v1/proxy/nodes/x', 404, notFound],
    ['GET', '/api/v1/watch/componentstatuses', 404, notFound],
    ['GET', '/api/v1/watch/namespaces/default/pods/x/status', 404, notFound],
    ['HEAD', configMaps, 405, notAllowed],
    ['HEAD', '/version', 405, notAllowed],
    ['OPTIONS', configMaps, 405, notAllowed],
    ['POST', '/api/v1/configmaps', 405, notAllowed],
    ['DELETE', '/api/v1/configmaps', 405, notAllowed],
    ['PUT', configMaps, 405, notAllowed],
    ['PATCH', configMaps, 405, notAllowed],
    ['POST', `${configMaps}/one`, 405, notAllowed],
    ['POST', '/api/v1/watch/pods', 405, notAllowed],
    ['GET', `${inDefault}/bindings`, 405, notAllowed],
    ['GET', '/api/v1/namespaces/default/finalize', 405, notAllowed],
    ['GET', `${inDefault}/pods/x/binding`, 405, notAllowed],
    ['POST', '/api', 405, notAllowed],
    ['POST', '/apis/apps/v1', 405, notAllowed],
    ['POST', '/version', 405, notAllowed],
  ])('%s %s', async (method, path, code, message) => {
    const answer = await server.client.send(method, path);
    expect(answer.status).toBe(code);
    if (method === 'HEAD') return;
    const reason = code === 404 ? 'NotFound' : 'MethodNotAllowed';
    const status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      reason,
      details: {},
      code,
    };
    expect(answer.body).toEqual(status);
    expect(Object.keys(answer.body)).toEqual(Object.keys(status));
  });

  it.each(['/apis/nothing', '/apis/nothing/v1', '/apis/nothing/v1/things'])(
    'of a group nobody has: %s',
    async (path) => {
      const { status, headers, text } = await server.client.get(path);
      expect([status, text]).toEqual([404, '404 page not found\n']);
      expect(headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
    },
  );

  it('of a watch of nothing is a fault', async () => {
    const { status, text } = await server.client.get('/api/v1/watch');
    expect(status).toBe(500);
    expect(text).toMatch(/^Internal Server Error: "\/api\/v1\/watch": failed to create RequestInfo: /);
  });
});

describe('a request with a route', () => {
  it.each([
    ['POST', '/', 200],
    ['POST', '/apis', 200],
    ['POST', '/apis/apps', 200],
    ['POST', '/healthz', 200],
    ['GET', '/healthz/nothing', 404],
    ['GET', '/nothing', 404],
  ])('%s %s answers %i', async (method, path, code) => {
    expect((await server.client.send(method, path)).status).toBe(code);
  });

  it('lists one name in all namespaces', async () => {
    const { status, body } = await server.client.get('/api/v1/configmaps?fieldSelector=metadata.name%3Done');
    expect(status).toBe(200);
    expect(body.items).toHaveLength(1);
  });

  it('DELETE /metrics resets the metrics of requests', async () => {
    const { status, text } = await server.client.delete('/metrics');
    expect([status, text]).toEqual([200, 'metrics reset\n']);
  });

  it.each([
    [`${configMaps}/a%25b`, `Name parameter invalid: "a%b": may not contain '%'`],
    [`${configMaps}/one?export=true`, 'the export parameter, deprecated since v1.14, is no longer supported'],
    [
      `${configMaps}/one?timeout=soon`,
      'invalid timeout specified in the request URL - time: invalid duration "soon"',
    ],
    ['/api/v1/watch/namespaces/default/pods/x?fieldSelector=spec.nodeName%3Da', watchesMatch],
    ['/api/v1/watch/namespaces/default/pods/x?fieldSelector=metadata.name%3Da', watchesMatch],
  ])('%s is a bad request', async (path, message) => {
    expect((await server.client.get(path)).body).toMatchObject({ code: 400, reason: 'BadRequest', message });
  });

  it('a time that is over when the request comes is no limit', async () => {
    // Together they take longer than the shortest time of a timer.
    const answers = Array.from({ length: 20 }, () => server.client.get(`${configMaps}?timeout=-1s`));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  });
});

const meta = 'g=meta.k8s.io;v=v1';

describe('the form of an answer', () => {
  it.each([
    [configMaps, 'text/html', '406: Not Acceptable', {}],
    [configMaps, 'application/*', '406: Not Acceptable', {}],
    ['/api/v1', 'text/html', '406: Not Acceptable', {}],
    ['/version', 'text/html', '406: Not Acceptable', {}],
    [
      configMaps,
      'application/json;as=Table;g=meta.k8s.io;v=v9',
      'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
      undefined,
    ],
    [
      configMaps,
      `application/json;as=PartialObjectMetadata;${meta},application/json`,
      'you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)',
      undefined,
    ],
    [
      `${configMaps}/one`,
      `application/json;as=PartialObjectMetadataList;${meta}`,
      'you requested PartialObjectMetadataList, but the requested object is not a list (*core.ConfigMap)',
      undefined,
    ],
  ])('%s as %s', async (path, accept, message, details) => {
    const { status, body } = await server.client.get(path, { headers: { accept } });
    expect([status, body.reason, body.message, body.details]).toEqual([
      406,
      'NotAcceptable',
      message,
      details,
    ]);
  });

  it('is a line when compact, and ends without one when indented', async () => {
    for (const path of [configMaps, `${configMaps}/one`, `${configMaps}/nothing`]) {
      const compact = await server.client.get(path);
      expect(compact.text).toMatch(/^\{[^\n]*\}\n$/);
      expect(compact.headers['content-length']).toBe(String(compact.bytes.length));
      expect((await server.client.get(`${path}?pretty=1`)).text).toMatch(/^\{\n {2}"kind".*\n\}$/s);
    }
  });
});
