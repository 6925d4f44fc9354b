import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../support/api-client.ts';
import { TestServer } from '../../support/server.ts';

const reviewsOf = (version: string): string => `/apis/authentication.k8s.io/${version}/tokenreviews`;
const issuer = 'https://kubernetes.default.svc.cluster.local';

let server: TestServer;
let older: TestServer;
beforeAll(async () => {
  [server, older] = await Promise.all([
    TestServer.start(),
    TestServer.start({ flags: ['--emulated-version=1.21'] }),
  ]);
});
afterAll(() => Promise.all([server.remove(), older.remove()]));

const review = (spec: object, more: object = {}): Promise<Answer> =>
  server.client.post(reviewsOf('v1'), {
    kind: 'TokenReview',
    apiVersion: 'authentication.k8s.io/v1',
    spec,
    ...more,
  });

async function serviceAccountToken(name: string, spec: object = {}): Promise<string> {
  const accounts = '/api/v1/namespaces/default/serviceaccounts';
  await server.client.post(accounts, { metadata: { name } });
  return (await server.client.post(`${accounts}/${name}/token`, { spec })).body.status.token;
}

const jane = {
  username: 'jane',
  uid: '2',
  groups: ['developers', 'testers', 'system:authenticated'],
};

describe('a review of a token', () => {
  it('tells whose it is', async () => {
    const { status, body } = await review({ token: 'user-token' });
    expect(status).toBe(201);
    expect(body).toEqual({
      kind: 'TokenReview',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: {
        creationTimestamp: null,
        managedFields: [expect.objectContaining({ operation: 'Update' })],
      },
      spec: { token: 'user-token' },
      status: { authenticated: true, user: jane, audiences: [issuer] },
    });
  });

  it.each([
    ['nothing that is known', 'x'],
    ['what has a blank', 'user-token x'],
    ['something of 100 KB', 'x'.repeat(100_000)],
  ])('of %s is an answer, and no error', async (_, token) => {
    const { status, body } = await review({ token });
    expect(status).toBe(201);
    expect(body.status).toEqual({ user: {}, error: 'invalid bearer token' });
  });

  it('is for the audiences that are asked for', async () => {
    const token = await serviceAccountToken('a', { audiences: ['vault', 'other'] });
    expect((await review({ token, audiences: ['vault', 'x'] })).body.status).toMatchObject({
      authenticated: true,
      user: { username: 'system:serviceaccount:default:a' },
      audiences: ['vault'],
    });
    expect((await review({ token })).body.status).toEqual({
      user: {},
      error: `token audiences ["vault" "other"] is invalid for the target audiences ["${issuer}"]`,
    });
    expect((await review({ token: 'user-token', audiences: ['vault'] })).body.status).toEqual({
      user: {},
      error: 'invalid bearer token',
    });
  });

  it('tells why a token has ended', async () => {
    const token = await serviceAccountToken('b');
    await server.client.delete('/api/v1/namespaces/default/serviceaccounts/b');
    expect((await review({ token })).body.status).toEqual({ user: {}, error: 'Token has been invalidated' });
  });

  it('takes no other status for an answer', async () => {
    const { body } = await review(
      { token: 'x' },
      { status: { authenticated: true, user: { username: 'root' } } },
    );
    expect(body.status).toEqual({ user: {}, error: 'invalid bearer token' });
  });

  it.each([
    ['without a token', { spec: {} }, 400, 'token is required for TokenReview in authentication'],
    ['in a namespace', { spec: { token: 'x' }, metadata: { namespace: 'a' } }, 400, undefined],
    ['with a number for a token', { spec: { token: 1 } }, 400, undefined],
    ['as another kind', { kind: 'Pod', apiVersion: 'v1' }, 400, undefined],
  ])('%s is refused', async (_, body, code, message) => {
    const answer = await server.client.post(reviewsOf('v1'), body);
    expect([answer.status, answer.body.code]).toEqual([code, code]);
    if (message !== undefined) expect(answer.body.message).toBe(message);
  });

  it('can be created, and nothing else', async () => {
    expect((await server.client.get(reviewsOf('v1'))).status).toBe(405);
    const { resources } = (await server.client.get('/apis/authentication.k8s.io/v1')).body;
    expect(resources.find(({ name }: any) => name === 'tokenreviews')).toEqual({
      name: 'tokenreviews',
      singularName: '',
      namespaced: false,
      kind: 'TokenReview',
      verbs: ['create'],
    });
  });

  it('in the older version is served by the releases that have it', async () => {
    expect((await server.client.post(reviewsOf('v1beta1'), { spec: { token: 'x' } })).status).toBe(404);
    const { status, body, headers } = await older.client.post(reviewsOf('v1beta1'), {
      spec: { token: 'user-token' },
    });
    expect([status, body.apiVersion, body.status.user]).toEqual([201, 'authentication.k8s.io/v1beta1', jane]);
    expect(headers['warning']).toContain('authentication.k8s.io/v1beta1 TokenReview is deprecated');
  });
});
