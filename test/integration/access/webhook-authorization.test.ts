import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueClient, makeAuthority } from '../../../src/util/x509.ts';
import { TestServer } from '../../support/server.ts';
import { type Answering, TestHttpsServer, testValidity } from '../../support/unit/https-server.ts';
import { webhookConfig } from '../../support/webhook-config.ts';

const apiVersion = 'authorization.k8s.io/v1beta1';
const review = (status: object) => ({ apiVersion, kind: 'SubjectAccessReview', status });
const allowed = review({ allowed: true });

/** What the webhook does, by the namespace that is asked for. */
const behaviours: Record<string, Answering> = {
  redirects: () => ({ status: 307, headers: { location: 'https://127.0.0.1:1/' } }),
  'answers-100-mb': () => ({ body: Buffer.alloc(100 * 1_048_576, ' ') }),
  'answers-another-version': () => ({ body: { ...allowed, apiVersion: 'authorization.k8s.io/v1' } }),
  'answers-another-kind': () => ({ body: { ...allowed, kind: 'TokenReview' } }),
  'answers-garbage': () => ({ body: '<html>hello</html>' }),
  'answers-500': () => ({ status: 500, body: 'no luck' }),
  'answers-403': () => ({ status: 403, body: 'no luck' }),
  'cuts-the-connection': () => 'reset',
  'answers-no-boolean': () => ({ body: review({ allowed: 'true' }) }),
};

const answers: Answering = (call) => {
  const { namespace } = call.body.spec.resourceAttributes ?? {};
  if (namespace === 'hangs') return 'hang';
  if (namespace === 'denied') return { body: review({ allowed: false, denied: true, reason: 'never' }) };
  if (namespace === 'unknown') return { body: review({ allowed: false, reason: 'no rule' }) };
  return behaviours[namespace]?.(call) ?? { body: allowed };
};

let directory: string;
let webhook: TestHttpsServer;
let server: TestServer;
let jane: ReturnType<TestServer['connect']>;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'webhook-'));
  const clients = await makeAuthority('apiserver-clients', testValidity());
  const identity = await issueClient(clients, { commonName: 'the-apiserver' }, testValidity());
  webhook = await TestHttpsServer.start(answers, { clientAuthority: clients.certificate });
  server = await TestServer.start({
    flags: [
      '--authorization-mode=Webhook',
      `--authorization-webhook-config-file=${webhookConfig(directory, 'access', webhook, identity)}`,
    ],
  });
  jane = server.connect({ token: 'user-token' });
});
afterAll(async () => {
  jane?.close();
  await server?.remove();
  await webhook?.close();
  rmSync(directory, { recursive: true, force: true });
});

const ask = (namespace: string) => jane.get(`/api/v1/namespaces/${namespace}/pods`);
const callsFor = (namespace: string) =>
  webhook.calls.filter(({ body }) => body.spec.resourceAttributes?.namespace === namespace);
const forbidden = (namespace: string, reason: string) => ({
  status: 403,
  body: {
    kind: 'Status',
    reason: 'Forbidden',
    message: `pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "${namespace}": ${reason}`,
  },
});

describe('the webhook', () => {
  it('is asked with our certificate, and lets pass what it allows', async () => {
    expect((await ask('a')).status).toBe(200);
    expect(callsFor('a')).toMatchObject([
      { path: '/ask', client: 'the-apiserver', headers: { 'content-type': 'application/json' } },
    ]);
    expect(callsFor('a')[0]?.body).toEqual({
      apiVersion,
      kind: 'SubjectAccessReview',
      metadata: { creationTimestamp: null },
      spec: {
        user: 'jane',
        uid: '2',
        group: ['developers', 'testers', 'system:authenticated'],
        resourceAttributes: { namespace: 'a', verb: 'list', version: 'v1', resource: 'pods' },
      },
      status: { allowed: false },
    });
  });

  it('is asked about paths', async () => {
    expect((await jane.get('/metrics')).status).toBe(200);
    expect(webhook.calls.at(-1)?.body.spec.nonResourceAttributes).toEqual({ path: '/metrics', verb: 'get' });
  });

  it('is asked once about the same', async () => {
    for (let n = 0; n < 3; n++) expect((await ask('same')).status).toBe(200);
    expect(callsFor('same')).toHaveLength(1);
  });

  it.each([
    ['denied', 'never'],
    ['unknown', 'no rule'],
  ])('%s by it is 403, with its reason, and remembered', async (namespace, reason) => {
    for (let n = 0; n < 3; n++) expect(await ask(namespace)).toMatchObject(forbidden(namespace, reason));
    expect(callsFor(namespace)).toHaveLength(1);
  });

  it('is asked each time about a path of more than 10,000 characters', async () => {
    const path = `/healthz/${'x'.repeat(10_000)}`;
    const before = webhook.calls.length;
    for (let n = 0; n < 2; n++) await jane.get(path);
    expect(webhook.calls.length).toBe(before + 2);
  });

  it('cannot list what somebody may do', async () => {
    const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview' };
    const path = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';
    const { status, body } = await jane.post(path, { ...review, spec: { namespace: 'a' } });
    expect(status).toBe(201);
    expect(body.status).toMatchObject({
      incomplete: true,
      evaluationError: expect.stringContaining('webhook authorizer does not support user rule resolution'),
    });
  });
});

describe('a webhook that', () => {
  let hanging: ReturnType<typeof ask>;
  beforeAll(() => {
    hanging = ask('hangs');
  });

  it.concurrent.each(Object.keys(behaviours))(
    '%s lets nothing pass, and is asked again',
    async (namespace) => {
      const { status, text } = await ask(namespace);
      expect([status, text]).toEqual([
        500,
        expect.stringContaining('Internal Server Error: "/api/v1/namespaces/'),
      ]);
      expect((await server.client.get('/livez')).text).toBe('ok');
      behaviours[namespace] = () => ({ body: allowed });
      expect((await ask(namespace)).status).toBe(200);
    },
  );

  it('hangs lets nothing pass, and holds up nobody else', async () => {
    expect((await server.client.get('/livez')).text).toBe('ok');
    expect((await ask('another')).status).toBe(200);
    expect(await hanging).toMatchObject({ status: 500 });
  });

  it('is down lets nothing pass but what it allowed before, and the admin', async () => {
    await webhook.close();
    expect((await ask('unseen')).status).toBe(500);
    expect((await ask('a')).status).toBe(200);
    expect((await server.client.get('/api/v1/namespaces/unseen/pods')).status).toBe(200);
    expect((await server.client.get('/livez')).text).toBe('ok');
  });
});

describe('a start', () => {
  it.each([
    ['without a configuration', [], "authorization-mode Webhook's authorization config file not passed"],
    ['with a configuration of another kind', ['--authorization-webhook-config-file=FILE'], 'current-context'],
  ])('%s is refused', async (_, flags, problem) => {
    const file = join(directory, 'broken');
    writeFileSync(file, 'clusters: []\n');
    const given = flags.map((flag) => flag.replace('FILE', file));
    await expect(TestServer.start({ flags: ['--authorization-mode=Webhook', ...given] })).rejects.toThrow(
      problem,
    );
  });
});
