import { createHmac } from 'node:crypto';
import type { Algorithm } from 'jsonwebtoken';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestKey, TestIssuer, type TestKey } from '../../../../../test/support/unit/oidc-issuer.ts';
import { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import { FlagValues } from '../../../../util/flags.ts';
import { ClaimExpressions } from '../../configuration/claim-expressions.ts';
import { OidcAuthenticator } from './authenticator.ts';
import { issuerOfFlags, oidcFlags, oidcSettings } from './settings.ts';

let key: TestKey;
let second: TestKey;
const elliptic: TestKey[] = [];
beforeAll(() => {
  key = makeTestKey('first');
  second = makeTestKey('second');
  elliptic.push(...(['ES256', 'ES384', 'ES512'] as const).map((name) => makeTestKey(name, name)));
});

const start = Date.parse('2030-01-01T00:00:00Z');
const seconds = start / 1000;
let now: number;
let issuer: TestIssuer;
let reports: string[];
let resources: DisposableStack;
beforeEach(async () => {
  now = start;
  reports = [];
  resources = new DisposableStack();
  issuer = await TestIssuer.start([key]);
});
afterEach(async () => {
  resources.dispose();
  await issuer.server.close();
});

async function authenticator(flags: Record<string, string | string[]> = {}): Promise<OidcAuthenticator> {
  const values = new FlagValues(oidcFlags, {
    'oidc-issuer-url': issuer.url,
    'oidc-client-id': 'api',
    'oidc-username-prefix': '-',
    ...flags,
  });
  const gates = new FeatureGates('1.36');
  const options = {
    expressions: new ClaimExpressions('1.36'),
    credentialKey: 'authentication.example.com/credential-id',
  };
  const settings = Object.assign(oidcSettings(issuerOfFlags(values, gates)!, options), {
    authority: issuer.server.authority.certificate,
  });
  const made = new OidcAuthenticator(settings, {
    clock: { now: () => now },
    report: (message) => reports.push(message),
  });
  await resources.use(made).start();
  reports.length = 0;
  return made;
}

const claims = (more: object = {}) => ({
  iss: issuer.url,
  aud: 'api',
  sub: 'jane',
  exp: seconds + 3600,
  ...more,
});

describe('a token', () => {
  it.each<[string, Record<string, string | string[]>, object, object]>([
    ['is its subject', {}, {}, { name: 'jane', uid: '', groups: [], extra: {} }],
    ['has the issuer before its subject', { 'oidc-username-prefix': '' }, {}, { name: 'ISSUER#jane' }],
    ['has a prefix before its subject', { 'oidc-username-prefix': 'oidc:' }, {}, { name: 'oidc:jane' }],
    ['is another claim', { 'oidc-username-claim': 'nick' }, { nick: 'jj' }, { name: 'jj' }],
    [
      'has nothing before an address',
      { 'oidc-username-claim': 'email', 'oidc-username-prefix': '' },
      { email: 'jane@a.example', email_verified: true },
      { name: 'jane@a.example' },
    ],
    [
      'may have an address of which nothing is said',
      { 'oidc-username-claim': 'email' },
      { email: 'jane@a.example' },
      { name: 'jane@a.example' },
    ],
    ['has no groups when there is no claim', { 'oidc-groups-claim': 'groups' }, {}, { groups: [] }],
    ['has groups', { 'oidc-groups-claim': 'groups' }, { groups: ['a', 'b'] }, { groups: ['a', 'b'] }],
    ['has one group', { 'oidc-groups-claim': 'role' }, { role: 'admin' }, { groups: ['admin'] }],
    [
      'has a prefix before its groups',
      { 'oidc-groups-claim': 'groups', 'oidc-groups-prefix': 'oidc:' },
      { groups: ['a'] },
      { groups: ['oidc:a'] },
    ],
    ['has groups only when asked for', {}, { groups: ['a'] }, { groups: [] }],
    [
      'has what is required',
      { 'oidc-required-claim': ['hd=a.example', 'x=y=z'] },
      { hd: 'a.example', x: 'y=z' },
      { name: 'jane' },
    ],
    ['may be for several', {}, { aud: ['other', 'api'] }, { name: 'jane' }],
    ['may be a little early', {}, { nbf: seconds + 200 }, { name: 'jane' }],
  ])('%s', async (_, flags, more, user) => {
    const method = await authenticator(flags);
    const text = JSON.stringify(await method.authenticateToken(issuer.sign(claims(more))));
    expect(JSON.parse(text.replace(issuer.url, 'ISSUER'))).toMatchObject(user);
    expect(reports).toEqual([]);
  });

  it.each<[string, Record<string, string | string[]>, object, string]>([
    ['for somebody else', {}, { aud: 'other' }, 'expected audience "api" got "other"'],
    ['for nobody', {}, { aud: undefined }, 'expected audience "api"'],
    ['for an object', {}, { aud: { api: 'api' } }, 'expected audience'],
    ['that has expired', {}, { exp: seconds - 1 }, 'token is expired'],
    ['without an end', {}, { exp: undefined }, 'does not say when it expires'],
    ['that is not valid yet', {}, { nbf: seconds + 600 }, 'before the nbf (not before) time'],
    [
      'without the claim',
      { 'oidc-username-claim': 'nick' },
      {},
      'parse username claims "nick": claim not present',
    ],
    ['whose name is a number', {}, { sub: 7 }, 'parse username claims "sub": must be a string'],
    ['whose name is empty', {}, { sub: '' }, 'parse username claims "sub": is empty'],
    ['whose name is a property', { 'oidc-username-claim': 'constructor' }, {}, 'claim not present'],
    [
      'with an address that is not verified',
      { 'oidc-username-claim': 'email' },
      { email: 'a@b', email_verified: false },
      'email not verified',
    ],
    [
      'with an address that is said to be verified as text',
      { 'oidc-username-claim': 'email' },
      { email: 'a@b', email_verified: 'true' },
      "parse 'email_verified' claim",
    ],
    [
      'whose groups are no texts',
      { 'oidc-groups-claim': 'groups' },
      { groups: [['a']] },
      'parse groups claim "groups"',
    ],
    [
      'without what is required',
      { 'oidc-required-claim': 'hd=a' },
      {},
      'required claim hd not present in ID token',
    ],
    [
      'with another value than is required',
      { 'oidc-required-claim': 'hd=a' },
      { hd: 'b' },
      'required claim hd value does not match. Got = b, want = a',
    ],
    ['with a list of what is required', { 'oidc-required-claim': 'hd=a' }, { hd: ['a'] }, 'parse claim "hd"'],
  ])('%s is nobody', async (_, flags, more, problem) => {
    const method = await authenticator(flags);
    const all = JSON.parse(JSON.stringify(claims(more)));
    expect(await method.authenticateToken(issuer.sign(all))).toBeUndefined();
    expect(reports).toEqual([expect.stringContaining(problem)]);
  });

  it('of another issuer, or none at all, is not looked at', async () => {
    const method = await authenticator();
    const looks = issuer.looks;
    const foreign = issuer.sign(claims({ iss: `${issuer.url}/` }));
    const json = JSON.stringify({ payload: '', signatures: [], iss: issuer.url });
    for (const token of [foreign, 'abc', '..', 'a.b.c', json, 'x'.repeat(1_000_000)]) {
      expect(method.authenticateToken(token)).toBeUndefined();
    }
    expect(issuer.looks).toBe(looks);
    expect(reports).toEqual([]);
  });

  it('ends with its time, even when it was just seen', async () => {
    const method = await authenticator();
    const token = issuer.sign(claims({ exp: seconds + 6 }));
    expect(await method.authenticateToken(token)).toMatchObject({ name: 'jane' });
    now += 6_001;
    expect(await method.authenticateToken(token)).toBeUndefined();
  });
});

describe('a signature', () => {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('by none, by the public key as a shared secret, or by a stranger is none', async () => {
    const method = await authenticator();
    const body = encoded(claims());
    const head = (alg: string, more: object = {}) => encoded({ alg, typ: 'JWT', kid: 'first', ...more });
    const pem = key.publicKey.export({ type: 'spki', format: 'pem' });
    const shared = `${head('HS256')}.${body}`;
    const good = issuer.sign(claims());
    const tokens = {
      none: `${head('none')}.${body}.`,
      noneSigned: `${head('none')}.${body}.${good.split('.')[2]}`,
      hmac: `${shared}.${createHmac('sha256', pem).update(shared).digest('base64url')}`,
      unsigned: `${good.split('.').slice(0, 2).join('.')}.`,
      changed: `${good.split('.')[0]}.${encoded(claims({ sub: 'root' }))}.${good.split('.')[2]}`,
      stranger: issuer.sign(claims(), second, { kid: 'first' }),
      embedded: issuer.sign(claims(), second, {
        kid: 'second',
        jwk: second.publicKey.export({ format: 'jwk' }),
        jku: 'https://127.0.0.1:1/keys',
      }),
      path: issuer.sign(claims(), second, { kid: '../../etc/passwd' }),
      url: issuer.sign(claims(), second, { kid: 'https://127.0.0.1:1/' }),
    };
    for (const [name, token] of Object.entries(tokens)) {
      expect([name, await method.authenticateToken(token)]).toEqual([name, undefined]);
    }
    expect(await method.authenticateToken(good)).toMatchObject({ name: 'jane' });
  });

  it.each<Algorithm>(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'])(
    'by %s counts when that is allowed',
    async (name) => {
      const curve = elliptic.find(({ algorithm }) => algorithm === name);
      const own = curve ?? { ...key, algorithm: name };
      issuer.keys = [own];
      const token = issuer.sign(claims(), own);
      const method = await authenticator({ 'oidc-signing-algs': `ES256,${name}` });
      expect(await method.authenticateToken(token)).toMatchObject({ name: 'jane' });
      const other = name === 'RS256' ? 'RS512' : 'RS256';
      const strict = await authenticator({ 'oidc-signing-algs': other });
      expect(await strict.authenticateToken(token)).toBeUndefined();
    },
  );

  it('by a key without a name counts', async () => {
    const method = await authenticator();
    expect(await method.authenticateToken(issuer.sign(claims(), key, {}))).toMatchObject({ name: 'jane' });
  });
});

describe('the keys', () => {
  it('are fetched once, and again for one that is not known, but not at every try', async () => {
    const method = await authenticator();
    await method.authenticateToken(issuer.sign(claims()));
    const looks = issuer.looks;
    issuer.keys = [second];
    now += 3_000;
    expect(await method.authenticateToken(issuer.sign(claims({ n: 1 }), second))).toMatchObject({
      name: 'jane',
    });
    expect(issuer.looks).toBe(looks + 1);
    // The old key is gone.
    const old = Array.from({ length: 20 }, (_, n) => issuer.sign(claims({ n }), key));
    for (const token of old) expect(await method.authenticateToken(token)).toBeUndefined();
    expect(issuer.looks).toBe(looks + 1);
    now += 3_000;
    await Promise.all(old.map((token) => method.authenticateToken(token)));
    expect(issuer.looks).toBe(looks + 2);
  });

  it('stay in force while they cannot be fetched', async () => {
    const method = await authenticator();
    await method.authenticateToken(issuer.sign(claims()));
    issuer.documents['/keys'] = () => ({ status: 500 });
    now += 700_000;
    for (let n = 0; n < 3; n++) {
      now += 20_000;
      expect(await method.authenticateToken(issuer.sign(claims({ n })))).toMatchObject({ name: 'jane' });
    }
  });

  it.each([
    ['garbage', { body: '<html>' }],
    ['no set', { body: [] }],
    ['a set of nothing', { body: { keys: [{}, { kty: 'RSA', n: 'x' }, { kty: 'oct', k: 'aaaa' }] } }],
    ['100 MB', { body: Buffer.alloc(100 * 1_048_576, ' ') }],
    ['a redirect', { status: 302, headers: { location: '/other' } }],
  ])('that are %s verify nothing', async (_, document) => {
    issuer.documents['/keys'] = () => document;
    const method = await authenticator();
    expect(await method.authenticateToken(issuer.sign(claims()))).toBeUndefined();
    expect(reports).toHaveLength(1);
  });
});

describe('an issuer', () => {
  const path = '/.well-known/openid-configuration';
  it.each<[string, () => object]>([
    ['is another', () => ({ body: { issuer: 'https://other.example', jwks_uri: `${issuer.url}/keys` } })],
    ['has no keys', () => ({ body: { issuer: issuer.url } })],
    ['has its keys without TLS', () => ({ body: { issuer: issuer.url, jwks_uri: 'http://127.0.0.1/keys' } })],
    ['is nowhere', () => ({ status: 404 })],
    ['redirects', () => ({ status: 302, headers: { location: 'https://127.0.0.1:1/' } })],
    ['answers garbage', () => ({ body: '<html>' })],
    ['answers too much', () => ({ body: Buffer.alloc(100 * 1_048_576, ' ') })],
  ])('that %s has no tokens', async (_, document) => {
    issuer.documents[path] = document;
    const method = await authenticator();
    // Not even once it is as it should be: it is looked for from time to time, not at each token.
    delete issuer.documents[path];
    expect(await method.authenticateToken(issuer.sign(claims()))).toBeUndefined();
    expect(reports[0]).toContain('authenticator not initialized');
  });
});

describe('groups that are elsewhere', () => {
  const flags = { 'oidc-groups-claim': 'groups' };
  const elsewhere = (endpoint = `${issuer.url}/groups`, more: object = {}) => ({
    _claim_names: { groups: 'src' },
    _claim_sources: { src: { endpoint, access_token: 'ticket', ...more } },
  });
  const ask = async (more: object) =>
    (await authenticator(flags)).authenticateToken(issuer.sign(claims(more)));

  it('are fetched with the ticket, of another issuer, once', async () => {
    const other = await TestIssuer.start([second], issuer.server.authority);
    resources.defer(() => void other.server.close());
    const token = other.sign({ ...claims(), iss: other.url, groups: ['far', 'away'] });
    issuer.documents['/groups'] = ({ headers }) =>
      headers.authorization === 'Bearer ticket' ? { body: token } : { status: 401 };
    const method = await authenticator(flags);
    const own = issuer.sign(claims(elsewhere()));
    for (let n = 0; n < 3; n++) {
      expect(await method.authenticateToken(own)).toMatchObject({ name: 'jane', groups: ['far', 'away'] });
    }
    expect(issuer.server.calls.filter(({ path }) => path === '/groups')).toHaveLength(1);
  });

  it('are not fetched when they are here as well, or stand in the token', async () => {
    expect(await ask({ ...elsewhere(), groups: ['near'] })).toMatchObject({ groups: ['near'] });
    expect(await ask(elsewhere('', { JWT: 'a.b.c' }))).toMatchObject({ groups: [] });
    expect(await ask({ _claim_names: { other: 'src' } })).toMatchObject({ groups: [] });
    expect(issuer.server.calls.some(({ path }) => path === '/groups')).toBe(false);
  });

  it.each<[string, () => object, () => string, string]>([
    ['are behind no TLS', () => elsewhere('http://127.0.0.1:1/'), () => '', 'no https URL'],
    ['are nowhere', () => elsewhere('https://127.0.0.1:1/'), () => '', 'connection refused'],
    ['have no sources', () => ({ _claim_names: { groups: 'src' } }), () => '', 'no claim sources'],
    [
      'have another source',
      () => ({ ...elsewhere(), _claim_names: { groups: 'x' } }),
      () => '',
      'contained a source x missing in _claims_sources',
    ],
    ['have names that are none', () => ({ ...elsewhere(), _claim_names: [] }), () => '', 'must be an object'],
    ['are no token', () => elsewhere(), () => 'garbage', 'names no https issuer'],
    [
      'are of nobody',
      () => elsewhere(),
      () => issuer.sign({ ...claims(), iss: 'https://127.0.0.1:1' }),
      'connection refused',
    ],
    ['are signed by a stranger', () => elsewhere(), () => issuer.sign(claims(), second), 'failed to verify'],
    [
      'are for somebody else',
      () => elsewhere(),
      () => issuer.sign(claims({ aud: 'x' })),
      'expected audience',
    ],
    ['are not there', () => elsewhere(), () => issuer.sign(claims()), 'did not contain claim: groups'],
  ])('that %s are no user', async (_, more, answer, problem) => {
    issuer.documents['/groups'] = () => ({ body: answer() });
    expect(await ask(more())).toBeUndefined();
    expect(reports).toEqual([expect.stringContaining(problem)]);
    expect(reports.join()).not.toContain('ticket');
  });
});
