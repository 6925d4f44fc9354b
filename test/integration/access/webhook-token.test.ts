import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueClient, makeAuthority } from '../../../src/util/x509.ts';
import { TestServer } from '../../support/server.ts';
import { type Answering, TestHttpsServer, testValidity } from '../../support/unit/https-server.ts';
import { webhookConfig } from '../../support/webhook-config.ts';

const apiVersion = 'authentication.k8s.io/v1';
const review = (status: object) => ({ apiVersion, kind: 'TokenReview', status });
const good = review({
  authenticated: true,
  user: { username: 'jane', uid: '42', groups: ['developers'], extra: { scopes: ['a', 'b'] } },
});

/** What the webhook does, by the token. */
const behaviours: Record<string, Answering> = {
  redirects: () => ({ status: 302, headers: { location: 'https://127.0.0.1:1/' } }),
  'answers 100 MB': () => ({ body: Buffer.alloc(100 * 1_048_576, ' ') }),
  'answers another version': () => ({ body: { ...good, apiVersion: 'authentication.k8s.io/v1beta1' } }),
  'answers another kind': () => ({ body: { ...good, kind: 'SubjectAccessReview' } }),
  'answers garbage': () => ({ body: '<html>hello</html>' }),
  'answers 500': () => ({ status: 500, body: 'no luck' }),
  'answers 400': () => ({ status: 400, body: 'no luck' }),
  'cuts the connection': () => 'reset',
  'names nobody': () => ({ body: review({ authenticated: true, user: {} }) }),
  'says why not': () => ({ body: review({ authenticated: false, error: 'your token is too old' }) }),
};
const tokenFor = (behaviour: string): string => behaviour.replaceAll(' ', '-');

let directory: string;
let webhook: TestHttpsServer;
let server: TestServer;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'webhook-'));
  const clients = await makeAuthority('apiserver-clients', testValidity());
  const identity = await issueClient(clients, { commonName: 'the-apiserver' }, testValidity());
  webhook = await TestHttpsServer.start(answers, { clientAuthority: clients.certificate });
  server = await TestServer.start({
    flags: [
      `--authentication-token-webhook-config-file=${webhookConfig(directory, 'tokens', webhook, identity)}`,
      '--authentication-token-webhook-version=v1',
      '--authorization-mode=AlwaysDeny',
    ],
  });
});
afterAll(async () => {
  await server?.remove();
  await webhook?.close();
  rmSync(directory, { recursive: true, force: true });
});

const answers: Answering = (call) => {
  const { token } = call.body.spec;
  if (token === 'hangs') return 'hang';
  if (token === 'refused') return { body: review({ authenticated: false }) };
  const found = Object.entries(behaviours).find(([name]) => tokenFor(name) === token);
  return found?.[1](call) ?? { body: good };
};

const ask = (token: string) => server.connect({ token }).get('/api/v1/namespaces/default/pods');
const callsFor = (token: string) => webhook.calls.filter(({ body }) => body.spec.token === token);
const unauthorized = {
  status: 401,
  body: { kind: 'Status', status: 'Failure', message: 'Unauthorized', reason: 'Unauthorized', code: 401 },
};

describe('a token that nobody here knows', () => {
  it('is shown to the webhook, with our certificate, and is whose it says', async () => {
    const { status, body } = await ask('good');
    expect(status).toBe(403);
    expect(body.message).toContain('User "jane" cannot list resource "pods"');
    expect(callsFor('good')).toMatchObject([
      {
        method: 'POST',
        path: '/ask',
        client: 'the-apiserver',
        headers: { 'content-type': 'application/json' },
        body: { apiVersion, kind: 'TokenReview', spec: { token: 'good' } },
      },
    ]);
  });

  it('is shown once for a hundred requests', async () => {
    const answered = await Promise.all(Array.from({ length: 100 }, () => ask('many')));
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([403]));
    expect(callsFor('many')).toHaveLength(1);
  });

  it('is not shown when it is known here', async () => {
    expect((await ask('user-token')).body.message).toContain('User "jane"');
    expect(callsFor('user-token')).toHaveLength(0);
  });

  it('is refused once for all when the webhook does not know it', async () => {
    for (let n = 0; n < 3; n++) expect(await ask('refused')).toMatchObject(unauthorized);
    expect(callsFor('refused')).toHaveLength(1);
  });
});

describe('a webhook that', () => {
  const hanging = { since: 0, answer: Promise.resolve({ status: 0, body: {} as unknown }) };
  beforeAll(() => {
    hanging.answer = ask('hangs');
  });

  it.concurrent.each(Object.keys(behaviours))('%s is 401, and remembered as nothing', async (behaviour) => {
    const token = tokenFor(behaviour);
    expect(await ask(token)).toMatchObject(unauthorized);
    expect((await server.client.get('/livez')).text).toBe('ok');
    const behaved = behaviours[behaviour]!;
    behaviours[behaviour] = () => ({ body: good });
    expect((await ask(token)).status).toBe(403);
    behaviours[behaviour] = behaved;
  });

  it('hangs is 401, and holds up nobody else', async () => {
    expect((await server.client.get('/livez')).text).toBe('ok');
    expect((await ask('another')).status).toBe(403);
    expect(await hanging.answer).toMatchObject(unauthorized);
  });

  it('says why not is logged, and not passed on', async () => {
    expect(server.output).toContain('your token is too old');
    expect((await ask(tokenFor('says why not'))).text).not.toContain('too old');
    expect(server.output).not.toContain(tokenFor('says why not'));
  });

  it('is down is 401, but what it decided holds', async () => {
    await webhook.close();
    expect(await ask('unseen')).toMatchObject(unauthorized);
    expect((await ask('good')).status).toBe(403);
    expect((await server.client.get('/livez')).text).toBe('ok');
  });
});
