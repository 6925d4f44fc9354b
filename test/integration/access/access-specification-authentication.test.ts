/**
 * SPEC.md, "Authentication", sentence by sentence, up to "Impersonation"; what follows there is in
 * access-specification-authorization. No rows for
 * - controllers: the token controller, the cleaner and the signer of bootstrap tokens, the publisher of the authority,
 *   the keeper of default accounts. What they would make is made here by an admin;
 * - what clients do: exec plugins (kubectl-credentials runs one), and the OIDC provider that refreshes tokens;
 * - that tokens of the file never expire, and that id tokens cannot be revoked: there is no way to do so.
 */
import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Callers, type Credentials, type Row } from '../../support/callers.ts';
import { OpenIdProvider } from '../../support/openid.ts';
import { OpenSsl } from '../../support/openssl.ts';
import { TestServer } from '../../support/server.ts';
import { TestHttpsServer } from '../../support/unit/https-server.ts';
import { webhookConfig } from '../../support/webhook-config.ts';

const directory = mkdtempSync(join(tmpdir(), 'access-'));
const openssl = new OpenSsl(join(directory, 'pki'));
const clients = openssl.authority('/CN=clients');
const proxies = openssl.authority('/CN=proxies');
const jane = { identity: openssl.client('/O=cooks/O=waiters/CN=jane', clients) };
const front = openssl.client('/CN=front', proxies);
const side = openssl.client('/CN=side', proxies);
const accountKeys = ['first', 'second'].map((name) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = { type: 'pkcs8', format: 'pem' } as const;
  const file = join(directory, `${name}.pub`);
  writeFileSync(join(directory, `${name}.key`), privateKey.export(pem));
  writeFileSync(file, publicKey.export({ type: 'spki', format: 'pem' }));
  return { privateKey, file };
});

/** Tokens of its own are known to it, and no others. */
const remote = {
  username: 'remote',
  uid: '42',
  groups: ['cooks'],
  extra: { scopes: ['read', 'write'] },
};
let webhook: TestHttpsServer;
let provider: OpenIdProvider;
/** One with all methods, as they are by default; one where they are told otherwise. */
let server: TestServer;
let other: TestServer;
let callers: Callers;
let others: Callers;

beforeAll(async () => {
  webhook = await TestHttpsServer.start(({ body: { apiVersion, kind, spec } }) => {
    const version = spec.token === 'of-another-version' ? 'authentication.orch.io/v9' : apiVersion;
    const isKnown = spec.token === 'remote' || spec.token === 'of-another-version';
    return {
      body: {
        apiVersion: version,
        kind,
        status: { authenticated: isKnown, ...(isKnown && { user: remote }) },
      },
    };
  });
  provider = await OpenIdProvider.start();
  const issuerCa = join(directory, 'issuer.crt');
  writeFileSync(issuerCa, provider.authority.certificate);
  const both = [
    `--client-ca-file=${clients.certificateFile}`,
    '--requestheader-username-headers=X-Remote-User,X-Other-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    `--requestheader-client-ca-file=${proxies.certificateFile}`,
    `--oidc-issuer-url=${provider.url}`,
    `--oidc-client-id=${provider.clientId}`,
    `--oidc-ca-file=${issuerCa}`,
    '--oidc-groups-claim=groups',
    `--authentication-token-webhook-config-file=${webhookConfig(directory, 'tokens', webhook)}`,
  ];
  [server, other] = await Promise.all([
    TestServer.start({
      dialect: 'orch',
      flags: [
        ...both,
        '--requestheader-allowed-names=front',
        '--enable-bootstrap-token-auth',
        `--service-account-signing-key-file=${join(directory, 'first.key')}`,
        ...accountKeys.map(({ file }) => `--service-account-key-file=${file}`),
      ],
    }),
    TestServer.start({
      dialect: 'orch',
      flags: [
        ...both,
        '--oidc-username-claim=email',
        '--oidc-groups-prefix=oidc:',
        '--oidc-required-claim=email=jane@a.example',
        '--authentication-token-webhook-version=v1',
        '--authentication-token-webhook-cache-ttl=0s',
        '--anonymous-auth=false',
      ],
    }),
  ]);
  callers = new Callers(server, 'orch.io');
  others = new Callers(other, 'orch.io');
  for (const each of [server, other])
    expect((await each.client.post('/api/v1/namespaces', { metadata: { name: 'shop' } })).status).toBe(201);
  await makeAccount('default');
});
afterAll(async () => {
  await Promise.all([server?.remove(), other?.remove()]);
  await Promise.all([webhook?.close(), provider?.close()]);
  rmSync(directory, { recursive: true, force: true });
});

