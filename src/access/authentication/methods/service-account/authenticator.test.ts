import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryObjects } from '../../../../../test/support/unit/memory-objects.ts';
import { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import { dialects } from '../../../../api/meta/dialect.ts';
import type { ApiObject, ObjectMeta } from '../../../../api/meta/metadata.ts';
import type { User } from '../../../../api/meta/user.ts';
import { readSigningKey, readVerificationKeys } from '../../../../util/token-keys.ts';
import { makeKeyPair } from '../../../../util/x509.ts';
import { TokenIssuer, type TokenWish } from '../../tokens/issuer.ts';
import { Signatures, type TokenVerifier } from '../../tokens/signatures.ts';
import { keySigner } from '../../tokens/token-signer.ts';
import { ServiceAccountAuthenticator } from './authenticator.ts';
import { TokenObjects } from './token-objects.ts';
import { tokenRules } from './token-rules.ts';
import { TokenUses } from './token-uses.ts';

const orch = dialects[0]!;
const start = Date.parse('2030-01-01T00:00:00Z');
const keys = await makeKeyPair('rsa');
const key = readSigningKey(keys.privateKey);
const issuer = 'https://issuer.example';
const wish: TokenWish = {
  namespace: 'shop',
  account: { name: 'builder', uid: 'a1' },
  audiences: [],
  life: 600,
};
const account = (uid = 'a1', more: object = {}): ApiObject => object('builder', uid, more);
const deleted = (time: string) => ({ deletionTimestamp: time });

let now: number;
let objects: MemoryObjects;
let reports: string[];
let labelled: string[];
/** Notes of uses that were tried, and whether they succeed. */
let tried: number;
let isWritable: boolean;
let counted: string[];
let method: ServiceAccountAuthenticator;

function object(name: string, uid: string, more: object = {}): ApiObject {
  return objectIn('shop', name, uid, more);
}

function objectIn(namespace: string, name: string, uid: string, more: object = {}): ApiObject {
  return { kind: '', apiVersion: 'v1', metadata: { namespace, name, uid, ...more } };
}

function methodWith({
  lookup = true,
  verifying = [keys.publicKey],
  release = '1.23',
  gates = '',
  signatures = new Signatures(verifying.flatMap(readVerificationKeys)) as TokenVerifier,
} = {}): ServiceAccountAuthenticator {
  const rules = tokenRules(new FeatureGates(release, [gates]));
  const of = new TokenObjects({ objects, lookup, rules, dialect: orch });
  const report = (error: string): void => void reports.push(error);
  const labels = {
    set: async ({ name }: ObjectMeta, label: string, value: string) => {
      tried++;
      if (!isWritable) throw new Error('no space');
      labelled.push(`${name} ${label}=${value}`);
    },
  };
  const uses = new TokenUses({
    dialect: orch,
    objects: of,
    tracksSecrets: rules.tracksSecrets && lookup,
    count: (use) => counted.push(use),
    labels,
    report,
  });
  return new ServiceAccountAuthenticator({
    signatures,
    issuers: [issuer, 'https://older.example'],
    audiences: [issuer, 'api'],
    objects: of,
    uses,
    rules,
    dialect: orch,
    clock: { now: () => now },
    remembered: 2,
    report,
  });
}

beforeEach(() => {
  now = start;
  reports = [];
  labelled = [];
  tried = 0;
  isWritable = true;
  counted = [];
  objects = new MemoryObjects();
  objects.lister({ resource: 'serviceaccounts' }).put(account());
  method = methodWith();
});

const issue = (change: Partial<TokenWish> = {}, by = issuer): string => {
  const signer = keySigner(key);
  const { claims } = new TokenIssuer({
    signer,
    issuer: by,
    audiences: [issuer, 'api'],
    maxLifetime: undefined,
    extends: true,
    newId: () => 'id-1',
    dialect: orch,
    clock: { now: () => now },
  }).prepare({ ...wish, ...change });
  return signer.sign(claims) as string;
};

const claims = (change: object = {}): object => ({ ...(jwt.decode(issue()) as object), ...change });

const sign = (
  payload: object,
  by: KeyObject = key.privateKey,
  header: object = {},
  algorithm = 'RS256',
): string =>
  jwt.sign(payload, by, { algorithm: algorithm as jwt.Algorithm, header: header as jwt.JwtHeader });

const nameOf = async (token: string): Promise<string | undefined> =>
  (await method.authenticateToken(token))?.name;
const builder = 'system:serviceaccount:shop:builder';

describe('a bound token', () => {
  test('is its account, with its groups', () => {
    expect(method.authenticateToken(issue())).toEqual({
      name: builder,
      uid: 'a1',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:shop', 'system:authenticated'],
      extra: {},
    });
  });

  test('is decided at once when it comes again, with the same user', () => {
    const token = issue();
    const user = method.authenticateToken(token);
    expect(method.authenticateToken(token)).toBe(user);
    expect(objects.lister({ resource: 'serviceaccounts' }).catchUps).toBe(0);
  });

  test('of an issuer that issued before is still good', async () => {
    expect(await nameOf(issue({}, 'https://older.example'))).toBe(builder);
    expect(await nameOf(issue({}, 'https://stranger.example'))).toBeUndefined();
  });

  test.each([
    ['before it begins', -61_000, false],
    ['with a clock that is behind', -60_000, true],
    ['until it ends', 600_000, true],
    ['with a clock that is ahead', 660_000, true],
    ['after it has ended', 661_000, false],
  ])('is good in its time: %s', async (_, offset, isGood) => {
    const token = issue();
    await nameOf(token);
    now += offset;
    expect(await nameOf(token)).toBe(isGood ? builder : undefined);
  });

  test('is for this API, or for somebody else', async () => {
    expect(await nameOf(issue({ audiences: ['other', 'api'] }))).toBe(builder);
    expect(await nameOf(issue({ audiences: ['other'] }))).toBeUndefined();
    expect(await nameOf(sign(claims({ aud: 'api' })))).toBe(builder);
    expect(await nameOf(sign(claims({ aud: [] })))).toBe(builder);
  });

  test('ends with its account, and with nothing less', async () => {
    const token = issue();
    expect(await nameOf(token)).toBe(builder);
    objects.lister({ resource: 'serviceaccounts' }).put(account('a1', { labels: { a: 'b' } }));
    expect(await nameOf(token)).toBe(builder);
    objects.lister({ resource: 'serviceaccounts' }).remove('shop', 'builder');
    expect(await nameOf(token)).toBeUndefined();
    // The same name, but not the same account.
    objects.lister({ resource: 'serviceaccounts' }).put(account('a2'));
    expect(await nameOf(token)).toBeUndefined();
    objects.lister({ resource: 'serviceaccounts' }).put(account('a1'));
    expect(await nameOf(token)).toBe(builder);
  });

  test('outlives the time of deletion of its account by a minute', async () => {
    const token = issue();
    await nameOf(token);
    objects.lister({ resource: 'serviceaccounts' }).put(account('a1', deleted('2030-01-01T00:00:00Z')));
    now = start + 60_000;
    expect(await nameOf(token)).toBe(builder);
    now = start + 60_001;
    expect(await nameOf(token)).toBeUndefined();
  });

  test.each([
    ['pods', 'pod'],
    ['secrets', 'secret'],
    ['nodes', 'node'],
  ] as const)('ends with its object of %s', async (resource, field) => {
    const object = (name: string, uid: string, more: object = {}): ApiObject =>
      objectIn(resource === 'nodes' ? '' : 'shop', name, uid, more);
    const place = resource === 'nodes' ? '' : 'shop';
    const token = issue({ [field]: { name: 'x', uid: 'x1' } });
    expect(await nameOf(token)).toBeUndefined();
    objects.lister({ resource }).put(object('x', 'x2'));
    expect(await nameOf(token)).toBeUndefined();
    objects.lister({ resource }).put(object('x', 'x1'));
    expect(await nameOf(token)).toBe(builder);
    objects.lister({ resource }).put(object('x', 'x1', deleted('2030-01-01T00:01:00Z')));
    now = start + 120_000;
    expect(await nameOf(token)).toBe(builder);
    now = start + 120_001;
    expect(await nameOf(token)).toBeUndefined();
    now = start;
    expect(await nameOf(token)).toBe(builder);
    objects.lister({ resource }).remove(place, 'x');
    expect(await nameOf(token)).toBeUndefined();
  });

  test('of a pod says which', async () => {
    objects.lister({ resource: 'pods' }).put(object('x', 'x1'));
    const user = await method.authenticateToken(issue({ pod: { name: 'x', uid: 'x1' } }));
    expect(user?.extra).toEqual({
      'authentication.orch.io/pod-name': ['x'],
      'authentication.orch.io/pod-uid': ['x1'],
    });
  });

  test('of a pod may say where the pod runs, and does not end with that', async () => {
    objects.lister({ resource: 'pods' }).put(object('x', 'x1'));
    const wanted = { pod: { name: 'x', uid: 'x1' }, node: { name: 'n', uid: 'n1' } };
    expect((await method.authenticateToken(issue(wanted)))?.extra).toMatchObject({
      'authentication.orch.io/node-name': ['n'],
      'authentication.orch.io/node-uid': ['n1'],
    });
  });

  test('of an account that was made elsewhere a moment ago is good', async () => {
    objects.lister({ resource: 'serviceaccounts' }).put(account('a2'), { behind: true });
    expect(await nameOf(issue({ account: { name: 'builder', uid: 'a2' } }))).toBe(builder);
    expect(objects.lister({ resource: 'serviceaccounts' }).catchUps).toBe(1);
  });

  test('is refused, and the operator told, when the newest state cannot be had', async () => {
    const accounts = objects.lister({ resource: 'serviceaccounts' });
    accounts.failure = new Error('no store');
    expect(await nameOf(issue({ account: { name: 'gone', uid: 'a9' } }))).toBeUndefined();
    expect(reports).toEqual([accounts.failure?.message]);
    expect(await nameOf(issue())).toBe(builder);
  });

  test.each([
    ['no subject', { sub: undefined }],
    ['the subject of another account', { sub: 'system:serviceaccount:shop:admin' }],
    ['no account', { 'orch.io': { namespace: 'shop' } }],
    ['nothing of its own', { 'orch.io': null }],
    [
      'a pod without a uid',
      { 'orch.io': { namespace: 'shop', serviceaccount: wish.account, pod: { name: 'x' } } },
    ],
    ['a text for a pod', { 'orch.io': { namespace: 'shop', serviceaccount: wish.account, pod: 'x' } }],
    ['a text for a time', { exp: undefined, nbf: '0' }],
    ['numbers for audiences', { aud: [1] }],
  ])('with %s is refused', async (_, change) => {
    // The library would not sign all of this.
    const [head, body] = [{ alg: 'RS256' }, JSON.parse(JSON.stringify(claims(change)))].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const { createSign } = await import('node:crypto');
    const signature = createSign('RSA-SHA256').update(`${head}.${body}`).sign(key.privateKey, 'base64url');
    expect(await nameOf(`${head}.${body}.${signature}`)).toBeUndefined();
  });
});

describe('the user of a token that is bound to a pod', () => {
  const wanted = { pod: { name: 'x', uid: 'x1' }, node: { name: 'n', uid: 'n1' } };
  const extra = (release: string, gates: string, change: Partial<TokenWish> = {}) => {
    objects.lister({ resource: 'pods' }).put(object('x', 'x1'));
    method = methodWith({ release, gates });
    return (method.authenticateToken(issue({ ...wanted, ...change })) as User).extra;
  };

  test.each([
    ['1.28', '', ['pod-name', 'pod-uid']],
    ['1.29', '', ['pod-name', 'pod-uid']],
    ['1.29', 'ServiceAccountTokenJTI=true', ['credential-id', 'pod-name', 'pod-uid']],
    ['1.29', 'ServiceAccountTokenPodNodeInfo=true', ['node-name', 'node-uid', 'pod-name', 'pod-uid']],
    ['1.30', '', ['credential-id', 'node-name', 'node-uid', 'pod-name', 'pod-uid']],
    ['1.36', '', ['credential-id', 'node-name', 'node-uid', 'pod-name', 'pod-uid']],
  ])('in %s with %j has %j', (release, gates, keys) => {
    expect(Object.keys(extra(release, gates)).sort()).toEqual(
      keys.map((name) => `authentication.orch.io/${name}`),
    );
  });

  test('names the token, and a node that is gone', () => {
    expect(extra('1.36', '', { node: { name: 'n', uid: '' } })).toEqual({
      'authentication.orch.io/credential-id': ['JTI=id-1'],
      'authentication.orch.io/pod-name': ['x'],
      'authentication.orch.io/pod-uid': ['x1'],
      'authentication.orch.io/node-name': ['n'],
    });
  });
});

test.each([
  ['1.29', '', false],
  ['1.29', 'ServiceAccountTokenNodeBindingValidation=true', true],
  ['1.30', '', true],
  ['1.36', '', true],
])('in %s with %j a token that is bound to a node is good: %s', async (release, gates, isGood) => {
  objects.lister({ resource: 'nodes' }).put(objectIn('', 'n', 'n1'));
  method = methodWith({ release, gates });
  expect(await nameOf(issue({ node: { name: 'n', uid: 'n1' } }))).toBe(isGood ? builder : undefined);
});

describe('a token that is used longer than it was asked for', () => {
  const longLived = (): string => issue({ pod: { name: 'x', uid: 'x1' }, life: 3607 });

  test('is told of to the audit log, and counted', () => {
    objects.lister({ resource: 'pods' }).put(object('x', 'x1'));
    const token = longLived();
    const said = notes();
    method.authenticateToken(token, undefined, said);
    now += 3_700_000;
    method.authenticateToken(token, undefined, said);
    expect(counted).toEqual(['valid', 'stale']);
    expect(said.said).toEqual([
      `authentication.orch.io/stale-token: subject: ${builder}, seconds after warning threshold: 93`,
    ]);
  });
});

function notes() {
  const said: string[] = [];
  return {
    said,
    auditAnnotations: {
      set(key: string, value: string) {
        said.push(`${key}: ${value}`);
        return this as never;
      },
    },
    warnings: said,
  };
}

describe('a token from a Secret', () => {
  const holderClaims = {
    iss: 'orch/serviceaccount',
    sub: builder,
    'orch.io/serviceaccount/namespace': 'shop',
    'orch.io/serviceaccount/secret.name': 'builder-token',
    'orch.io/serviceaccount/service-account.name': 'builder',
    'orch.io/serviceaccount/service-account.uid': 'a1',
  };
  const token = jwt.sign(holderClaims, key.privateKey, { algorithm: 'RS256', noTimestamp: true });
  const holder = (held: string, more: object = {}): any => ({
    ...object('builder-token', 's1', more),
    data: { token: Buffer.from(held).toString('base64') },
  });

  test('is its account as long as the Secret holds it', async () => {
    expect(await nameOf(token)).toBeUndefined();
    objects.lister({ resource: 'secrets' }).put(holder(token));
    expect(await nameOf(token)).toBe(builder);
    objects.lister({ resource: 'secrets' }).put(holder('another'));
    expect(await nameOf(token)).toBeUndefined();
    objects.lister({ resource: 'secrets' }).put(holder(token, deleted('2031-01-01T00:00:00Z')));
    expect(await nameOf(token)).toBeUndefined();
    objects.lister({ resource: 'secrets' }).put(holder(token));
    objects.lister({ resource: 'serviceaccounts' }).put(account('a2'));
    expect(await nameOf(token)).toBeUndefined();
    objects.lister({ resource: 'serviceaccounts' }).put(account('a1', deleted('2031-01-01T00:00:00Z')));
    expect(await nameOf(token)).toBeUndefined();
    objects.lister({ resource: 'serviceaccounts' }).remove('shop', 'builder');
    expect(await nameOf(token)).toBeUndefined();
  });

  test('is taken at its word when nobody looks it up', async () => {
    method = methodWith({ lookup: false });
    objects.lister({ resource: 'serviceaccounts' }).remove('shop', 'builder');
    expect(await nameOf(token)).toBe(builder);
    expect(await nameOf(issue())).toBeUndefined();
  });

  const put = (more: object = {}, named = false): void => {
    objects.lister({ resource: 'secrets' }).put(holder(token, more));
    const secrets = named ? [{ name: 'builder-token' }] : [];
    objects.lister({ resource: 'serviceaccounts' }).put({ ...account(), secrets });
  };
  const legacy = `authentication.orch.io/legacy-token: ${builder}`;
  const mark = 'builder-token orch.io/legacy-token-last-used=2030-01-01';
  const manual = 'authentication.orch.io/legacy-token-manual-secret: builder-token';

  test.each([
    ['1.26', '', {}, [legacy], ['legacy'], []],
    [
      '1.26',
      'LegacyServiceAccountTokenTracking=true',
      {},
      [legacy, manual],
      ['legacy', 'legacyManual'],
      [mark],
    ],
    ['1.27', '', {}, [legacy, manual], ['legacy', 'legacyManual'], [mark]],
    [
      '1.36',
      '',
      { 'orch.io/legacy-token-last-used': '2029-12-31' },
      [legacy, manual],
      ['legacy', 'legacyManual'],
      [mark],
    ],
    [
      '1.36',
      '',
      { 'orch.io/legacy-token-last-used': '2030-01-01' },
      [legacy, manual],
      ['legacy', 'legacyManual'],
      [],
    ],
    // The clock of another server is ahead.
    [
      '1.36',
      '',
      { 'orch.io/legacy-token-last-used': '2030-01-02' },
      [legacy, manual],
      ['legacy', 'legacyManual'],
      [],
    ],
  ])(
    'in %s with %j and labels %j tells %j, counts %j, writes %j',
    async (release, gates, labels, said, uses, written) => {
      put({ labels });
      method = methodWith({ release, gates });
      const heard = notes();
      await method.authenticateToken(token, undefined, heard);
      expect([heard.said, counted, labelled]).toEqual([said, uses, written]);
    },
  );

  test('that its account names warns the client, and is noted once a day', async () => {
    put({}, true);
    method = methodWith({ release: '1.36' });
    const heard = notes();
    for (const offset of [0, 1000, 86_400_000]) {
      now = start + offset;
      await method.authenticateToken(token, undefined, heard);
    }
    expect(heard.said.slice(0, 3)).toEqual([
      legacy,
      'Use tokens from the TokenRequest API or manually created secret-based tokens instead of auto-generated secret-based tokens.',
      'authentication.orch.io/legacy-token-autogenerated-secret: builder-token',
    ]);
    expect(labelled).toEqual([mark, mark.replace('01-01', '01-02')]);
  });

  test('whose use cannot be noted is noted a minute later, and not each time until then', async () => {
    put();
    method = methodWith({ release: '1.36' });
    isWritable = false;
    for (const [offset, expected] of [
      [0, 1],
      [1_000, 1],
      [59_000, 1],
      [60_000, 2],
    ] as const) {
      now = start + offset;
      await method.authenticateToken(token, undefined, notes());
      expect(tried).toBe(expected);
    }
    isWritable = true;
    now = start + 120_000;
    await method.authenticateToken(token, undefined, notes());
    expect(labelled).toEqual([mark]);
  });

  test.each([
    ['1.26', true],
    ['1.27', false],
    ['1.36', false],
  ])('in %s, marked as invalid, is good: %s', async (release, isGood) => {
    put({ labels: { 'orch.io/legacy-token-invalid-since': '2029-01-01' } });
    method = methodWith({ release });
    const heard = notes();
    const user = await method.authenticateToken(token, undefined, heard);
    expect(user?.name).toBe(isGood ? builder : undefined);
    if (isGood) return;
    expect(heard.said).toEqual(['authentication.orch.io/legacy-token-invalidated: builder-token/shop']);
    expect([counted, labelled]).toEqual([['invalidLegacyAuto'], [mark]]);
    expect(await method.reviewToken(token, ['api'])).toEqual({
      problem:
        "the token in secret shop/builder-token for service account shop/builder has been marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the 'orch.io/legacy-token-invalid-since' label from the secret to temporarily allow use of this token",
    });
  });

  test.each(Object.keys(holderClaims))('says all that it has to: %s', async (name) => {
    objects.lister({ resource: 'secrets' }).put(holder(token));
    const { [name as 'iss']: _, ...others } = holderClaims;
    expect(await nameOf(jwt.sign(others, key.privateKey, { algorithm: 'RS256' }))).toBeUndefined();
  });
});

describe('a signature', () => {
  const b64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const kid = key.verification.id;

  const withSecret = (secret: string): string => {
    const text = `${b64({ alg: 'HS256', kid })}.${b64(claims())}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };

  test.each<[string, () => string]>([
    ['none', () => `${b64({ alg: 'none' })}.${b64(claims())}.`],
    ['none, in other letters', () => `${b64({ alg: 'nOnE' })}.${b64(claims())}.${b64('x')}`],
    ['none, cut off a good token', () => issue().replace(/[^.]+$/, '')],
    ['a MAC with the public key as its secret', () => withSecret(keys.publicKey)],
    ['a MAC with nothing as its secret', () => withSecret('')],
    ['of another algorithm of the key', () => sign(claims(), key.privateKey, {}, 'PS256')],
    ['by a stranger', () => sign(claims(), stranger)],
    ['by a stranger who names our key', () => sign(claims(), stranger, { kid })],
    [
      'by a stranger who brings a key',
      () => sign(claims(), stranger, { jwk: stranger.export({ format: 'jwk' }) }),
    ],
    [
      'by a stranger who says where the key is',
      () => sign(claims(), stranger, { jku: 'https://127.0.0.1:1/', x5u: 'https://127.0.0.1:1/' }),
    ],
    ['with a key that is a path', () => sign(claims(), stranger, { kid: '../../../../dev/null' })],
    ['with a key that is a URL', () => sign(claims(), stranger, { kid: 'https://127.0.0.1:1/key' })],
    ['with a key that is everybody’s property', () => sign(claims(), stranger, { kid: '__proto__' })],
    ['with something critical', () => sign(claims(), key.privateKey, { crit: ['b64'], b64: false })],
    [
      'of other claims',
      () => {
        const [head, , end] = issue().split('.');
        return `${head}.${b64(claims({ aud: 'api' }))}.${end}`;
      },
    ],
    [
      'in the JSON form',
      () => {
        const [head, payload, signature] = issue().split('.');
        return JSON.stringify({ protected: head, payload, signature });
      },
    ],
    ['and a fourth part', () => `${issue()}.x`],
    ['of garbage', () => '\u0000..\ud800'],
    ['of parts that are no JSON', () => 'a.b.c'],
    ['of parts that are null', () => `${b64(null)}.${b64(null)}.`],
    [
      'of a megabyte',
      () => `${b64({ alg: 'RS256' })}.${b64({ iss: issuer, x: 'x'.repeat(1_000_000) })}.AAAA`,
    ],
    [
      'of a hundred thousand arrays',
      () =>
        `${b64({ alg: 'RS256' })}.${Buffer.from(`{"iss":"${issuer}","x":${'['.repeat(1e5)}${']'.repeat(1e5)}}`).toString('base64url')}.AAAA`,
    ],
    ['of nothing', () => ''],
  ])('%s is refused', async (_, token) => {
    expect(await nameOf(token())).toBeUndefined();
    expect(reports).toEqual([]);
  });

  test.each(['RS256', 'RS384', 'RS512'])(
    '%s of an RSA key is good, and named by its key or not at all',
    async (algorithm) => {
      for (const header of [{}, { kid }, { kid: 'unknown' }]) {
        expect(await nameOf(sign(claims(), key.privateKey, header, algorithm))).toBe(builder);
      }
    },
  );

  test.each([
    ['prime256v1', 'ES256'],
    ['secp384r1', 'ES384'],
    ['secp521r1', 'ES512'],
  ])('of a key on %s is good as %s, beside other keys', async (namedCurve, algorithm) => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
    const second = publicKey.export({ type: 'spki', format: 'pem' }) as string;
    method = methodWith({ verifying: [keys.publicKey, second] });
    expect(await nameOf(sign(claims(), privateKey, {}, algorithm))).toBe(builder);
    expect(await nameOf(issue())).toBe(builder);
  });
});

describe('a review', () => {
  const review = (token: string, ...audiences: string[]) => method.reviewToken(token, audiences);

  test('tells for whom the token is', async () => {
    const token = issue({ audiences: ['vault', 'api'] });
    expect(await review(token, 'vault', 'other')).toMatchObject({
      user: { name: builder },
      audiences: ['vault'],
    });
    expect(await review(token, 'other', 'more')).toEqual({
      problem: 'token audiences ["vault" "api"] is invalid for the target audiences ["other" "more"]',
    });
    expect(await review('garbage', 'api')).toBeUndefined();
  });

  test('tells why it is not good', async () => {
    const token = issue();
    const pods = issue({ pod: { name: 'x', uid: 'x1' } });
    expect(await review(pods, 'api')).toEqual({ problem: 'Token has been invalidated' });
    objects.lister({ resource: 'pods' }).put(object('x', 'x2'));
    expect(await review(pods, 'api')).toEqual({ problem: 'Pod UID (x2) does not match claim (x1)' });
    objects.lister({ resource: 'serviceaccounts' }).put(account('a2'));
    expect(await review(token, 'api')).toEqual({
      problem: 'ServiceAccount UID (a2) does not match claim (a1)',
    });
    now += 700_000;
    expect(await review(token, 'api')).toEqual({ problem: 'Token has expired.' });
    now = start - 100_000;
    expect(await review(token, 'api')).toEqual({ problem: 'Token could not be validated.' });
    expect(await review(sign(claims({ sub: 'x' })), 'api')).toEqual({ problem: 'invalid bearer token' });
  });
});

describe('what is wrong with a token, by release', () => {
  const missing = 'serviceaccounts "gone" not found';
  test.each([
    ['1.23', 'Token has been invalidated', 'Pod UID (x2) does not match claim (x1)', 'Token has expired.'],
    ['1.24', missing, 'Pod UID (x2) does not match claim (x1)', 'Token has expired.'],
    [
      '1.29',
      missing,
      'pod UID (x2) does not match service account pod ref claim (x1)',
      'service account token has expired',
    ],
  ])('%s', async (release, gone, other, expired) => {
    method = methodWith({ release });
    const problem = async (token: string) => ((await method.reviewToken(token, ['api'])) as any).problem;
    objects.lister({ resource: 'pods' }).put(object('x', 'x2'));
    expect(await problem(issue({ account: { name: 'gone', uid: 'a9' } }))).toBe(gone);
    expect(await problem(issue({ pod: { name: 'x', uid: 'x1' } }))).toBe(other);
    const token = issue();
    now += 700_000;
    expect(await problem(token)).toBe(expired);
  });

  test.each([
    ['1.26', undefined],
    ['1.27', 'Token could not be validated.'],
    ['1.29', 'service account token is issued in the future'],
  ])('in %s, issued in the future: %s', async (release, problem) => {
    method = methodWith({ release });
    const early = sign(claims({ iat: start / 1000 + 3600 }));
    const reviewed = await method.reviewToken(early, ['api']);
    expect((reviewed as { problem?: string }).problem).toBe(problem);
  });
});

test('tokens that are forgotten are looked at anew', async () => {
  const first = issue();
  const user = await method.authenticateToken(first);
  for (let n = 1; n < 3; n++) await nameOf(issue({ life: 600 + n }));
  expect(await method.authenticateToken(first)).not.toBe(user);
  objects.lister({ resource: 'serviceaccounts' }).remove('shop', 'builder');
  expect(await nameOf(first)).toBeUndefined();
});

test('a token that was verified with a key that is gone is looked at anew', async () => {
  const inner = new Signatures(readVerificationKeys(keys.publicKey));
  let isKnown = true;
  let changed = (): void => {};
  const signatures: TokenVerifier = {
    verify: async (token) => (isKnown ? inner.verify(token) : undefined),
    onChange: (listener) => {
      changed = listener;
    },
  };
  method = methodWith({ signatures });
  const token = issue();
  expect(await nameOf(token)).toBe(builder);
  isKnown = false;
  expect(await nameOf(token)).toBe(builder);
  changed();
  expect(await nameOf(token)).toBeUndefined();
  expect(await method.reviewToken(token, ['api'])).toEqual({ problem: 'invalid bearer token' });
});

test('a very long token is good, and not remembered', async () => {
  const audiences = ['api', ...Array.from({ length: 1_000 }, (_, i) => `audience-${i}`)];
  const token = issue({ audiences });
  const user = method.authenticateToken(token);
  expect(user).toMatchObject({ name: builder });
  expect(method.authenticateToken(token)).not.toBe(user);
  objects.lister({ resource: 'serviceaccounts' }).remove('shop', 'builder');
  expect(await nameOf(token)).toBeUndefined();
});
