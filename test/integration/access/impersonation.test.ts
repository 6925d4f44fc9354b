import { connect } from 'node:http2';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, ApiClient } from '../../support/api-client.ts';
import { headOf, rawRequest, statusOf } from '../../support/raw-request.ts';
import { grant } from '../../support/rbac.ts';
import { TestServer } from '../../support/server.ts';

const whoami = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const authentication = 'authentication.k8s.io';

let server: TestServer;
let jane: ApiClient;
beforeAll(async () => {
  server = await TestServer.start({ flags: ['--authorization-mode=RBAC'] });
  jane = server.connect({ token: 'user-token' });
  await server.client.post('/api/v1/namespaces', { metadata: { name: 'shop' } });
  const mayAsk = [{ verbs: ['create'], apiGroups: [authentication], resources: ['selfsubjectreviews'] }];
  await grant(server, { name: 'ask', who: 'Group:system:authenticated', rules: mayAsk });
  await grant(server, { name: 'ask-too', who: 'Group:system:unauthenticated', rules: mayAsk });
  const impersonate = (resource: string, resourceNames: string[], group = '') => ({
    verbs: ['impersonate'],
    apiGroups: [group],
    resources: [resource],
    resourceNames,
  });
  await grant(server, {
    name: 'act',
    who: 'jane',
    rules: [
      impersonate('users', ['ann', 'system:anonymous', 'jürgen', 'system:serviceaccount:shop:a:b']),
      impersonate('groups', ['cooks', 'a, b']),
      impersonate('uids', ['7'], authentication),
      impersonate('userextras/scopes', ['view'], authentication),
      impersonate('userextras/acme.example/x', ['y'], authentication),
    ],
  });
  await grant(server, {
    name: 'act',
    who: 'jane',
    namespace: 'shop',
    rules: [impersonate('serviceaccounts', ['builder'])],
  });
});
afterEach(async () => {
  expect((await server.client.get('/livez')).text).toBe('ok');
});
afterAll(async () => {
  jane?.close();
  await server?.remove();
});

type Headers = Record<string, string | string[]>;
const ask = (headers: Headers): Promise<Answer> => jane.post(whoami, {}, { headers });
const refused = (
  what: string,
  name: string,
  resource: string,
  group: string,
  where = 'at the cluster scope',
) => [
  403,
  `${what} "${name}" is forbidden: User "jane" cannot impersonate resource "${resource}" in API group "${group}" ${where}`,
];

