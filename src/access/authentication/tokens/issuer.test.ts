import jwt from 'jsonwebtoken';
import { expect, test } from 'vitest';
import { dialects } from '../../../api/meta/dialect.ts';
import { readSigningKey } from '../../../util/token-keys.ts';
import { makeKeyPair } from '../../../util/x509.ts';
import { type IssuerOptions, TokenIssuer } from './issuer.ts';
import { keySigner } from './token-signer.ts';

const now = Date.parse('2030-01-01T00:00:00.900Z');
const seconds = Math.floor(now / 1000);
const { privateKey } = await makeKeyPair('ec');
const key = readSigningKey(privateKey);
const wish = { namespace: 'shop', account: { name: 'builder', uid: 'u1' }, audiences: [], life: 600 };
const pod = { name: 'p', uid: 'u2' };

const issuerWith = (options: Partial<IssuerOptions> = {}): TokenIssuer =>
  new TokenIssuer({
    signer: keySigner(key),
    issuer: 'https://a',
    audiences: ['https://a', 'b'],
    maxLifetime: undefined,
    extends: true,
    dialect: dialects[1]!,
    clock: { now: () => now },
    ...options,
  });

test('a token says whose it is, for whom, for how long and with what it ends', async () => {
  const issued = await issuerWith().issue({ ...wish, pod, secret: { name: 's', uid: 'u3' } });
  expect(issued).toMatchObject({ audiences: ['https://a', 'b'], life: 600, expires: now + 600_000 });
  const { header, payload } = jwt.decode(issued.token, { complete: true })!;
  expect(header).toMatchObject({ alg: 'ES256', kid: key.verification.id });
  expect(payload).toEqual({
    iss: 'https://a',
    sub: 'system:serviceaccount:shop:builder',
    aud: ['https://a', 'b'],
    iat: seconds,
    nbf: seconds,
    exp: seconds + 600,
    'kubernetes.io': {
      namespace: 'shop',
      serviceaccount: wish.account,
      pod,
      secret: { name: 's', uid: 'u3' },
    },
  });
});

test.each([
  ['has an id, where tokens have one', { newId: () => 'id-1' }, {}, 'id-1', undefined],
  ['says where its pod runs', {}, { node: { name: 'n', uid: 'u4' } }, undefined, { name: 'n', uid: 'u4' }],
  ['names a node that is gone', {}, { node: { name: 'n', uid: '' } }, undefined, { name: 'n' }],
] as const)('a token %s', async (_, options, change, id, node) => {
  const issued = await issuerWith(options).issue({ ...wish, pod, ...change });
  const payload = jwt.decode(issued.token) as any;
  expect([issued.id, payload.jti, payload['kubernetes.io'].node]).toEqual([id, id, node]);
});

test('a life that is too long is shortened', async () => {
  const issued = await issuerWith({ maxLifetime: 3600 }).issue({ ...wish, life: 7200 });
  expect(issued).toMatchObject({ life: 3600, expires: now + 3_600_000 });
  expect((jwt.decode(issued.token) as jwt.JwtPayload).exp).toBe(seconds + 3600);
});

test.each([
  ['by a node agent for a pod', {}, {}, true],
  ['the same when that is off', {}, { extends: false }, false],
  ['without a pod', { pod: undefined }, {}, false],
  ['for another time', { life: 3600 }, {}, false],
  ['for somebody else', { audiences: ['https://a', 'vault'] }, {}, false],
] as const)('a token that is asked for %s', async (_, change, options, isExtended) => {
  const { token, expires } = await issuerWith(options).issue({ ...wish, pod, life: 3607, ...change });
  const claims = jwt.decode(token) as any;
  expect(claims.exp - seconds > 3607).toBe(isExtended);
  expect(claims['kubernetes.io'].warnafter).toBe(isExtended ? seconds + 3607 : undefined);
  // The client sees the expiry that it asked for.
  expect(expires).toBeLessThanOrEqual(now + 3_607_000);
});

test.each([
  [86_400, undefined, 3607, 86_400, 3607],
  [3600, undefined, 3600, 3600, undefined],
  [86_400, 7200, 3607, 86_400, 3607],
  [10 * 365 * 86_400, undefined, 3607, 365 * 86_400, 3607],
] as const)(
  'a signer whose tokens live at most %i seconds, with the limit %s: %i, or %i',
  async (maxLifetime, limit, life, whole, warnAfter) => {
    const signer = { ...keySigner(key), maxLifetime };
    const issued = await issuerWith({ signer, maxLifetime: limit }).issue({ ...wish, pod, life: 3607 });
    expect(issued.life).toBe(life);
    const claims = jwt.decode(issued.token) as any;
    expect(claims.exp - seconds).toBe(whole);
    expect(claims['kubernetes.io'].warnafter).toBe(warnAfter && seconds + warnAfter);
  },
);
