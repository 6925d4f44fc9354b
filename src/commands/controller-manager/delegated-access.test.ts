import { expect, it } from 'vitest';
import { clientOf, type FakeCall } from '../../../test/support/unit/fake-wire.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { DelegatedAccess } from './delegated-access.ts';

const users: Record<string, string> = { reader: 'ann', stranger: 'bob' };

function access() {
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
  return { access: new DelegatedAccess(client, client, dialects[1]!), asked };
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
