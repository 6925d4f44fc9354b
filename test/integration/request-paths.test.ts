import { connect } from 'node:http2';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { configMap } from '../support/objects.ts';
import { headOf, rawRequest, statusOf } from '../support/raw-request.ts';
import { grant } from '../support/rbac.ts';
import { TestServer } from '../support/server.ts';

const treasure = Buffer.from('gold and silver').toString('base64');
const secret = '/api/v1/namespaces/b/secrets/gold';

let server: TestServer;
let jane: ApiClient;
beforeAll(async () => {
  server = await TestServer.start({ flags: ['--authorization-mode=RBAC'] });
  jane = server.connect({ token: 'user-token' });
  for (const name of ['a', 'b']) await server.client.post('/api/v1/namespaces', { metadata: { name } });
  await server.client.post('/api/v1/namespaces/b/secrets', {
    metadata: { name: 'gold' },
    data: { in: treasure },
  });
  await server.client.post('/api/v1/namespaces/a/configmaps', configMap('menu'));
  await grant(server, {
    name: 'all-in-a',
    who: 'jane',
    namespace: 'a',
    rules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['configmaps', 'pods', 'pods/proxy'] }],
  });
});
afterEach(async () => {
  expect((await server.client.get('/livez')).text).toBe('ok');
});
afterAll(async () => {
  jane?.close();
  await server?.remove();
});

/**
 * Targets, and what a user who may see namespace `a` gets. Those with 400 get no further than the parser, and neither do
 * those with an empty segment or one of dots, which are nowhere.
 */
const targets: [string, number][] = [
  [secret, 403],
  [`${secret}/`, 403],
  [`/${secret}`, 404],
  ['/api//v1/namespaces/b/secrets/gold', 404],
  ['/api/v1/namespaces/b//secrets/gold', 404],
  ['/api/v1/namespaces/b/secrets//gold', 404],
  ['/api/v1/./namespaces/b/secrets/gold', 404],
  ['/api/v1/namespaces/a/configmaps/../../b/secrets/gold', 404],
  ['/api/v1/namespaces/a/../b/secrets/gold', 404],
  ['/api/v1/namespaces/a/configmaps/%2e%2e/%2e%2e/b/secrets/gold', 400],
  ['/api/v1/namespaces/a/configmaps/%2E%2E/%2E./b/secrets/gold', 400],
  ['/api/v1/namespaces/a/configmaps/..%2f..%2fb%2fsecrets%2fgold', 400],
  ['/api/v1/namespaces/a%2f..%2fb/secrets/gold', 400],
  ['/api%2fv1/namespaces/b/secrets/gold', 400],
  ['/api/v1/namespaces/a/configmaps\\..\\..\\b\\secrets\\gold', 400],
  ['/api/v1/namespaces/a/configmaps/%5c..%5c..%5cb', 400],
  ['\\api\\v1\\namespaces\\b\\secrets\\gold', 400],
  ['/api/v1/namespaces/a;/../b/secrets/gold', 404],
  ['/api/v1/namespaces/b/secrets/gold;a', 400],
  ['/api;/v1/namespaces/b/secrets/gold', 400],
  ['/api/v1/namespaces/b/secrets/gold%3ba', 403],
  ['https://server/api/v1/namespaces/b/secrets/gold', 403],
  ['https://server//api/v1/namespaces/a/configmaps/menu', 404],
  ['https://server/api/v1/namespaces/a/configmaps/../../b/secrets/gold', 404],
  ['http://a@server/api/v1/namespaces/b/secrets/gold', 400],
  ['api/v1/namespaces/b/secrets/gold', 400],
  ['*', 400],
  ['/API/v1/namespaces/b/secrets/gold', 403],
  ['/api/V1/namespaces/b/secrets/gold', 403],
  ['/api/v1/Namespaces/b/secrets/gold', 403],
  [`${secret}?pretty=/api/v1/namespaces/a/configmaps/menu`, 403],
  [`${secret}#/api/v1/namespaces/a/configmaps/menu`, 400],
  ['/api/v1/namespaces/a/configmaps/menu#/../../../b/secrets/gold', 400],
  ['/api/v1/namespaces/%62/secrets/gold', 403],
  ['/api/v1/namespaces/%2562/secrets/gold', 403],
  ['/%61pi/v1/namespaces/b/secrets/gold', 403],
  [`${secret}%00`, 400],
  [`${secret}%`, 400],
  [`${secret}%zz`, 400],
  [`${secret}%ff`, 400],
  [`${secret}%0a`, 400],
  ['/api/v1/watch/namespaces/b/secrets/gold', 403],
  ['/api/v1/watch/namespaces/b/secrets', 403],
  ['/api/v1/proxy/namespaces/b/secrets/gold', 403],
  ['/api/v1/namespaces/a/secrets/gold', 403],
  ['/api/v1/secrets?fieldSelector=metadata.namespace%3Db', 403],
  ['/api/v1/namespaces/a/pods/x/proxy/../../../../b/secrets/gold', 404],
  ['/apis//v1/namespaces/b/secrets/gold', 404],
  // From one resource type to another of the same group (CVE-2022-3162).
  ['/api/v1/namespaces/../secrets', 404],
  ['/api/v1/namespaces/..%2f..%2fsecrets%2fb/configmaps', 400],
  ['/api/v1/configmaps/../secrets', 404],
  ['/api/v1/namespaces/%2e%2e/configmaps?watch=1', 400],
  ['/apis/core/v1/namespaces/b/secrets/gold', 403],
  ['/openapi/../api/v1/namespaces/b/secrets/gold', 404],
  ['/healthz/..%2fapi/v1/namespaces/b/secrets/gold', 400],
];