const shop = '/api/v1/namespaces/shop';
const admin = { token: 'admin-token' };
const asAdmin = (method: string, path: string, body?: object): Promise<any> =>
  callers.done(admin, method, path, body);
const makeAccount = (name: string, more: object = {}): Promise<any> =>
  asAdmin('POST', `${shop}/serviceaccounts`, { metadata: { name }, ...more });
const accountToken = async (name: string): Promise<string> => {
  await callers.send(admin, 'POST', `${shop}/serviceaccounts`, { metadata: { name } });
  return (await asAdmin('POST', `${shop}/serviceaccounts/${name}/token`, { spec: {} })).status.token;
};
/** Of the older kind, which stands in a Secret; the Secret, and the account, are of the same name. */
function heldClaims(name: string, uid: string): object {
  const prefix = 'orch.io/serviceaccount';
  return {
    iss: 'orch/serviceaccount',
    sub: `system:serviceaccount:shop:${name}`,
    [`${prefix}/namespace`]: 'shop',
    [`${prefix}/secret.name`]: name,
    [`${prefix}/service-account.name`]: name,
    [`${prefix}/service-account.uid`]: uid,
  };
}
async function heldToken(name: string): Promise<string> {
  const { metadata } = await makeAccount(name);
  const token = jwt.sign(heldClaims(name, metadata.uid), accountKeys[1]!.privateKey, {
    algorithm: 'RS256',
    noTimestamp: true,
  });
  await asAdmin('POST', `${shop}/secrets`, {
    metadata: { name, annotations: { 'orch.io/service-account.name': name } },
    type: 'orch.io/service-account-token',
    stringData: { token },
  });
  return token;
}
/** At a server that was given a certificate and nothing else: whose a token is that its key signed. */
async function atServingKey(): Promise<unknown> {
  const extensions = ['subjectAltName=IP:127.0.0.1', 'basicConstraints=critical,CA:FALSE'];
  const serving = openssl.make({ subject: '/CN=server', extensions });
  const own = mkdtempSync(join(directory, 'server-'));
  writeFileSync(join(own, 'ca.crt'), serving.certificate);
  const flags = [
    ...[`--tls-cert-file=${serving.certificateFile}`, `--tls-private-key-file=${serving.keyFile}`],
    '--service-account-lookup=false',
  ];
  const started = await TestServer.start({ dialect: 'orch', directory: own, flags });
  try {
    const options = { algorithm: 'ES256', noTimestamp: true } as const;
    const token = jwt.sign(heldClaims('anybody', 'any'), serving.key, options);
    return await new Callers(started, 'orch.io').nameOf({ token });
  } finally {
    await started.remove();
  }
}
async function bootstrapToken(id: string, data: object = {}): Promise<string> {
  await asAdmin('POST', '/api/v1/namespaces/orch-system/secrets', {
    metadata: { name: `bootstrap-token-${id}` },
    type: 'bootstrap.orch.io/token',
    stringData: {
      'token-id': id,
      'token-secret': 'f395accd246ae52d',
      'usage-bootstrap-authentication': 'true',
      ...data,
    },
  });
  return `${id}.f395accd246ae52d`;
}
const byProxy = (headers: Record<string, string | string[]>, identity = front): Credentials => ({
  identity,
  headers,
});
const is = (who: Credentials) => () => callers.whoIs(who);
const all = 'system:authenticated';
const unauthorized = '401 Unauthorized';

