import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { headerOf, makeKey, TestTokenSigner } from '../../../../test/support/token-signer.ts';
import { connectSigner } from '../../../../test/support/unit/signer-channel.ts';
import { until } from '../../../../test/support/until.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { FlagValues } from '../../../util/flags.ts';
import { tokenFlags } from '../tokens/settings.ts';
import type { ExternalSigner } from './external-signer.ts';
import { openSigner } from './open-signer.ts';

const claims = { iss: 'https://a', sub: 'b' };

let directory: string;
let signer: TestTokenSigner;
let resources: DisposableStack;
let reports: string[];
const observer = { called: vi.fn(), signed: vi.fn(), keysFetched: vi.fn(), keysAreOf: vi.fn() };
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'signer-'));
  signer = await new TestTokenSigner(join(directory, 's.sock')).start();
  resources = new DisposableStack();
  reports = [];
  vi.clearAllMocks();
});
afterEach(async () => {
  resources.dispose();
  await signer.stop();
  rmSync(directory, { recursive: true, force: true });
});

const open = async (given: Record<string, string> = {}, release = '1.36'): Promise<ExternalSigner> => {
  const flags = new FlagValues(tokenFlags, { 'service-account-signing-endpoint': signer.path, ...given });
  const gates = new FeatureGates(release, release < '1.34' ? ['ExternalServiceAccountTokenSigner=true'] : []);
  const report = (message: string): void => void reports.push(message);
  return (await openSigner(flags, { gates, observer, connect: connectSigner, resources, report }))!;
};

describe('a start', () => {
  test('asks for the keys and for what the signer can', async () => {
    const { keys, maxLifetime } = await open();
    expect(maxLifetime).toBe(86_400);
    expect(keys.shown.map(({ id, algorithms }) => [id, algorithms])).toEqual([
      [signer.keys[0]!.id, ['ES256']],
    ]);
    expect(keys.freshFor).toBeGreaterThan(3590);
    expect([signer.called('FetchKeys'), signer.called('Metadata')]).toEqual([1, 1]);
    expect(observer.keysFetched.mock.calls).toEqual([['OK']]);
    expect(observer.keysAreOf.mock.calls).toEqual([[1_900_000_000.5]]);
    expect(observer.called).toHaveBeenCalledWith('/v1.ExternalJWTSigner/Metadata', 'OK', expect.any(Number));
  });

  test.each(['1.32', '1.33', '1.34'])('of release %s speaks the version of its time', async (release) => {
    await signer.stop();
    // The release that emulates the others decides.
    const version = new FeatureGates(release).isIn('1.34') ? 'v1' : 'v1alpha1';
    signer = await new TestTokenSigner(join(directory, 'other.sock'), version).start();
    expect((await open({}, release)).maxLifetime).toBe(86_400);
  });

  test('waits for a signer that starts', async () => {
    await signer.stop();
    const opening = open();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await signer.start();
    expect((await opening).keys.shown).toHaveLength(1);
  });

  test('reaches a signer at an abstract socket', async () => {
    await signer.stop();
    const name = `signer-${process.pid}-${Math.random()}`;
    signer = await new TestTokenSigner(`\0${name}`).start();
    expect((await open({ 'service-account-signing-endpoint': `@${name}` })).maxLifetime).toBe(86_400);
  });
});

const keysFail =
  'while setting up external-jwt-signer: while initially filling key cache: while performing initial cache fill: ' +
  'while fetching token verification keys: ';