describe('the way to an object that somebody may not see', () => {
  it.each(targets)('is not %s', async (target, status) => {
    const answer = await rawRequest(server, headOf('GET', target, ['Authorization: Bearer user-token']));
    expect([statusOf(answer), answer.includes(treasure)], answer).toEqual([status, false]);
  });

  it.each([
    ['/api/v1//namespaces', 404, 'NotFound', 'the server could not find the requested resource'],
    ['/api/v1/./namespaces', 404, 'NotFound', 'the server could not find the requested resource'],
    ['/api/v1/namespaces/a%2fb', 400, 'BadRequest', 'the path of the request is not in normal form'],
  ])('is not %s, as a Status says', async (path, code, reason, message) => {
    const { headers, body } = await jane.get(path);
    expect(headers['content-type']).toBe('application/json');
    expect(body).toMatchObject({ kind: 'Status', status: 'Failure', code, reason, message });
  });

  it('is one in absolute form, as clients send it to proxies, to what may be seen', async () => {
    const menu = 'https://server/api/v1/namespaces/a/configmaps/menu?pretty=false';
    const answer = await rawRequest(server, headOf('GET', menu, ['Authorization: Bearer user-token']));
    expect([statusOf(answer), answer.includes('"kind":"ConfigMap"')], answer).toEqual([200, true]);
  });

  it('is not in other headers, nor another method', async () => {
    for (const header of ['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Uri', 'X-Forwarded-Prefix']) {
      const answer = await jane.get('/api/v1/namespaces/a/configmaps/menu', {
        headers: { [header]: secret },
      });
      expect([answer.status, answer.body.kind]).toEqual([200, 'ConfigMap']);
    }
    const override = { 'X-HTTP-Method-Override': 'DELETE', 'X-HTTP-Method': 'DELETE' };
    await jane.get('/api/v1/namespaces/a/configmaps/menu', { headers: override });
    expect((await jane.get('/api/v1/namespaces/a/configmaps/menu')).status).toBe(200);
  });

  it('is not there over HTTP/2 either', async () => {
    const session = connect(`https://127.0.0.1:${server.port}`, { rejectUnauthorized: false });
    for (const [target, status] of targets) {
      if (!target.startsWith('/') || target.includes('#')) continue;
      const stream = session.request({ ':path': target, authorization: 'Bearer user-token' });
      stream.end();
      const found = await new Promise<number>((resolve, reject) => {
        stream.once('response', (headers) => resolve(Number(headers[':status'])));
        stream.once('error', reject);
      });
      let text = '';
      for await (const chunk of stream) text += chunk;
      expect([target, found, text.includes(treasure)]).toEqual([target, status, false]);
    }
    session.destroy();
  });
});

