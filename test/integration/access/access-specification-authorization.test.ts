/**
 * SPEC.md, from "Impersonation" to "Access control for certificate requests", sentence by sentence; what comes before
 * is in access-specification-authentication. No rows for
 * - exec plugins, which are run by clients (kubectl-credentials has one);
 * - signers: nobody signs here. Who would may, and what he needs for it, is there.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Callers, type Row } from '../../support/callers.ts';
import { TestServer } from '../../support/server.ts';
import { base64, requestPem } from '../../support/unit/certificate-requests.ts';
import { TestHttpsServer } from '../../support/unit/https-server.ts';
import { webhookConfig } from '../../support/webhook-config.ts';

const directory = mkdtempSync(join(tmpdir(), 'access-'));
const users = [
  'admin-token,admin,1,"system:masters"',
  ...['jane', 'joe', 'ann', 'cook', 'signer'].map((name, at) => `${name}-token,${name},${at + 2},"people"`),
  'node-token,system:node:n1,9,"system:nodes"',
];
const tokens = join(directory, 'users.csv');
writeFileSync(tokens, users.join('\n'));

let webhook: TestHttpsServer;
/** With the modes by default, and with others: the webhook has an opinion about the namespaces `yes` and `no`. */
let server: TestServer;
let other: TestServer;
let callers: Callers;
let others: Callers;

beforeAll(async () => {
  webhook = await TestHttpsServer.start(({ body: { apiVersion, kind, spec } }) => {
    const { namespace } = spec.resourceAttributes ?? {};
    return {
      body: { apiVersion, kind, status: { allowed: namespace === 'yes', denied: namespace === 'no' } },
    };
  });
  const config = webhookConfig(directory, 'access', webhook);
  const start = (...flags: string[]) =>
    TestServer.start({ dialect: 'orch', flags: [`--token-auth-file=${tokens}`, ...flags] });
  [server, other] = await Promise.all([
    start(),
    start('--authorization-mode=Webhook,RBAC', `--authorization-webhook-config-file=${config}`),
  ]);
  callers = new Callers(server, 'orch.io');
  others = new Callers(other, 'orch.io');
  for (const each of [server, other])
    for (const name of ['shop', 'yes', 'no'])
      expect((await each.client.post('/api/v1/namespaces', { metadata: { name } })).status).toBe(201);
});
afterAll(async () => {
  await Promise.all([server?.remove(), other?.remove()]);
  await webhook?.close();
  rmSync(directory, { recursive: true, force: true });
});

const as = (name: string, headers: Record<string, string | string[]> = {}) => ({
  token: `${name}-token`,
  headers,
});
const asAdmin = (method: string, path: string, body?: object): Promise<any> =>
  callers.done(as('admin'), method, path, body);
const all = 'system:authenticated';
const rule = (verb: string, resource: string, group = '', ...resourceNames: string[]) => ({
  verbs: verb.split(','),
  apiGroups: [group],
  resources: [resource],
  ...(resourceNames.length > 0 && { resourceNames }),
});
const forbidden = (text: string) => [403, expect.stringContaining(text)];

function table(rows: readonly Row[]): void {
  it.each(rows)('%s', async (_, ask, answer) => expect(await ask()).toEqual(answer));
}

