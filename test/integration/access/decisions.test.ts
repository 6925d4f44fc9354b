import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decisions } from '../../../src/api/request/decisions.ts';
import {
  configure,
  patching,
  rule,
  TestWebhooks,
  unconfigure,
  webhook,
} from '../../support/admission-webhooks.ts';
import type { Answer, ApiClient } from '../../support/api-client.ts';
import { grant } from '../../support/rbac.ts';
import { TestServer } from '../../support/server.ts';

const header = 'explain-decisions';
const both = { [header]: 'authorization, admission' };
const decisionsOf = ({ headers }: Answer): Decisions => JSON.parse(String(headers['decisions']));

describe.each([
  { dialect: 'kubernetes', api: 'k8s.io' },
  { dialect: 'orch', api: 'orch.io' },
] as const)('decisions about a request, in the dialect $dialect', ({ dialect, api }) => {
  const rbac = `rbac.authorization.${api}`;
  const pods = '/api/v1/namespaces/shop/pods';
  const pod = (name: string, more: object = {}) => ({
    metadata: { name },
    spec: { containers: [{ name: 'a', image: 'a:1', ...more }] },
  });
  let server: TestServer;
  /** Jane may read pods, and see decisions about it; the reader may act as Jane and is shown no decisions. */
  let jane: ApiClient;
  let reader: ApiClient;

  beforeAll(async () => {
    server = await TestServer.start({ dialect, flags: ['--authorization-mode=Node,RBAC'] });
    [jane, reader] = [server.connect({ token: 'user-token' }), server.connect({ token: 'reader-token' })];
    await server.client.post('/api/v1/namespaces', { metadata: { name: 'shop' } });
    await server.client.post('/api/v1/namespaces/shop/serviceaccounts', { metadata: { name: 'default' } });
    const rules = [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] }];
    await grant(server, { api, name: 'see-pods', who: 'Group:testers', namespace: 'shop', rules });
    const nonResourceURLs = ['/decisions/authorization'];
    await grant(server, { api, name: 'see', who: 'jane', rules: [{ verbs: ['get'], nonResourceURLs }] });
    const act = [{ verbs: ['impersonate'], apiGroups: [''], resources: ['users'] }];
    await grant(server, { api, name: 'act', who: 'reader', rules: act });
  });
  afterAll(async () => {
    for (const client of [jane, reader]) client?.close();
    await server?.remove();
  });

  it('stay out of an answer whose request did not ask for them', async () => {
    expect((await server.client.get(pods)).headers).not.toHaveProperty('decisions');
  });

  it('name the binding, the role and the rule that allowed it', async () => {
    const answer = await jane.get(pods, { headers: { [header]: 'authorization' } });
    expect(answer.status).toBe(200);
    const asked = { about: 'request', user: 'jane', verb: 'list', resource: 'pods', namespace: 'shop' };
    const subject = { kind: 'Group', apiGroup: rbac, name: 'testers' };
    const allowedBy = {
      binding: { kind: 'RoleBinding', namespace: 'shop', name: 'see-pods' },
      role: { kind: 'Role', name: 'see-pods' },
      subject,
      rule: { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] },
    };
    const reason = 'RBAC: allowed by RoleBinding "see-pods/shop" of Role "see-pods" to Group "testers"';
    const steps = [
      { authorizer: 'privileged group', verdict: 'no-opinion' },
      { authorizer: 'Node', verdict: 'no-opinion' },
      { authorizer: 'RBAC', verdict: 'allow', reason, allowedBy },
    ];
    expect(decisionsOf(answer)).toEqual({ authorization: [{ ...asked, isAllowed: true, steps }] });
  });

  it('say of a refusal which rules were near, and where the same is allowed', async () => {
    const headers = { [header]: 'authorization' };
    const refused = await jane.send('DELETE', `${pods}/a`, { headers });
    expect(refused.status).toBe(403);
    const [decision] = decisionsOf(refused).authorization!;
    const [near] = decision!.steps.at(-1)!.nearest!;
    expect(decision!.isAllowed).toBe(false);
    expect([near!.lacks, near!.binding.name, near!.rule!.verbs]).toEqual([
      'verbs',
      'see-pods',
      ['get', 'list'],
    ]);
    const elsewhere = await jane.get('/api/v1/namespaces/default/pods', { headers });
    expect(decisionsOf(elsewhere).authorization![0]!.steps.at(-1)!.allowedIn).toEqual(['shop']);
  });

  it('are withheld from a caller who may not see them, and the request is served', async () => {
    const own = await jane.get(pods, { headers: both });
    expect(own.status).toBe(200);
    expect(decisionsOf(own).withheld).toEqual(['admission']);
    expect(decisionsOf(await reader.get('/version', { headers: both }))).toEqual({
      withheld: ['authorization', 'admission'],
    });
  });

  it('are shown by the rights of the caller, not of the user whom the caller acts as', async () => {
    const acting = { ...both, 'impersonate-user': 'jane', 'impersonate-group': 'testers' };
    const hidden = await reader.get(pods, { headers: { ...both, 'impersonate-user': 'jane' } });
    expect(decisionsOf(hidden)).toEqual({ withheld: ['authorization', 'admission'] });
    const shown = await server.client.get(pods, { headers: acting });
    expect(shown.status).toBe(200);
    expect(decisionsOf(shown).authorization!.map(({ about, user, verb }) => [about, user, verb])).toEqual([
      ['impersonation', 'admin', 'impersonate'],
      ['impersonation', 'admin', 'impersonate'],
      ['request', 'jane', 'list'],
    ]);
  });

  it('answer the question of a SubjectAccessReview', async () => {
    const resourceAttributes = { verb: 'get', resource: 'pods', namespace: 'shop', name: 'a' };
    const review = { spec: { user: 'jane', groups: ['testers'], resourceAttributes } };
    const path = `/apis/authorization.${api}/v1/subjectaccessreviews`;
    const answer = await server.client.post(path, review, { headers: { [header]: 'authorization' } });
    expect(answer.body.status.allowed).toBe(true);
    const [own, asked] = decisionsOf(answer).authorization!;
    expect([own!.about, own!.steps.map(({ authorizer }) => authorizer)]).toEqual([
      'request',
      ['privileged group'],
    ]);
    expect([asked!.about, asked!.user, asked!.name]).toEqual(['review', 'jane', 'a']);
    expect(asked!.steps.at(-1)!.allowedBy!.role).toEqual({ kind: 'Role', name: 'see-pods' });
  });

  it('tell of a dry run which plugin changed the object, with its patch', async () => {
    const answer = await server.client.post(`${pods}?dryRun=All`, pod('a'), { headers: both });
    expect(answer.status, answer.text).toBe(201);
    const [object] = decisionsOf(answer).admission!;
    expect(object).toMatchObject({ operation: 'CREATE', resource: 'pods', namespace: 'shop', name: 'a' });
    const account = object!.steps.find(({ plugin }) => plugin === 'ServiceAccount')!;
    expect(account.patch).toContainEqual({ op: 'add', path: '/spec/serviceAccountName', value: 'default' });
    expect(object!.passed).toContain('NamespaceLifecycle');
    expect((await server.client.get(`${pods}/a`)).status).toBe(404);
  });

  it('tell which plugin refused, and with which message', async () => {
    const limits = [{ type: 'Container', max: { cpu: '1' } }];
    await server.client.post('/api/v1/namespaces/shop/limitranges', {
      metadata: { name: 'l' },
      spec: { limits },
    });
    const greedy = pod('b', { resources: { limits: { cpu: '2' } } });
    const answer = await server.client.post(`${pods}?dryRun=All`, greedy, { headers: both });
    expect(answer.status).toBe(403);
    const refusal = decisionsOf(answer).admission![0]!.steps.at(-1)!;
    expect(refusal).toMatchObject({ plugin: 'LimitRanger', step: 'validate', outcome: 'refused', code: 403 });
    expect(answer.body.message).toBe(refusal.message);
  });

  it('tell what each webhook changed, refused, or could not be asked about', async () => {
    const hooks = await TestWebhooks.start();
    const label = { op: 'add', path: '/metadata/labels', value: { by: 'hook' } };
    const [maps, secrets] = [rule(['configmaps']), rule(['secrets'])];
    const at = (path: string, more: object = {}) =>
      webhook(`${path}.example.com`, hooks.clientConfig(`/${path}`), { rules: [maps, secrets], ...more });
    const dryRun = { headers: { [header]: 'admission' } };
    const explain = async (resource: string, object: object) => {
      const path = `/api/v1/namespaces/shop/${resource}?dryRun=All`;
      const answer = await server.client.post(path, { metadata: { name: 'x' }, ...object }, dryRun);
      return decisionsOf(answer).admission![0]!.steps;
    };
    try {
      hooks.at('/label', () => patching(label));
      hooks.at('/broken', () => ({ raw: { status: 500 } }));
      hooks.at('/strict', ({ object }) => ({
        allowed: object.data?.ok === 'eWVz',
        status: { message: 'not ok' },
      }));
      await configure(
        server.client,
        'mutating',
        'm',
        [at('label'), at('broken', { failurePolicy: 'Ignore' })],
        { api },
      );
      await configure(server.client, 'validating', 'v', [at('strict')], { api });
      const [labelled, broken, strict, ...rest] = await explain('configmaps', { data: { ok: 'no' } });
      expect(labelled).toEqual({
        webhook: 'label.example.com',
        configuration: 'm',
        step: 'admit',
        outcome: 'changed',
        patch: [label],
      });
      expect(broken).toMatchObject({ webhook: 'broken.example.com', outcome: 'ignored' });
      expect(broken!.message).toContain('failed calling webhook "broken.example.com"');
      expect(strict).toMatchObject({ webhook: 'strict.example.com', step: 'validate', outcome: 'refused' });
      expect(strict!.message).toBe('admission webhook "strict.example.com" denied the request: not ok');
      expect(rest).toEqual([]);
      const ofSecret = await explain('secrets', { data: { ok: 'eWVz' } });
      expect(ofSecret[0]!.patch).toEqual([{ op: 'add', path: '/metadata/labels', valueLength: 13 }]);
      expect(ofSecret.at(-1)).toMatchObject({ webhook: 'strict.example.com', outcome: 'allowed' });
    } finally {
      for (const sort of ['mutating', 'validating'] as const)
        await unconfigure(server.client, sort, sort[0]!, api);
      await hooks.close();
    }
  });

  it('come with errors, over HTTP/2, and with watches', async () => {
    const missing = await server.client.get('/api/v1/nothing', { headers: both });
    expect([missing.status, decisionsOf(missing).authorization![0]!.isAllowed]).toEqual([404, true]);
    const session = connect(`https://127.0.0.1:${server.port}`, {
      ca: readFileSync(join(server.directory, 'ca.crt')),
    });
    try {
      const stream = session.request({
        ':path': `${pods}?watch=1`,
        authorization: 'Bearer admin-token',
        ...both,
      });
      const [head] = (await once(stream, 'response')) as [Record<string, string>];
      expect(JSON.parse(head['decisions']!).authorization[0].verb).toBe('watch');
      stream.close();
    } finally {
      session.destroy();
    }
  });

  it('cannot be asked for by another name', async () => {
    const { status, body } = await server.client.get(pods, { headers: { [header]: 'everything' } });
    expect([status, body.message]).toEqual([
      400,
      'the header explain-decisions must be one or more of authorization, admission, expressions',
    ]);
  });
});