describe('a start fails', () => {
  test.each([
    ['keys', 'FetchKeys', `${keysFail}while getting externally supported jwt signing keys: `],
    ['metadata', 'Metadata', 'while setting up external-jwt-signer: '],
  ])('when the signer refuses to tell its %s', async (_, method, before) => {
    signer.refusals.set(method, 'not now');
    await expect(open()).rejects.toThrow(`${before}rpc error: code = Unknown desc = not now`);
    if (method === 'FetchKeys') expect(observer.keysFetched.mock.calls).toEqual([['Unknown']]);
  });

  test.each<[string, (answer: any) => any, string]>([
    ['without a key', (all) => ({ ...all, keys: [] }), 'found no keys'],
    ['to be refreshed at once', (all) => ({ ...all, refresh_hint_seconds: 0 }), 'invalid refresh hint (0s)'],
    ['without a time', ({ data_timestamp: _, ...all }) => all, 'invalid data timestamp'],
    ['with a key without a name', named(''), 'found invalid public key id ""'],
    ['with a key with a long name', named('x'.repeat(1025)), 'found invalid public key id "xxx'],
    ['with an empty key', keyed(Buffer.alloc(0)), 'found empty public key'],
    ['with what is no key', keyed(Buffer.from('key')), 'while parsing external public keys: '],
    ['with a key of another type', keyed(ed25519()), 'while parsing external public keys: '],
  ])('with keys %s', async (_, change, message) => {
    signer.change.set('FetchKeys', change);
    await expect(open()).rejects.toThrow(`${keysFail}${message.startsWith('invalid r') ? 'found ' : ''}`);
    await expect(open()).rejects.toThrow(message);
    expect(observer.keysFetched).toHaveBeenCalledWith('unknown-non-grpc');
  });

  test.each([
    [
      599,
      {},
      '1.36',
      'max token life supported by external-jwt-signer (599s) is less than acceptable (min 600s)',
    ],
    [
      3599,
      { 'service-account-max-token-expiration': '1h' },
      '1.36',
      'service-account-max-token-expiration cannot be set longer than the token expiration supported by ' +
        'service-account-signing-endpoint: 1h0m0s > 59m59s',
    ],
    [
      3600,
      { 'service-account-max-token-expiration': '59m' },
      '1.36',
      'must be between 1 hour and 2^32 seconds',
    ],
    [
      86_400,
      { 'service-account-max-token-expiration': '1h' },
      '1.32',
      'service-account-max-token-expiration and service-account-signing-endpoint are mutually exclusive and cannot be set at the same time',
    ],
  ])(
    'when tokens live %i seconds at most, with the flags %j in %s',
    async (life, flags, release, message) => {
      signer.maxLifetime = life;
      await expect(open(flags, release)).rejects.toThrow(message);
    },
  );
});

function named(key_id: string) {
  return (answer: any) => ({ ...answer, keys: answer.keys.map((key: object) => ({ ...key, key_id })) });
}

function keyed(der: Buffer) {
  return (answer: any) => ({ ...answer, keys: answer.keys.map((key: object) => ({ ...key, key: der })) });
}

function ed25519(): Buffer {
  return generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' });
}

describe('a signature', () => {
  test('is that of the signer over the claims as they are', async () => {
    const { sign, keys } = bound(await open());
    const token = await sign(claims);
    expect(jwt.decode(token, { complete: true })).toMatchObject({
      header: { alg: 'ES256', kid: signer.keys[0]!.id, typ: 'JWT' },
      payload: claims,
    });
    expect(keys.verify(token)).toEqual(claims);
    expect(observer.signed.mock.calls).toEqual([['OK']]);
  });

  test.each<[string, (answer: any) => any, string]>([
    ['no header', header(''), 'while validating header: while parsing header JSON'],
    ['a header that is no JSON', header('eA'), 'while validating header: while parsing header JSON'],
    ['a header with more', header(headerOf('k', { jku: 'x' })), 'json: unknown field "jku"'],
    [
      'a header of another type',
      header(headerOf('k', { typ: 'at+jwt' })),
      'while validating header: bad type',
    ],
    ['a header without a key', header(headerOf('')), 'while validating header: key id missing'],
    ['a long key id', header(headerOf('x'.repeat(1025))), 'key id longer than 1 kb'],
    ['another algorithm', header(headerOf('k', { alg: 'none' })), 'bad signing algorithm "none"'],
    ['an algorithm of its type that is not used', header(headerOf('k', { alg: 'RS512' })), '"RS512"'],
    ['no signature', (answer) => ({ ...answer, signature: '' }), 'empty signature returned'],
  ])('with %s is refused', async (_, change, message) => {
    signer.change.set('Sign', change);
    await expect((await open()).sign(claims)).rejects.toThrow(message);
    expect(observer.signed.mock.calls).toEqual([['unknown-non-grpc']]);
  });

  test('by a key that nobody else could verify is refused', async () => {
    const hidden = makeKey(true);
    signer.keys = [hidden, makeKey()];
    await expect((await open()).sign(claims)).rejects.toThrow(
      `while validating header: key used for signing JWT (kid: ${hidden.id}) is excluded from OIDC discovery docs`,
    );
  });

  test('that cannot be had fails with the reason', async () => {
    const external = await open();
    signer.refusals.set('Sign', 'no');
    await expect(external.sign(claims)).rejects.toThrow(
      'while signing jwt: rpc error: code = Unknown desc = no',
    );
    expect(observer.signed.mock.calls).toEqual([['Unknown']]);
    expect(observer.called).toHaveBeenLastCalledWith(
      '/v1.ExternalJWTSigner/Sign',
      'Unknown',
      expect.any(Number),
    );
  });
});