describe('impersonation', () => {
  const authentication = 'authentication.orch.io';
  const impersonate = (resource: string, group: string, ...names: string[]) =>
    rule('impersonate', resource, group, ...names);
  const who = (headers: Record<string, string | string[]>) => () => callers.whoIs(as('jane', headers));

  beforeAll(() =>
    callers.grant('jane', [
      impersonate('users', '', 'ann', 'system:anonymous'),
      impersonate('groups', '', 'cooks', 'waiters'),
      impersonate('serviceaccounts', '', 'builder'),
      impersonate('userextras/scopes', authentication),
      impersonate('userextras/acme.example/x', authentication),
      impersonate('uids', authentication, '7', 'not: a "uid"'),
    ]),
  );

  table([
    [
      'Impersonate-User: the user to act as',
      who({ 'Impersonate-User': 'ann' }),
      { username: 'ann', groups: [all] },
    ],
    [
      'Impersonate-Group: repeatable',
      who({ 'Impersonate-User': 'ann', 'Impersonate-Group': ['cooks', 'waiters'] }),
      { username: 'ann', groups: ['cooks', 'waiters', all] },
    ],
    [
      'Impersonate-Extra-<name>: lower case, other characters percent-encoded',
      who({
        'Impersonate-User': 'ann',
        'Impersonate-Extra-Scopes': ['a', 'b'],
        'Impersonate-Extra-acme.example%2Fx': 'c',
      }),
      { username: 'ann', groups: [all], extra: { scopes: ['a', 'b'], 'acme.example/x': ['c'] } },
    ],
    [
      'Impersonate-Uid: any format',
      who({ 'Impersonate-User': 'ann', 'Impersonate-Uid': 'not: a "uid"' }),
      { username: 'ann', uid: 'not: a "uid"', groups: [all] },
    ],
    [
      'groups, extras and uid need Impersonate-User',
      async () =>
        Promise.all(
          ['Group', 'Extra-Scopes', 'Uid'].map(async (header) => {
            const headers = { [`Impersonate-${header}`]: '7' };
            const { status, text } = await callers.send(as('jane', headers), 'GET', '/api');
            return [status, text.includes('without impersonating a user')];
          }),
        ),
      [
        [500, true],
        [500, true],
        [500, true],
      ],
    ],
    [
      'the caller is authenticated first',
      () => callers.whoIs({ token: 'wrong', headers: { 'Impersonate-User': 'ann' } }),
      '401 Unauthorized',
    ],
    [
      'the caller must hold the verb for the kind of attribute',
      async () => [
        await callers.whoIs(as('joe', { 'Impersonate-User': 'ann' })),
        await callers.whoIs(as('jane', { 'Impersonate-User': 'system:serviceaccount:shop:builder' })),
      ],
      [
        expect.stringContaining('cannot impersonate resource "users" in API group ""'),
        expect.objectContaining({ username: 'system:serviceaccount:shop:builder' }),
      ],
    ],
    [
      'the request is then evaluated with the impersonated identity',
      () => callers.outcome(as('admin', { 'Impersonate-User': 'ann' }), 'GET', '/api/v1/pods'),
      forbidden('User "ann" cannot list resource "pods"'),
    ],
    [
      'resourceNames narrow the allowed values',
      async () =>
        Promise.all(
          (
            [
              { 'Impersonate-User': 'admin' },
              { 'Impersonate-User': 'ann', 'Impersonate-Group': 'system:masters' },
              { 'Impersonate-User': 'system:serviceaccount:shop:other' },
              { 'Impersonate-User': 'ann', 'Impersonate-Extra-Others': 'a' },
              { 'Impersonate-User': 'ann', 'Impersonate-Uid': '8' },
            ] as Record<string, string>[]
          ).map(async (headers) => (await callers.outcome(as('jane', headers), 'GET', '/api'))[1]),
        ),
      [
        ['users', ''],
        ['groups', ''],
        ['serviceaccounts', ''],
        ['userextras/others', authentication],
        ['uids', authentication],
      ].map(([resource, group]) =>
        expect.stringContaining(`cannot impersonate resource "${resource}" in API group "${group}"`),
      ),
    ],
  ]);
});

