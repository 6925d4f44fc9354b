import { beforeEach, expect, it } from 'vitest';
import { clientOf, type FakeCall, failureStatus } from '../../../test/support/unit/fake-wire.ts';
import { CallError } from '../../client/call-error.ts';
import { AccountCredentials } from './account-credentials.ts';

const start = Date.parse('2024-01-01T12:00:00Z');
let now: number;
let calls: string[];
let tokens: number;
let exists: boolean;
/** The answer to the creation of the namespace. */
let namespaces: object;

const answer = ({ method, path, body }: FakeCall): object => {
  calls.push(`${method} ${path}`);
  if (path.endsWith('/token')) {
    if (!exists) return failureStatus(404, 'NotFound');
    expect(body).toMatchObject({ kind: 'TokenRequest', spec: { expirationSeconds: 3_600 } });
    const expirationTimestamp = new Date(now + 3_600_000).toISOString();
    return { status: { token: `t${++tokens}`, expirationTimestamp } };
  }
  if (path.endsWith('/namespaces')) return namespaces;
  exists = true;
  return {};
};

function credentials(): AccountCredentials {
  return new AccountCredentials({
    client: clientOf(answer).client,
    namespace: 'kube-system',
    account: 'ttl-controller',
    apiVersion: 'authentication.k8s.io/v1',
    clock: { now: () => now },
  });
}

beforeEach(() => {
  now = start;
  calls = [];
  tokens = 0;
  exists = true;
  namespaces = failureStatus(409, 'AlreadyExists');
});

it('a token is asked for once, by however many requests need it', async () => {
  const account = credentials();
  const headers = await Promise.all([account.authorization(), account.authorization()]);
  expect([...headers, await account.authorization()]).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t1']);
  expect(calls).toEqual(['POST /api/v1/namespaces/kube-system/serviceaccounts/ttl-controller/token']);
});

it('a token is replaced after four fifths of its life', async () => {
  const account = credentials();
  await account.authorization();
  now = start + 2_879_000;
  expect(await account.authorization()).toBe('Bearer t1');
  now = start + 2_881_000;
  expect(await account.authorization()).toBe('Bearer t2');
});

it('a token that is answered with 401 is replaced, an older one is not heard of', async () => {
  const account = credentials();
  await account.authorization();
  account.rejected('Bearer t1');
  expect(await account.authorization()).toBe('Bearer t2');
  account.rejected('Bearer t1');
  expect(await account.authorization()).toBe('Bearer t2');
});

it('a refusal is no answer to the request that the token is for', async () => {
  const refuse = ({ path }: FakeCall): object =>
    path.endsWith('/token') ? failureStatus(404, 'NotFound') : {};
  const account = new AccountCredentials({
    client: clientOf(refuse).client,
    namespace: 'kube-system',
    account: 'ttl-controller',
    apiVersion: 'authentication.k8s.io/v1',
    clock: { now: () => now },
  });
  const error = await account.authorization().catch((reason: Error) => reason);
  expect(error).toBeInstanceOf(CallError);
  expect((error as Error).message).toBe('token of kube-system/ttl-controller: NotFound!');
});

it('an account that is missing is created, with its namespace', async () => {
  exists = false;
  expect(await credentials().authorization()).toBe('Bearer t1');
  expect(calls.slice(1, 3)).toEqual([
    'POST /api/v1/namespaces',
    'POST /api/v1/namespaces/kube-system/serviceaccounts',
  ]);
});

it('an account is created by a manager that may not create namespaces', async () => {
  exists = false;
  namespaces = failureStatus(403, 'Forbidden');
  expect(await credentials().authorization()).toBe('Bearer t1');
});
