import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import { configMap } from '../../support/objects.ts';
import { TestServer, unquoted } from '../../support/server.ts';

const root = new URL('../../..', import.meta.url).pathname;
const policy = (spec: object): string =>
  JSON.stringify({ apiVersion: 'abac.authorization.kubernetes.io/v1beta1', kind: 'Policy', spec });
const policies = [
  '# Who may do what.',
  '',
  policy({ user: 'jane', namespace: 'shop', resource: 'configmaps' }),
  policy({ group: 'testers', namespace: '*', resource: 'pods', readonly: true }),
  policy({ group: 'system:unauthenticated', readonly: true, nonResourcePath: '/version' }),
  policy({ user: '*', nonResourcePath: '/api*', readonly: true }),
].join('\n');

let directory: string;
let server: TestServer;
let jane: ApiClient;
let nobody: ApiClient;
let wrong: ApiClient;
const file = (name: string, text: string): string => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'abac-'));
  const flags = ['--authorization-mode=ABAC', `--authorization-policy-file=${file('policies', policies)}`];
  server = await TestServer.start({ flags });
  jane = server.connect({ token: 'user-token' });
  nobody = server.connect({});
  wrong = server.connect({ token: 'wrong' });
  await server.client.post('/api/v1/namespaces', { metadata: { name: 'shop' } });
});
afterAll(async () => {
  for (const client of [jane, nobody, wrong]) client.close();
  await server.remove();
  rmSync(directory, { recursive: true });
});

const shop = '/api/v1/namespaces/shop';

describe('a policy file', () => {
  it('lets users do what its lines say', async () => {
    expect((await jane.post(`${shop}/configmaps`, configMap('menu'))).status).toBe(201);
    expect((await jane.get(`${shop}/configmaps/menu`)).status).toBe(200);
    expect((await jane.get('/api/v1/pods')).status).toBe(200);
    expect((await jane.get('/apis')).status).toBe(200);
    expect((await jane.delete(`${shop}/configmaps/menu`)).status).toBe(200);
  });

  it.each<[string, string, string, object]>([
    [
      'POST',
      `${shop}/pods`,
      'pods is forbidden: User "jane" cannot create resource "pods" in API group "" in the namespace "shop": No policy matched.',
      { kind: 'pods' },
    ],
    [
      'GET',
      '/api/v1/configmaps',
      'configmaps is forbidden: User "jane" cannot list resource "configmaps" in API group "" at the cluster scope: No policy matched.',
      { kind: 'configmaps' },
    ],
    [
      'GET',
      `${shop}/secrets?watch=1`,
      'secrets is forbidden: User "jane" cannot watch resource "secrets" in API group "" in the namespace "shop": No policy matched.',
      { kind: 'secrets' },
    ],
    [
      'GET',
      `${shop}/secrets?fieldSelector=metadata.name%3Dpassword`,
      'secrets "password" is forbidden: User "jane" cannot list resource "secrets" in API group "" in the namespace "shop": No policy matched.',
      { kind: 'secrets', name: 'password' },
    ],
    [
      'DELETE',
      `${shop}/secrets`,
      'secrets is forbidden: User "jane" cannot deletecollection resource "secrets" in API group "" in the namespace "shop": No policy matched.',
      { kind: 'secrets' },
    ],
    [
      'PATCH',
      '/apis/apps/v1/namespaces/shop/deployments/web/scale',
      'deployments.apps "web" is forbidden: User "jane" cannot patch resource "deployments/scale" in API group "apps" in the namespace "shop": No policy matched.',
      { kind: 'deployments', group: 'apps', name: 'web' },
    ],
    [
      'PUT',
      '/api/v1/namespaces/shop/finalize',
      'namespaces "shop" is forbidden: User "jane" cannot update resource "namespaces/finalize" in API group "" in the namespace "shop": No policy matched.',
      { kind: 'namespaces', name: 'shop' },
    ],
    ['GET', '/metrics', 'forbidden: User "jane" cannot get path "/metrics": No policy matched.', {}],
    ['POST', '/api', 'forbidden: User "jane" cannot post path "/api": No policy matched.', {}],
    ['GET', '/logs/<b>', 'forbidden: User "jane" cannot get path "/logs/&lt;b&gt;": No policy matched.', {}],
  ])('%s %s is none of it', async (method, path, message, details) => {
    const answer = await jane.send(method, path);
    expect(answer.body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      reason: 'Forbidden',
      details,
      code: 403,
    });
    expect([answer.status, answer.headers['x-content-type-options']]).toEqual([403, 'nosniff']);
  });
});