describe('attributes that are reviewed', () => {
  /** What the webhook was asked about a request. */
  async function asked(method: string, path: string, headers: Record<string, string> = {}, body?: object) {
    const from = webhook.calls.length;
    await others.send(as('jane', headers), method, path, body);
    return webhook.calls.slice(from).at(-1)?.body.spec;
  }
  const reads = (attributes: object) =>
    expect.objectContaining({ user: 'jane', resourceAttributes: attributes });
  const pods = '/api/v1/namespaces/shop/pods';
  const place = { namespace: 'shop', version: 'v1', resource: 'pods' };

  table([
    [
      'user, groups, extra',
      async () => {
        await others.grant('jane', [
          rule('impersonate', 'users'),
          rule('impersonate', 'groups'),
          rule('impersonate', 'userextras/scopes', 'authentication.orch.io'),
        ]);
        return asked('GET', '/version', {
          'Impersonate-User': 'ann',
          'Impersonate-Group': 'cooks',
          'Impersonate-Extra-Scopes': 'read',
        });
      },
      expect.objectContaining({ user: 'ann', group: ['cooks', all], extra: { scopes: ['read'] } }),
    ],
    [
      'a request for no resource: its path and its HTTP verb',
      () => asked('GET', '/metrics'),
      expect.objectContaining({ nonResourceAttributes: { path: '/metrics', verb: 'get' } }),
    ],
    [
      'API verb, namespace, group',
      () => asked('GET', '/apis/apps/v1/namespaces/shop/deployments'),
      reads({ ...place, verb: 'list', group: 'apps', resource: 'deployments' }),
    ],
    ['the group is empty for the core group', () => asked('GET', pods), reads({ ...place, verb: 'list' })],
    [
      'watching is another verb',
      () => asked('GET', `${pods}?watch=true`),
      reads({ ...place, verb: 'watch' }),
    ],
    ['name, for get', () => asked('GET', `${pods}/a`), reads({ ...place, verb: 'get', name: 'a' })],
    ['for update', () => asked('PUT', `${pods}/a`, {}, {}), reads({ ...place, verb: 'update', name: 'a' })],
    ['for patch', () => asked('PATCH', `${pods}/a`, {}, {}), reads({ ...place, verb: 'patch', name: 'a' })],
    ['for delete', () => asked('DELETE', `${pods}/a`), reads({ ...place, verb: 'delete', name: 'a' })],
    ['and not for all of them', () => asked('DELETE', pods), reads({ ...place, verb: 'deletecollection' })],
    [
      'sub-resource',
      () => asked('GET', `${pods}/a/log`),
      reads({ ...place, verb: 'get', name: 'a', subresource: 'log' }),
    ],
  ]);
});

describe('the decision', () => {
  const list = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;
  beforeAll(() => others.grant('joe', [rule('list', 'configmaps')]));
  table([
    [
      'is denial by default',
      () => callers.outcome(as('joe'), 'GET', list('shop')),
      [
        403,
        'configmaps is forbidden: User "joe" cannot list resource "configmaps" in API group "" in the namespace "shop"',
      ],
    ],
    ['the first approval decides', () => others.outcome(as('ann'), 'GET', list('yes')), [200]],
    ['the first denial decides', () => others.outcome(as('joe'), 'GET', list('no')), forbidden('"joe"')],
    ['without an opinion the next one is asked', () => others.outcome(as('joe'), 'GET', list('shop')), [200]],
    [
      'if none has one the request is denied',
      () => others.outcome(as('ann'), 'GET', list('shop')),
      forbidden('User "ann" cannot list resource "configmaps"'),
    ],
  ]);
});