describe('somebody acts as somebody else', () => {
  const all = 'system:authenticated';
  const accounts = ['system:serviceaccounts', 'system:serviceaccounts:shop'];
  const builder = 'system:serviceaccount:shop:builder';

  it.each<[string, Headers, object]>([
    ['not at all', {}, { username: 'jane', uid: '2', groups: ['developers', 'testers', all] }],
    ['by name', { 'Impersonate-User': 'ann' }, { username: 'ann', groups: [all] }],
    ['however it is written', { 'iMPERSONATE-uSER': 'ann' }, { username: 'ann', groups: [all] }],
    [
      'in groups',
      { 'Impersonate-User': 'ann', 'Impersonate-Group': ['cooks', 'a, b'] },
      { username: 'ann', groups: ['cooks', 'a, b', all] },
    ],
    [
      'with a uid',
      { 'Impersonate-User': 'ann', 'Impersonate-Uid': '7' },
      { username: 'ann', uid: '7', groups: [all] },
    ],
    [
      'with extras',
      {
        'Impersonate-User': 'ann',
        'Impersonate-Extra-Scopes': 'view',
        'Impersonate-Extra-Acme.example%2FX': 'y',
      },
      { username: 'ann', groups: [all], extra: { scopes: ['view'], 'acme.example/x': ['y'] } },
    ],
    [
      'as a service account',
      { 'Impersonate-User': builder },
      { username: builder, groups: [...accounts, all] },
    ],
    [
      'as nobody',
      { 'Impersonate-User': 'system:anonymous' },
      { username: 'system:anonymous', groups: ['system:unauthenticated'] },
    ],
    [
      'whose name only looks like that of a service account',
      { 'Impersonate-User': 'system:serviceaccount:shop:a:b' },
      { username: 'system:serviceaccount:shop:a:b', groups: [all] },
    ],
  ])('%s', async (_, headers, user) => {
    const answer = await ask(headers);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.status.userInfo).toEqual(user);
    expect(answer.body).toMatchObject({ kind: 'SelfSubjectReview', apiVersion: `${authentication}/v1` });
  });

  it('over HTTP/2 as well', async () => {
    const session = connect(`https://127.0.0.1:${server.port}`, { rejectUnauthorized: false });
    const stream = session.request({
      ':method': 'POST',
      ':path': whoami,
      authorization: 'Bearer user-token',
      'content-type': 'application/json',
      'impersonate-user': 'ann',
      'impersonate-group': ['cooks', 'a, b'],
    });
    stream.end('{}');
    let text = '';
    for await (const chunk of stream) text += chunk;
    session.destroy();
    expect(JSON.parse(text).status.userInfo).toEqual({ username: 'ann', groups: ['cooks', 'a, b', all] });
  });

  it('and may then do what that one may', async () => {
    const headers = { 'Impersonate-User': 'ann' };
    const { body } = await jane.get('/api/v1/namespaces/shop/pods/x', { headers });
    expect(body).toMatchObject({
      message:
        'pods "x" is forbidden: User "ann" cannot get resource "pods" in API group "" in the namespace "shop"',
      reason: 'Forbidden',
      details: { name: 'x', kind: 'pods' },
      code: 403,
    });
  });
});

describe('somebody does not act as', () => {
  it.each<[string, Headers, unknown[]]>([
    ['any user', { 'Impersonate-User': 'admin' }, refused('users', 'admin', 'users', '')],
    [
      'any group',
      { 'Impersonate-User': 'ann', 'Impersonate-Group': ['cooks', 'system:masters'] },
      refused('groups', 'system:masters', 'groups', ''),
    ],
    [
      'one group that looks like two',
      { 'Impersonate-User': 'ann', 'Impersonate-Group': 'cooks,cooks' },
      refused('groups', 'cooks,cooks', 'groups', ''),
    ],
    [
      'any uid',
      { 'Impersonate-User': 'ann', 'Impersonate-Uid': '8' },
      refused(`uids.${authentication}`, '8', 'uids', authentication),
    ],
    [
      'any extra',
      { 'Impersonate-User': 'ann', 'Impersonate-Extra-Other': 'view' },
      refused(`userextras.${authentication}`, 'view', 'userextras/other', authentication),
    ],
    [
      'any value of one',
      { 'Impersonate-User': 'ann', 'Impersonate-Extra-Scopes': ['view', 'edit'] },
      refused(`userextras.${authentication}`, 'edit', 'userextras/scopes', authentication),
    ],
    [
      'any service account',
      { 'Impersonate-User': 'system:serviceaccount:shop:other' },
      refused('serviceaccounts', 'other', 'serviceaccounts', '', 'in the namespace "shop"'),
    ],
    [
      'one of another namespace',
      { 'Impersonate-User': 'system:serviceaccount:default:builder' },
      refused('serviceaccounts', 'builder', 'serviceaccounts', '', 'in the namespace "default"'),
    ],
  ])('%s', async (_, headers, expected) => {
    const { status, body, headers: given } = await ask(headers);
    expect([status, body.message]).toEqual(expected);
    expect(given['x-content-type-options']).toBe('nosniff');
  });

  it.each<[string, Headers, string]>([
    ['a group', { 'Impersonate-Group': 'cooks' }, '{Group  cooks    }'],
    ['a uid', { 'Impersonate-Uid': '7' }, `{UID  7  ${authentication}/v1  }`],
    ['an extra', { 'Impersonate-Extra-Scopes': 'view' }, `{UserExtra  view  ${authentication}/v1  scopes}`],
    [
      'a group of an empty user',
      { 'Impersonate-User': '', 'Impersonate-Group': 'cooks' },
      '{Group  cooks    }',
    ],
  ])('%s without a user', async (_, headers, shown) => {
    const { status, text } = await ask(headers);
    expect([status, text]).toEqual([
      500,
      `Internal Server Error: "${whoami}": requested [${shown}] without impersonating a user\n`,
    ]);
  });

  it('anybody, without credentials or with wrong ones', async () => {
    const headers = { 'Impersonate-User': 'ann' };
    const agent = server.connect({});
    const nobody = await agent.post(whoami, {}, { headers });
    expect([nobody.status, nobody.body.message]).toEqual([
      403,
      'users "ann" is forbidden: User "system:anonymous" cannot impersonate resource "users" in API group "" at the cluster scope',
    ]);
    agent.close();
    const wrong = server.connect({ token: 'wrong' });
    expect((await wrong.post(whoami, {}, { headers })).body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Unauthorized',
      reason: 'Unauthorized',
      code: 401,
    });
    wrong.close();
  });
});