describe('who shows no credentials', () => {
  it('is anonymous, and may do what that one may', async () => {
    expect((await nobody.get('/version')).status).toBe(200);
    for (const path of ['/api', '/healthz', '/nothing']) {
      const { status, body } = await nobody.get(path);
      expect([status, body.message]).toEqual([
        403,
        `forbidden: User "system:anonymous" cannot get path "${path}": No policy matched.`,
      ]);
    }
  });

  it('is not whoever shows wrong ones', async () => {
    for (const path of ['/version', '/api', '/nothing', `${shop}/pods`]) {
      expect((await wrong.get(path)).body).toEqual({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'Unauthorized',
        reason: 'Unauthorized',
        code: 401,
      });
    }
  });
});

it.each<[string, string[], Record<string, number>]>([
  [
    'everything is allowed: strangers see health and version',
    ['--authorization-mode=AlwaysAllow'],
    { '/livez': 200, '/version': 200, '/api': 401, '/metrics': 401 },
  ],
  [
    'everything is allowed, and anonymous access: the same',
    ['--authorization-mode=AlwaysAllow', '--anonymous-auth=true'],
    { '/livez': 200, '/api': 401 },
  ],
  [
    'nobody may be anonymous',
    ['--authorization-mode=AlwaysAllow', '--anonymous-auth=false'],
    { '/livez': 401, '/version': 401, '/api': 401 },
  ],
  ['nothing is allowed', ['--authorization-mode=AlwaysDeny'], { '/livez': 403, '/api': 403 }],
])('where %s', async (_, flags, expected) => {
  const other = await TestServer.start({ flags });
  try {
    const stranger = other.connect({});
    for (const [path, status] of Object.entries(expected)) {
      expect([path, (await stranger.get(path)).status]).toEqual([path, status]);
    }
    const user = other.connect({ token: 'user-token' });
    if (flags.includes('--authorization-mode=AlwaysDeny')) {
      expect((await user.get('/api')).body.message).toBe(
        'forbidden: User "jane" cannot get path "/api": Everything is forbidden.',
      );
    }
    stranger.close();
    user.close();
  } finally {
    await other.remove();
  }
});

it.each([
  ['that is not there', () => '/nowhere/policies', /open \/nowhere\/policies: no such file/],
  ['with a bad line', () => file('bad', `${policies}\n{"user":`), /bad, line 7: \{"user":: /],
  [
    'with a field that nobody knows',
    () => file('unknown', policy({ user: 'a', namespce: 'b' })),
    /unknown, line 1: .*unknown field "namespce"/,
  ],
])('a file %s ends the start', (_, path, message) => {
  const flags = ['--authorization-mode=ABAC', `--authorization-policy-file=${path()}`];
  const ended = spawnSync(
    process.execPath,
    [
      `${root}dist/commands/apiserver.js`,
      '--secure-port=0',
      '--bind-address=127.0.0.1',
      '--dialect=kubernetes',
      `--data-dir=${directory}/data`,
      ...flags,
    ],
    { encoding: 'utf8', timeout: 30_000 },
  );
  expect(ended.status).toBe(1);
  expect(unquoted(ended.stderr)).toMatch(message);
});