describe('special verbs', () => {
  const group = 'rbac.authorization.orch.io';
  const roles = `/apis/${group}/v1/clusterroles`;
  const secrets = [rule('get', 'secrets')];
  const may = async (name: string, verb: string, policy: string) => {
    const spec = {
      resourceAttributes: { verb, group: 'policy', resource: 'podsecuritypolicies', name: policy },
    };
    const reviews = '/apis/authorization.orch.io/v1/selfsubjectaccessreviews';
    return (await callers.send(as(name), 'POST', reviews, { spec })).body.status.allowed;
  };
  const bind = (name: string) =>
    callers.outcome(as('cook'), 'POST', `/apis/${group}/v1/clusterrolebindings`, {
      metadata: { name },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name },
    });
  beforeAll(() =>
    callers.grant('cook', [
      rule('use', 'podsecuritypolicies', 'policy', 'mild'),
      rule('create', 'clusterroles', group),
      rule('create', 'clusterrolebindings', group),
      rule('bind', 'clusterroles', group, 'view'),
    ]),
  );
  table([
    [
      'use, on podsecuritypolicies',
      async () => [await may('cook', 'use', 'mild'), await may('cook', 'use', 'wild')],
      [true, false],
    ],
    [
      'bind, on roles and cluster roles',
      async () => [await bind('view'), (await bind('edit'))[0]],
      [[201], 403],
    ],
    [
      'escalate, on roles and cluster roles',
      async () => {
        const role = { metadata: { name: 'reads-secrets' }, rules: secrets };
        const before = await callers.outcome(as('cook'), 'POST', roles, role);
        await callers.grant('cook', [rule('escalate', 'clusterroles', group)]);
        await expect.poll(async () => (await callers.outcome(as('cook'), 'POST', roles, role))[0]).toBe(201);
        return before;
      },
      forbidden('attempting to grant RBAC permissions not currently held'),
    ],
  ]);
});

describe('--authorization-mode', () => {
  /** At a server of its own: who gets which code for a list of pods. */
  async function codes(...flags: string[]): Promise<unknown> {
    const started = await TestServer.start({
      dialect: 'orch',
      flags: [`--token-auth-file=${tokens}`, ...flags],
    });
    try {
      const own = new Callers(started, 'orch.io');
      const ask = async (name: string) => (await own.outcome(as(name), 'GET', '/api/v1/pods'))[0];
      return { admin: await ask('admin'), jane: await ask('jane') };
    } finally {
      await started.remove();
    }
  }
  const policyFile = join(directory, 'policies');
  writeFileSync(
    policyFile,
    JSON.stringify({
      apiVersion: 'abac.authorization.orch.io/v1beta1',
      kind: 'Policy',
      spec: { user: 'jane', namespace: '*', resource: 'pods', readonly: true },
    }),
  );

  table([
    [
      'AlwaysDeny has no opinion about anything',
      () => codes('--authorization-mode=AlwaysDeny'),
      { admin: 200, jane: 403 },
    ],
    [
      'AlwaysAllow allows everything',
      () => codes('--authorization-mode=AlwaysAllow'),
      { admin: 200, jane: 200 },
    ],
    [
      'ABAC reads its file; several modes stand in a list',
      () => codes('--authorization-mode=RBAC,ABAC', `--authorization-policy-file=${policyFile}`),
      { admin: 200, jane: 200 },
    ],
    [
      'is a list of known names',
      () =>
        codes('--authorization-mode=RBAC,Perhaps').catch(({ message }) => /authorization-mode/.test(message)),
      true,
    ],
    [
      'Node gives a node agent rights for the pods scheduled to it',
      async () => {
        const shop = '/api/v1/namespaces/shop';
        const ask = async (name: string) =>
          (await callers.outcome(as('node'), 'GET', `${shop}/secrets/${name}`))[0];
        for (const name of ['used', 'unused'])
          await asAdmin('POST', `${shop}/secrets`, { metadata: { name } });
        await asAdmin('POST', `${shop}/serviceaccounts`, { metadata: { name: 'default' } });
        await asAdmin('POST', `${shop}/pods`, {
          metadata: { name: 'on-node' },
          spec: {
            nodeName: 'n1',
            containers: [{ name: 'c', image: 'i' }],
            imagePullSecrets: [{ name: 'used' }],
          },
        });
        await expect.poll(() => ask('used')).toBe(200);
        return ask('unused');
      },
      403,
    ],
    [
      'whoever may create workloads reaches the secrets, accounts and volumes of the namespace',
      async () => {
        await callers.grant('jane', [rule('create', 'pods')], 'shop');
        const spec = {
          serviceAccountName: 'default',
          containers: [{ name: 'c', image: 'i', volumeMounts: [{ name: 'v', mountPath: '/v' }] }],
          volumes: [{ name: 'v', secret: { secretName: 'used' } }],
        };
        const pod = { metadata: { name: 'reaches' }, spec };
        return [
          (await callers.outcome(as('jane'), 'GET', '/api/v1/namespaces/shop/secrets/used'))[0],
          (await callers.outcome(as('jane'), 'POST', '/api/v1/namespaces/shop/pods', pod))[0],
        ];
      },
      [403, 201],
    ],
  ]);
});