describe('an admin of one namespace', () => {
  beforeAll(() =>
    grant(server, {
      name: 'admin-of-a',
      who: 'jane',
      namespace: 'a',
      rules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    }),
  );

  it('does not reach objects of the cluster through it (CVE-2019-11247)', async () => {
    const { body } = await server.client.get('/apis');
    const versions: string[] = body.groups.flatMap((group: any) =>
      group.versions.map((one: any) => one.groupVersion),
    );
    const places = ['/api/v1', ...versions.map((version) => `/apis/${version}`)];
    const looked: string[] = [];
    for (const place of places) {
      const { resources } = (await server.client.get(place)).body;
      for (const { name, namespaced, verbs } of resources) {
        if (namespaced || name.includes('/') || !verbs.includes('list')) continue;
        looked.push(name);
        for (const path of [`${place}/namespaces/a/${name}`, `${place}/namespaces/a/${name}/x`]) {
          expect([path, (await jane.get(path)).status]).toEqual([path, 404]);
        }
        expect((await jane.get(`${place}/${name}`)).status).toBe(403);
      }
    }
    expect(looked).toEqual(expect.arrayContaining(['nodes', 'clusterroles', 'customresourcedefinitions']));
  });
});

describe('who may read into pods', () => {
  const exec = '/api/v1/namespaces/b/pods/web/exec?command=id';
  const upgrade = [
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  const head = (target: string, ...others: string[]) =>
    [`GET ${target} HTTP/1.1`, 'Host: server', ...others, '', ''].join('\r\n');
  const asJane = 'Authorization: Bearer user-token';

  beforeAll(() =>
    grant(server, {
      name: 'look-into-pods',
      who: 'jane',
      namespace: 'b',
      rules: [
        {
          verbs: ['get'],
          apiGroups: [''],
          resources: ['pods/exec', 'pods/attach', 'pods/portforward', 'pods/log'],
        },
        { verbs: ['get', 'create'], apiGroups: [''], resources: ['pods/*', 'pods', '*/status'] },
      ],
    }),
  );

  it.each(['exec', 'attach', 'portforward'])('does not act in them: %s', async (subresource) => {
    const { status, body } = await jane.get(`/api/v1/namespaces/b/pods/web/${subresource}`);
    expect([status, body.message]).toEqual([
      403,
      `pods "web" is forbidden: User "jane" cannot create resource "pods/${subresource}" in API group "" in the namespace "b"`,
    ]);
  });

  it('nor through another protocol', async () => {
    for (const protocol of [upgrade, ['Upgrade: SPDY/3.1']]) {
      const answer = await rawRequest(server, head(exec, asJane, 'Connection: Upgrade', ...protocol));
      expect([statusOf(answer), answer.includes('cannot create resource \\"pods/exec\\"')]).toEqual([
        403,
        true,
      ]);
    }
  });

  it('is not one who may do everything to pods that has no name', async () => {
    expect((await jane.get('/api/v1/namespaces/b/pods/web/proxy')).status).toBe(403);
    expect((await jane.get('/api/v1/namespaces/b/pods/web/log')).status).toBe(404);
  });

  it('gets nothing through a connection that was not made (CVE-2018-1002105, CVE-2020-8559)', async () => {
    const next = head(secret, 'Connection: close');
    for (const who of [asJane, 'Authorization: Bearer admin-token']) {
      const answer = await rawRequest(server, head(exec, who, 'Connection: Upgrade', ...upgrade) + next);
      expect([answer.includes(treasure), /\b101\b/.test(answer)], answer).toEqual([false, false]);
      expect(answer).not.toMatch(/^location:/im);
    }
  });
});
