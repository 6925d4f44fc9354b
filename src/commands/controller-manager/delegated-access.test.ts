import { describe, expect, it } from 'vitest';
import { clientOf, type FakeCall } from '../../../test/support/unit/fake-wire.ts';
import type { AuthenticationRequest, Decision } from '../../access/authentication/authenticator.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { DelegatedAccess } from './delegated-access.ts';

const users: Record<string, string> = { reader: 'ann', stranger: 'bob' };

const sent = (authorization?: string): AuthenticationRequest => ({
  headers: authorization === undefined ? {} : { authorization },
  rawHeaders: [],
  connection: { peerCertificates: [], remoteAddress: '' },
});

/** `certified`: what is found out by certificates. */
function access(certified: Decision = 'none') {
  const asked: string[] = [];
  const answer = ({ path, body }: FakeCall): object => {
    asked.push(path.split('/').at(-1)!);
    if (path.endsWith('/tokenreviews')) {
      const username = users[body.spec.token];
      const status = username === undefined ? {} : { authenticated: true, user: { username, groups: ['g'] } };
      return { status };
    }
    expect(body.spec).toMatchObject({ groups: ['g'], nonResourceAttributes: { verb: 'get' } });
    return { status: { allowed: body.spec.user === 'ann' } };
  };
  const { client } = clientOf(answer);
  const made = new DelegatedAccess({
    authentication: client,
    authorization: client,
    dialect: dialects[1]!,
    certificates: { authenticate: () => certified },
  });
  const refusal = (authorization: string | undefined, path: string) =>
    made.refusal(sent(authorization), path);
  return { access: { refusal }, asked };
}

it.each<[string, string | undefined, object | undefined]>([
  ['who may read the path', 'Bearer reader', undefined],
  ['who may not', 'Bearer stranger', { code: 403, text: 'forbidden: User "bob" cannot get path "/metrics"' }],
  ['whom the server does not know', 'Bearer nobody', { code: 401, text: 'Unauthorized' }],
  [
    'who shows nothing',
    undefined,
    { code: 403, text: 'forbidden: User "system:anonymous" cannot get path "/metrics"' },
  ],
  [
    'who shows no token',
    'Basic YTpi',
    { code: 403, text: 'forbidden: User "system:anonymous" cannot get path "/metrics"' },
  ],
])('%s', async (_, authorization, refusal) => {
  expect(await access().access.refusal(authorization, '/metrics')).toEqual(refusal);
});

it('an answer is kept for a while, for its path and token', async () => {
  const { access: kept, asked } = access();
  for (const path of ['/metrics', '/metrics', '/configz']) await kept.refusal('Bearer reader', path);
  expect(asked).toEqual(['tokenreviews', 'subjectaccessreviews', 'tokenreviews', 'subjectaccessreviews']);
});

describe('a caller with a certificate', () => {
  const named = (name: string): Decision => ({ name, uid: '', groups: ['g'], extra: {} });

  it.each<[string, Decision, string | undefined, object | undefined]>([
    ['may read what its user may', named('ann'), undefined, undefined],
    ['may not what its user may not', named('bob'), undefined, { code: 403 }],
    ['is its user, whatever token it shows', named('ann'), 'Bearer stranger', undefined],
    ['that is wrong is refused', 'invalid', undefined, { code: 401 }],
    ['that is wrong may be known by its token', 'invalid', 'Bearer reader', undefined],
  ])('%s', async (_, decision, authorization, refusal) => {
    const found = await access(decision).access.refusal(authorization, '/metrics');
    expect(found && { code: found.code }).toEqual(refusal);
  });

  it('is asked for once in a while', async () => {
    const { access: kept, asked } = access(named('ann'));
    for (const path of ['/metrics', '/metrics', '/configz']) await kept.refusal(undefined, path);
    expect(asked).toEqual(['subjectaccessreviews', 'subjectaccessreviews']);
  });
});