describe('certificate requests', () => {
  const group = 'certificates.orch.io';
  const requests = `/apis/${group}/v1/certificatesigningrequests`;
  const create = async (name: string, signerName: string, ...organizations: string[]) => {
    const request = base64(await requestPem({ organizations }));
    const spec = { signerName, request, usages: ['client auth'] };
    return callers.outcome(as('joe'), 'POST', requests, { metadata: { name }, spec });
  };
  /** Adds a condition. */
  const write = async (who: string, name: string, subresource: string, type: string) => {
    const { body } = await callers.send(as(who), 'GET', `${requests}/${name}`);
    const added = { type, status: 'True', reason: 'r', message: 'm' };
    const status = { ...body.status, conditions: [...(body.status?.conditions ?? []), added] };
    return callers.outcome(as(who), 'PUT', `${requests}/${name}/${subresource}`, { ...body, status });
  };
  const approve = (who: string, name: string) => write(who, name, 'approval', 'Approved');
  const fail = (who: string, name: string) => write(who, name, 'status', 'Failed');
  const notPermitted = (verb: string, signer: string) =>
    forbidden(`user not permitted to ${verb} requests with signerName "${signer}"`);

  beforeAll(async () => {
    const reading = rule('get,list,watch', 'certificatesigningrequests', group);
    await callers.grant('joe', [rule('create,get,list,watch', 'certificatesigningrequests', group)]);
    await callers.grant('ann', [
      ...[reading, rule('update', 'certificatesigningrequests/approval', group)],
      rule('approve', 'signers', group, 'acme.example/one', 'other.example/*'),
    ]);
    await callers.grant('signer', [
      ...[reading, rule('update', 'certificatesigningrequests/status', group)],
      rule('sign', 'signers', group, 'acme.example/one', 'other.example/*'),
    ]);
    for (const [name, signer] of [
      ['one', 'acme.example/one'],
      ['two', 'acme.example/two'],
      ['domain', 'other.example/any'],
    ] as const)
      expect(await create(name, signer)).toEqual([201]);
  });

  table([
    [
      'to create and read: create, get, list, watch',
      async () => [
        await callers.outcome(as('joe'), 'GET', requests),
        await callers.outcome(as('joe'), 'GET', `${requests}/one`),
        (await callers.outcome(as('cook'), 'GET', requests))[0],
      ],
      [[200], [200], 403],
    ],
    [
      'to approve: update of the sub-resource approval',
      () => approve('joe', 'one'),
      forbidden('cannot update resource "certificatesigningrequests/approval"'),
    ],
    ['to approve: the verb approve on the signer', () => approve('ann', 'one'), [200]],
    ['to approve: or on all of its domain', () => approve('ann', 'domain'), [200]],
    [
      'to approve: not on another of the domain',
      () => approve('ann', 'two'),
      notPermitted('approve', 'acme.example/two'),
    ],
    [
      'to sign: update of the sub-resource status',
      () => fail('ann', 'one'),
      forbidden('cannot update resource "certificatesigningrequests/status"'),
    ],
    ['to sign: the verb sign on the signer', () => fail('signer', 'one'), [200]],
    ['to sign: or on all of its domain', () => fail('signer', 'domain'), [200]],
    [
      'to sign: not on another of the domain',
      () => fail('signer', 'two'),
      notPermitted('sign', 'acme.example/two'),
    ],
    [
      'requests of clients in system:masters are rejected',
      () => create('masters', 'orch.io/orch-apiserver-client', 'system:masters'),
      forbidden('system:masters'),
    ],
  ]);
});
