import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, type FakeCall } from '../../../test/support/unit/fake-wire.ts';
import { testValidity } from '../../../test/support/unit/https-server.ts';
import type { Decision } from '../../access/authentication/authenticator.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { FlagValues } from '../../util/flags.ts';
import { type Identity, issueClient, makeAuthority, subjectOf } from '../../util/x509.ts';
import { DelegatedAccess } from './delegated-access.ts';
import { type Page, Serving } from './serving.ts';
import { servingIdentity } from './serving-identity.ts';

/** Everybody who shows a certificate has its name, and may read everything. */
function whoShows([certificate]: readonly Buffer[]): Decision {
  if (certificate === undefined) return 'none';
  return { name: subjectOf(certificate).commonName, uid: '', groups: [], extra: {} };
}

const plain = (content: string): Page => ({ contentType: 'text/plain', text: content });
let serving: Serving;
let port: number;

beforeAll(async () => {
  const { client } = clientOf(({ path, body }: FakeCall) =>
    path.endsWith('/tokenreviews')
      ? { status: { authenticated: body.spec.token === 'good', user: { username: 'ann' } } }
      : { status: { allowed: true } },
  );
  serving = new Serving({
    identity: await servingIdentity(new FlagValues([], {})),
    pages: new Map<string, (query: URLSearchParams) => Page>([
      ['/healthz', () => plain('ok')],
      ['/livez', () => expect.fail('the leader is late')],
      ['/metrics', () => plain('# HELP')],
      ['/echo', (query) => plain(query.getAll('uid').join())],
    ]),
    openPaths: ['/healthz', '/livez', '/open/*'],
    access: new DelegatedAccess({
      authentication: client,
      authorization: client,
      dialect: dialects[1]!,
      certificates: { authenticate: ({ connection }) => whoShows(connection.peerCertificates) },
    }),
  });
  port = (await serving.listen(0, '127.0.0.1')).port;
});
afterAll(() => serving.close());

async function get(path: string, token?: string, identity?: Identity): Promise<[number, string]> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path,
    headers,
    rejectUnauthorized: false,
    agent: false,
    ...(identity === undefined ? {} : { cert: identity.certificate, key: identity.privateKey }),
  });
  outgoing.end();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
  return [answer.statusCode!, await text(answer)];
}

it.each<[string, string, string | undefined, number, string]>([
  ['an open path is for everybody', '/healthz', undefined, 200, 'ok'],
  ['with a query as well', '/healthz?verbose', undefined, 200, 'ok'],
  ['one that fails says why', '/livez', undefined, 500, 'the leader is late\n'],
  ['everything below an open one', '/open/x', undefined, 404, '404 page not found\n'],
  [
    'another path is not',
    '/metrics',
    undefined,
    403,
    'forbidden: User "system:anonymous" cannot get path "/metrics"\n',
  ],
  ['nor for a token of nobody', '/metrics', 'bad', 401, 'Unauthorized\n'],
  ['but for who may read it', '/metrics', 'good', 200, '# HELP'],
  ['with its query', '/echo?uid=1&uid=2', 'good', 200, '1,2'],
  ['a path that is not there', '/nothing', 'good', 404, '404 page not found\n'],
  ['a path of two slashes', '//', 'good', 404, '404 page not found\n'],
])('%s: %s', async (_, path, token, code, content) => {
  expect(await get(path, token)).toEqual([code, content]);
});

it('a client certificate is asked for, and need not be there', async () => {
  const authority = await makeAuthority('ca', testValidity());
  const identity = await issueClient(authority, { commonName: 'ann' }, testValidity());
  expect(await get('/metrics', undefined, identity)).toEqual([200, '# HELP']);
  expect((await get('/metrics'))[0]).toBe(403);
});