function header(text: string) {
  return (answer: any) => ({ ...answer, header: text });
}

const bound = (external: ExternalSigner) => ({
  sign: (of: object) => external.sign(of),
  keys: external.keys,
});

describe('the keys', () => {
  test('verify tokens of those that are not shown to others', async () => {
    const hidden = makeKey(true);
    signer.keys = [makeKey(), hidden];
    const { keys } = await open();
    expect(keys.shown.map(({ id }) => id)).toEqual([signer.keys[0]!.id]);
    expect(keys.verify(TestTokenSigner.token(hidden, claims))).toEqual(claims);
  });

  test('are asked for when a token names one that is not there, once a second at most', async () => {
    const { keys } = await open();
    const next = makeKey();
    signer.keys = [next];
    const changed = vi.fn();
    keys.onChange(changed);
    const token = TestTokenSigner.token(next, claims);
    expect(await Promise.all([keys.verify(token), keys.verify(token)])).toEqual([claims, claims]);
    expect(changed).toHaveBeenCalledTimes(1);
    const unknown = Array.from({ length: 50 }, () => keys.verify(TestTokenSigner.token(makeKey(), claims)));
    expect(new Set(await Promise.all(unknown))).toEqual(new Set([undefined]));
    expect(signer.called('FetchKeys')).toBe(3);
    // The same keys again are no change.
    expect(changed).toHaveBeenCalledTimes(1);
  });

  test('a token that names none is tried with all of them', async () => {
    const [first, second] = [makeKey(), makeKey()];
    signer.keys = [first, second];
    const { keys } = await open();
    expect(keys.verify(TestTokenSigner.token({ ...second, id: '' }, claims))).toEqual(claims);
    expect(keys.verify(TestTokenSigner.token({ ...second, id: first.id }, claims))).toBeUndefined();
  });

  test('are asked for again when the signer says so', async () => {
    signer.refreshHint = 1;
    const { keys } = await open();
    const changed = vi.fn();
    keys.onChange(changed);
    signer.keys = [makeKey()];
    await until(() => changed.mock.calls.length > 0, 10);
    expect(keys.shown.map(({ id }) => id)).toEqual([signer.keys[0]!.id]);
  });

  test('stay as they are when the signer is away', async () => {
    const { keys } = await open();
    signer.refusals.set('FetchKeys', 'away');
    expect(await keys.verify(TestTokenSigner.token(makeKey(), claims))).toBeUndefined();
    expect(reports).toEqual([
      'the keys of the signer of tokens stay as they are: while fetching token verification keys: ' +
        'while getting externally supported jwt signing keys: rpc error: code = Unknown desc = away',
    ]);
    expect(keys.verify(TestTokenSigner.token(signer.keys[0]!, claims))).toEqual(claims);
    // Others may keep them until they are asked for again, which is soon.
    expect(keys.freshFor).toBeLessThanOrEqual(10);
  });
});