function table(rows: readonly Row[]): void {
  it.each(rows)('%s', async (_, ask, answer) => {
    const found = await ask();
    expect(found).toEqual(typeof answer === 'function' ? answer() : answer);
  });
}

describe('users and request attributes', () => {
  table([
    [
      'service accounts are objects managed by the service, bound to a namespace',
      async () => (await makeAccount('object')).metadata.namespace,
      'shop',
    ],
    [
      'normal users are not represented by objects',
      async () => {
        const { groups } = await asAdmin('GET', '/apis');
        const places = groups.flatMap((group: any) =>
          group.versions.map(({ groupVersion }: any) => `/apis/${groupVersion}`),
        );
        const lists = await Promise.all(['/api/v1', ...places].map((place) => asAdmin('GET', place)));
        const names = lists.flatMap(({ resources }) => resources.map(({ name }: any) => name));
        return names.filter((name: string) => ['users', 'groups'].includes(name));
      },
      [],
    ],
    [
      'a valid client certificate signed by the cluster CA authenticates a user',
      () => callers.nameOf(jane),
      'jane',
    ],
    [
      'every request is tied to a normal user, a service account, or is anonymous',
      async () => [
        await callers.nameOf({ token: 'user-token' }),
        await callers.nameOf({ token: await accountToken('tied') }),
        await callers.nameOf({}),
      ],
      [
        'jane',
        'system:serviceaccount:shop:tied',
        expect.stringContaining('User "system:anonymous" cannot create'),
      ],
    ],
    [
      'attributes are username, UID, groups, extra',
      is({ token: 'remote' }),
      { ...remote, groups: ['cooks', all] },
    ],
    [
      'they are opaque until an authorizer interprets them',
      () => callers.nameOf(byProxy({ 'X-Remote-User': '*/../"a" b%2f' })),
      '*/../"a" b%2f',
    ],
    [
      'every authenticated user also belongs to the group system:authenticated',
      async () => {
        const ways = [
          ...[jane, { token: 'user-token' }, { token: 'remote' }, byProxy({ 'X-Remote-User': 'joe' })],
          ...[{ token: await bootstrapToken('aaaaaa') }, { token: await accountToken('member') }],
          { token: await provider.logIn('jane') },
        ];
        const users: any[] = await Promise.all(ways.map((who) => callers.whoIs(who)));
        return users.map(({ groups }) => groups.filter((group: string) => group === all).length);
      },
      [1, 1, 1, 1, 1, 1, 1],
    ],
    [
      'several methods may be enabled; the first that succeeds decides',
      () => callers.nameOf({ ...jane, token: 'remote' }),
      'jane',
    ],
    [
      'and one that fails does not keep another from succeeding',
      () =>
        callers.nameOf({
          identity: openssl.client('/CN=joe', openssl.authority('/CN=clients')),
          token: 'remote',
        }),
      'remote',
    ],
  ]);
});