describe('headers that a proxy and this server might read differently', () => {
  const raw = (...headers: string[]) =>
    rawRequest(
      server,
      headOf('POST', whoami, ['Authorization: Bearer user-token', 'Content-Length: 2', ...headers]),
      '{}',
    );

  it.each([
    ['two users', ['Impersonate-User: ann', 'impersonate-user: ann'], 400],
    ['two uids', ['Impersonate-User: ann', 'Impersonate-Uid: 7', 'IMPERSONATE-UID: 7'], 400],
    ['a group with a line feed', ['Impersonate-User: ann', 'Impersonate-Group: cooks\nX: y'], 400],
    ['a group with a carriage return', ['Impersonate-User: ann', 'Impersonate-Group: cooks\rX: y'], 400],
    ['a group on two lines', ['Impersonate-User: ann', 'Impersonate-Group: cooks\r\n more'], 400],
    ['a group with a NUL', ['Impersonate-User: ann', 'Impersonate-Group: cooks\0'], 400],
    ['a blank before the colon', ['Impersonate-User : ann'], 400],
    ['a user that is no text', ['Impersonate-User: \xff\xfe'], 400],
    ['a line feed that is only encoded', ['Impersonate-User: ann', 'Impersonate-Group: cooks%0ax'], 403],
    ['another name with the same sound', ['Impersonate_User: admin'], 201],
  ])('%s', async (_, headers, status) => {
    expect(statusOf(await raw(...headers))).toBe(status);
  });

  it('but not a user whose name needs more than ASCII', async () => {
    const answer = await raw(`Impersonate-User: ${Buffer.from('jürgen').toString('latin1')}`);
    expect(Buffer.from(answer).toString()).toContain('"username":"jürgen"');
  });

  it('two users over HTTP/2', async () => {
    const session = connect(`https://127.0.0.1:${server.port}`, { rejectUnauthorized: false });
    const stream = session.request({ ':path': '/api', 'impersonate-user': ['ann', 'ann'] });
    stream.end();
    const status = await new Promise((resolve) =>
      stream.once('response', (headers) => resolve(headers[':status'])),
    );
    session.destroy();
    expect(status).toBe(400);
  });

  it('after 900 others, and not after 1,000', async () => {
    const others = (count: number) =>
      Array.from({ length: count }, (__, index) => `X-Other-${index}: ${index}`);
    expect(statusOf(await raw(...others(900), 'Impersonate-User: admin'))).toBe(403);
    expect(await raw(...others(900), 'Impersonate-User: ann')).toContain('"username":"ann"');
    expect(statusOf(await raw(...others(1_000), 'Impersonate-User: ann'))).toBe(431);
  });
});