describe('credential methods', () => {
  table([
    [
      'client certificate: the common name is the username; each organization is a group',
      is(jane),
      { username: 'jane', groups: ['cooks', 'waiters', all] },
    ],
    [
      'client certificate: it is verified against the CA file',
      is({ identity: openssl.client('/CN=jane', openssl.authority('/CN=clients')) }),
      unauthorized,
    ],
    [
      'static token file: token, user name, user uid, group names',
      is({ token: 'user-token' }),
      { username: 'jane', uid: '2', groups: ['developers', 'testers', all] },
    ],
    [
      'static token file: changes need a restart',
      async () => {
        appendFileSync(join(server.directory, 'tokens.csv'), 'late-token,late,9\n');
        return callers.whoIs({ token: 'late-token' });
      },
      unauthorized,
    ],
    [
      'bearer header: Authorization: Bearer <token>',
      async () =>
        Promise.all(
          ['Bearer user-token', 'bearer user-token', 'Basic user-token', 'user-token'].map((authorization) =>
            callers.nameOf({ headers: { authorization } }),
          ),
        ),
      ['jane', 'jane', expect.stringContaining('anonymous'), expect.stringContaining('anonymous')],
    ],
    [
      'bearer header: the token must fit a header value',
      is({ headers: { authorization: 'Bearer user token' } }),
      unauthorized,
    ],
    [
      'bootstrap token: user system:bootstrap:<id>, group system:bootstrappers and those of auth-extra-groups',
      async () =>
        callers.whoIs({
          token: await bootstrapToken('bbbbbb', { 'auth-extra-groups': 'system:bootstrappers:a' }),
        }),
      {
        username: 'system:bootstrap:bbbbbb',
        groups: ['system:bootstrappers', 'system:bootstrappers:a', all],
      },
    ],
    [
      'bootstrap token: only with --enable-bootstrap-token-auth',
      async () => others.whoIs({ token: await bootstrapToken('cccccc') }),
      unauthorized,
    ],
    [
      'service account token: a signed JWT of a user in the groups of all accounts and of the namespace',
      async () => {
        const token = await accountToken('builder');
        const user = (await callers.whoIs({ token })) as object;
        return [(jwt.decode(token, { complete: true }) as jwt.Jwt).header.alg, { ...user, uid: '' }];
      },
      [
        'RS256',
        expect.objectContaining({
          username: 'system:serviceaccount:shop:builder',
          groups: ['system:serviceaccounts', 'system:serviceaccounts:shop', all],
        }),
      ],
    ],
    [
      'service account token: --service-account-key-file names the keys that verify; others do not',
      async () => {
        const token = await accountToken('keyed');
        const payload = jwt.decode(token) as object;
        const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
        const signed = [accountKeys[1]!.privateKey, stranger].map((key) =>
          jwt.sign(payload, key, { algorithm: 'RS256' }),
        );
        return Promise.all([token, ...signed].map((each) => callers.nameOf({ token: each })));
      },
      ['system:serviceaccount:shop:keyed', 'system:serviceaccount:shop:keyed', unauthorized],
    ],
    [
      'service account token: without it, the private key of the serving certificate does',
      atServingKey,
      'system:serviceaccount:shop:anybody',
    ],
    [
      'service account token: with --service-account-lookup deleted tokens are revoked',
      async () => {
        const token = await heldToken('revoked');
        const before = await callers.nameOf({ token });
        await asAdmin('DELETE', `${shop}/secrets/revoked`);
        return [before, await callers.nameOf({ token })];
      },
      ['system:serviceaccount:shop:revoked', unauthorized],
    ],
    [
      'OIDC: the id token is the bearer token, not the access token',
      async () => {
        const tokens = await provider.tokensFor('jane');
        return [
          await callers.nameOf({ token: tokens.id_token }),
          await callers.nameOf({ token: tokens.access_token }),
        ];
      },
      () => [`${provider.url}#jane`, unauthorized],
    ],
    [
      'webhook token: sent in a TokenReview to a remote service',
      async () => {
        await callers.whoIs({ token: 'shown' });
        return webhook.calls.find(({ body }) => body.spec.token === 'shown')?.body.kind;
      },
      'TokenReview',
    ],
    [
      'authenticating proxy: the identity is taken from request headers',
      is(byProxy({ 'X-Remote-User': 'joe' })),
      { username: 'joe', groups: [all] },
    ],
    [
      'whoever can read the Secret of a token can act as its account',
      async () => {
        await heldToken('held');
        await callers.grant(
          'joe',
          [{ verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames: ['held'] }],
          'shop',
        );
        const joe = byProxy({ 'X-Remote-User': 'joe' });
        const { body } = await callers.send(joe, 'GET', `${shop}/secrets/held`);
        return callers.nameOf({ token: Buffer.from(body.data.token, 'base64').toString() });
      },
      'system:serviceaccount:shop:held',
    ],
  ]);
});

describe('service account automation', () => {
  const create = async (name: string, spec: object = {}): Promise<any> =>
    (
      await callers.send(admin, 'POST', `${shop}/pods`, {
        metadata: { name },
        spec: { containers: ['a', 'b'].map((each) => ({ name: each, image: 'i' })), ...spec },
      })
    ).body;
  const mounts = ({ spec }: any) => spec.containers.map((each: any) => (each.volumeMounts ?? []).length);

  table([
    [
      'a pod without an account gets the account default',
      async () => (await create('plain')).spec.serviceAccountName,
      'default',
    ],
    [
      'a pod whose account does not exist is rejected',
      async () => (await create('lost', { serviceAccountName: 'gone' })).message,
      'pods "lost" is forbidden: error looking up service account shop/gone: serviceaccount "gone" not found',
    ],
    [
      'a projected volume is mounted in every container',
      async () => {
        const { spec } = await create('mounted');
        return spec.containers.map(({ volumeMounts: [mount] }: any) => [
          mount.mountPath,
          mount.name === spec.volumes[0].name,
        ]);
      },
      [
        ['/var/run/secrets/orch.io/serviceaccount', true],
        ['/var/run/secrets/orch.io/serviceaccount', true],
      ],
    ],
    [
      'unless automounting is disabled on the account or on the pod',
      async () => {
        await makeAccount('silent', { automountServiceAccountToken: false });
        return [
          mounts(await create('by-account', { serviceAccountName: 'silent' })),
          mounts(await create('by-pod', { automountServiceAccountToken: false })),
        ];
      },
      [
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'the imagePullSecrets of the account are copied when the pod has none',
      async () => {
        await makeAccount('puller', { imagePullSecrets: [{ name: 'registry' }] });
        const serviceAccountName = 'puller';
        const own = { imagePullSecrets: [{ name: 'own' }] };
        return [
          (await create('pulls', { serviceAccountName })).spec.imagePullSecrets,
          (await create('pulls-own', { serviceAccountName, ...own })).spec.imagePullSecrets,
        ];
      },
      [[{ name: 'registry' }], [{ name: 'own' }]],
    ],
    [
      'the volume has three sources: token for the API server, ConfigMap of the authority, namespace',
      async () => (await create('sources')).spec.volumes[0].projected.sources,
      [
        { serviceAccountToken: { path: 'token', expirationSeconds: 3607 } },
        { configMap: { name: 'orch-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        {
          downwardAPI: {
            items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
          },
        },
      ],
    ],
    [
      'the token of the volume ends when the pod is deleted',
      async () => {
        const { metadata } = await create('bound');
        const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: 'bound', uid: metadata.uid };
        const asked = { spec: { boundObjectRef } };
        const { token } = (await asAdmin('POST', `${shop}/serviceaccounts/default/token`, asked)).status;
        const before = await callers.nameOf({ token });
        await asAdmin('DELETE', `${shop}/pods/bound?gracePeriodSeconds=0`);
        return [before, await callers.nameOf({ token })];
      },
      ['system:serviceaccount:shop:default', unauthorized],
    ],
  ]);
});

describe('OIDC flags', () => {
  /** At a server of its own, with these flags of OIDC alone. */
  async function at(flags: string[], user: string): Promise<unknown> {
    const issuer = [`--oidc-issuer-url=${provider.url}`, `--oidc-client-id=${provider.clientId}`];
    const own = await TestServer.start({ dialect: 'orch', flags: [...issuer, ...flags] });
    try {
      return await new Callers(own, 'orch.io').nameOf({ token: await provider.logIn(user) });
    } finally {
      await own.remove();
    }
  }
  const ca = `--oidc-ca-file=${join(directory, 'issuer.crt')}`;
  const tokenOf = (user: string) => provider.logIn(user);

  table([
    [
      'username claim: sub by default; the prefix is the issuer and #',
      async () => callers.nameOf({ token: await tokenOf('jane') }),
      () => `${provider.url}#jane`,
    ],
    [
      'username claim: email has no prefix of its own',
      async () => others.nameOf({ token: await tokenOf('jane') }),
      'jane@a.example',
    ],
    ['username prefix: - means none', () => at([ca, '--oidc-username-prefix=-'], 'jane'), 'jane'],
    [
      'username prefix: what is given',
      () => at([ca, '--oidc-username-prefix=people:'], 'jane'),
      'people:jane',
    ],
    [
      'groups claim: an array of group strings; without a prefix they are as they stand',
      async () => ((await callers.whoIs({ token: await tokenOf('jane') })) as any).groups,
      ['developers', 'testers', all],
    ],
    [
      'groups prefix: for group names',
      async () => ((await others.whoIs({ token: await tokenOf('jane') })) as any).groups,
      ['oidc:developers', 'oidc:testers', all],
    ],
    [
      'required claim: the token must contain it',
      async () => [
        await others.nameOf({ token: await tokenOf('jane') }),
        await others.nameOf({ token: await tokenOf('ann') }),
      ],
      ['jane@a.example', unauthorized],
    ],
    ['CA file: the system roots by default', () => at([], 'jane'), unauthorized],
    [
      'client id: all tokens must be issued to it',
      () => at([ca, '--oidc-client-id=another'], 'jane'),
      unauthorized,
    ],
    [
      'issuer url: https, and needed together with the client id',
      () =>
        Promise.all(
          [['--oidc-client-id=a'], ['--oidc-issuer-url=http://a.example', '--oidc-client-id=a']].map(
            (flags) =>
              TestServer.start({ flags }).then(
                () => 'started',
                () => 'refused',
              ),
          ),
        ),
      ['refused', 'refused'],
    ],
    [
      'one issuer is trusted, and no other with the same names',
      async () => {
        const stranger = await OpenIdProvider.start();
        const token = await stranger.logIn('jane');
        await stranger.close();
        return callers.nameOf({ token });
      },
      unauthorized,
    ],
    [
      'tokens are verified by signature and expiry, without contacting the issuer',
      async () => {
        const known = await tokenOf('jane');
        await callers.nameOf({ token: known });
        const token = await tokenOf('eve');
        await provider.close();
        return callers.nameOf({ token });
      },
      () => expect.stringMatching(/#eve$/),
    ],
  ]);
});

describe('webhook token authentication flags', () => {
  const callsFor = (token: string) => webhook.calls.filter(({ body }) => body.spec.token === token);
  table([
    [
      'config file: names the server and its authority; the token is shown to it',
      () => callers.nameOf({ token: 'remote' }),
      'remote',
    ],
    [
      'cache ttl: decisions are kept for two minutes by default',
      async () => {
        for (let asked = 0; asked < 3; asked++) await callers.whoIs({ token: 'cached' });
        return callsFor('cached').length;
      },
      1,
    ],
    [
      'cache ttl: or not at all',
      async () => {
        for (let asked = 0; asked < 3; asked++) await others.whoIs({ token: 'not-cached' });
        return callsFor('not-cached').length;
      },
      3,
    ],
    [
      'version: v1beta1 by default, or v1',
      async () => {
        await callers.whoIs({ token: 'by-default' });
        await others.whoIs({ token: 'as-told' });
        return [...callsFor('by-default'), ...callsFor('as-told')].map(({ body }) => body.apiVersion);
      },
      ['authentication.orch.io/v1beta1', 'authentication.orch.io/v1'],
    ],
    [
      'the answer must be of the same version',
      () => callers.nameOf({ token: 'of-another-version' }),
      unauthorized,
    ],
    [
      'an unsuccessful answer without an error text yields a generic message',
      () => callers.outcome({ token: 'nobody' }, 'GET', '/api'),
      [401, 'Unauthorized'],
    ],
  ]);
});

describe('authenticating proxy flags', () => {
  const joe = { 'X-Remote-User': 'joe' };
  table([
    [
      'username headers: in order, the first one with a value',
      async () => [
        await callers.nameOf(byProxy({ 'X-Other-User': 'second', ...joe })),
        await callers.nameOf(byProxy({ 'X-Remote-User': '', 'X-Other-User': 'second' })),
      ],
      ['joe', 'second'],
    ],
    ['username headers: case-insensitive', () => callers.nameOf(byProxy({ 'x-REMOTE-user': 'joe' })), 'joe'],
    [
      'group headers: all their values are group names',
      is(byProxy({ ...joe, 'X-Remote-Group': ['a, b', 'c'] })),
      { username: 'joe', groups: ['a, b', 'c', all] },
    ],
    [
      'extra headers: the rest after the prefix, in lower case and decoded, is the key',
      is(byProxy({ ...joe, 'X-Remote-Extra-Acme.example%2FScope': ['a', 'b'] })),
      { username: 'joe', groups: [all], extra: { 'acme.example/scope': ['a', 'b'] } },
    ],
    [
      'client CA file: headers are read only from a peer with a certificate under it',
      async () => [
        await callers.nameOf({ headers: joe }),
        await callers.nameOf({ ...jane, headers: joe }),
        await callers.nameOf(byProxy(joe, openssl.client('/CN=front', openssl.authority('/CN=proxies')))),
      ],
      [expect.stringContaining('system:anonymous'), 'jane', unauthorized],
    ],
    [
      'allowed names: the common names that may',
      async () => [await callers.nameOf(byProxy(joe)), await callers.nameOf(byProxy(joe, side))],
      ['joe', unauthorized],
    ],
    ['allowed names: none allows any', () => others.nameOf(byProxy(joe, side)), 'joe'],
  ]);
});

describe('anonymous requests', () => {
  table([
    [
      'a request without credentials is that of system:anonymous',
      () => callers.outcome({}, 'GET', '/api/v1/pods'),
      [
        403,
        'pods is forbidden: User "system:anonymous" cannot list resource "pods" in API group "" at the cluster scope',
      ],
    ],
    [
      'in the group system:unauthenticated, and needs explicit rules',
      async () => {
        const list = () => callers.outcome({}, 'GET', '/api/v1/nodes');
        const before = await list();
        await callers.grant('Group:system:unauthenticated', [
          { verbs: ['list'], apiGroups: [''], resources: ['nodes'] },
        ]);
        await expect.poll(list).toEqual([200]);
        return before[0];
      },
      403,
    ],
    ['and not in system:authenticated', () => callers.outcome({}, 'GET', '/apis'), [403, expect.any(String)]],
    [
      'an invalid bearer token still yields 401',
      () => callers.outcome({ token: 'wrong' }, 'GET', '/version'),
      [401, 'Unauthorized'],
    ],
    [
      '--anonymous-auth=false refuses them',
      () => others.outcome({}, 'GET', '/healthz'),
      [401, 'Unauthorized'],
    ],
    [
      'it is on by default when the mode is not AlwaysAllow, and off when it is',
      async () => {
        const open = await TestServer.start({ flags: ['--authorization-mode=AlwaysAllow'] });
        try {
          const asked = await new Callers(open, 'k8s.io').outcome({}, 'GET', '/api/v1/pods');
          return [(await callers.outcome({}, 'GET', '/version'))[0], asked];
        } finally {
          await open.remove();
        }
      },
      [200, [401, 'Unauthorized']],
    ],
  ]);
});
