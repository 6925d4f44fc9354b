import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { dialects } from '../../../api/meta/dialect.ts';
import { FlagValues } from '../../../util/flags.ts';
import { makeKeyPair } from '../../../util/x509.ts';
import { createIssuerDiscovery } from './discovery.ts';
import {
  apiAudiences,
  keySetUrl,
  maxTokenLifetime,
  signingEndpoint,
  signingKeyOf,
  tokenFlags,
  tokenIssuers,
  verificationKeysOf,
} from './settings.ts';

const orch = dialects[0]!;
const flags = (given: Record<string, string | string[]>): FlagValues => new FlagValues(tokenFlags, given);

test('the first issuer issues, all are accepted, and they are the audiences', () => {
  expect(tokenIssuers(flags({}), orch)).toEqual(['https://orch.default.svc.cluster.local']);
  const two = flags({ 'service-account-issuer': ['https://a', 'b'] });
  expect(tokenIssuers(two, orch)).toEqual(['https://a', 'b']);
  expect(apiAudiences(two, orch)).toEqual(['https://a', 'b']);
  expect(apiAudiences(flags({ 'api-audiences': 'x,y' }), orch)).toEqual(['x', 'y']);
});

test.each([
  ['service-account-issuer', '', tokenIssuers, 'service-account-issuer should not be an empty string'],
  [
    'service-account-issuer',
    'a:b c',
    () => tokenIssuers(flags({ 'service-account-issuer': '://x' }), orch),
    'service-account-issuer "://x" contained a \':\' but was not a valid URL: parse "://x": missing protocol scheme',
  ],
  ['service-account-max-token-expiration', '59m', maxTokenLifetime, 'between 1 hour and 2^32 seconds'],
  ['service-account-max-token-expiration', '1193047h', maxTokenLifetime, 'between 1 hour and 2^32 seconds'],
  ['service-account-jwks-uri', 'http://a/keys', keySetUrl, 'requires https scheme, parsed as: http://a/keys'],
  ['service-account-jwks-uri', 'keys', keySetUrl, 'requires https scheme, parsed as: keys'],
] as const)('--%s=%s is refused', (name, value, read, message) => {
  expect(() =>
    (read as (flags: FlagValues, dialect: typeof orch) => unknown)(flags({ [name]: value }), orch),
  ).toThrow(message);
});

test('the longest life has no bound of its own unless it is given', () => {
  expect(maxTokenLifetime(flags({}))).toBeUndefined();
  expect(maxTokenLifetime(flags({ 'service-account-max-token-expiration': '2h' }))).toBe(7200);
});

test('keys come from all files, the one that signs among them', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'keys-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const write = async (name: string, kind: 'ec' | 'rsa') => {
    const { privateKey, publicKey } = await makeKeyPair(kind);
    writeFileSync(join(directory, `${name}.key`), privateKey);
    writeFileSync(join(directory, `${name}.pub`), publicKey);
  };
  await write('a', 'ec');
  await write('b', 'rsa');
  const [a, b] = [join(directory, 'a.key'), join(directory, 'b.key')];
  const aPublic = join(directory, 'a.pub');
  expect(await verificationKeysOf(flags({}))).toEqual([]);
  expect(await verificationKeysOf(flags({ 'service-account-key-file': [a, aPublic] }))).toHaveLength(1);
  const signing = flags({ 'service-account-key-file': aPublic, 'service-account-signing-key-file': b });
  expect(await verificationKeysOf(signing)).toHaveLength(2);
  const discovery = await createIssuerDiscovery(signing, orch);
  expect(discovery?.configuration('https://h/keys')).toEqual({
    issuer: 'https://orch.default.svc.cluster.local',
    jwks_uri: 'https://h/keys',
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256', 'RS256'],
  });
  const elsewhere = { 'service-account-key-file': a, 'service-account-jwks-uri': 'https://other/keys' };
  expect((await createIssuerDiscovery(flags(elsewhere), orch))?.configuration('')).toMatchObject({
    jwks_uri: 'https://other/keys',
  });
  const plain = { 'service-account-key-file': a, 'service-account-issuer': 'http://a' };
  expect(await createIssuerDiscovery(flags(plain), orch)).toBeUndefined();
  await expect(createIssuerDiscovery(flags({ ...plain, ...elsewhere }), orch)).rejects.toThrow(
    'needs an issuer',
  );
  await expect(signingKeyOf(flags({ 'service-account-signing-key-file': aPublic }))).rejects.toThrow(
    `${aPublic}: holds no private key`,
  );
});

test.each<[string, Record<string, string | string[]>, string]>([
  [
    '1.33',
    {},
    'setting `--service-account-signing-endpoint` requires enabling ExternalServiceAccountTokenSigner feature gate',
  ],
  [
    '1.36',
    { 'service-account-signing-key-file': 'a', 'service-account-key-file': 'b' },
    'service-account-signing-key-file and service-account-signing-endpoint are mutually exclusive and cannot be set at the same time',
  ],
  [
    '1.36',
    { 'service-account-key-file': 'b' },
    'cannot set mutually exclusive flags `--service-account-key-file` and `--service-account-signing-endpoint` at the same time',
  ],
  ['1.36', { 'service-account-signing-endpoint': '@' }, 'is no name of an abstract socket'],
  ['1.36', { 'service-account-signing-endpoint': '@a b' }, 'is no name of an abstract socket'],
])('in %s, an endpoint of a signer with %j is refused', (release, more, message) => {
  const given = flags({ 'service-account-signing-endpoint': '/s.sock', ...more });
  expect(() => signingEndpoint(given, new FeatureGates(release))).toThrow(message);
});

test('an endpoint of a signer is a path or an abstract name', () => {
  const gates = new FeatureGates('1.36');
  for (const endpoint of ['/run/s.sock', 's.sock', '@a/b.c-1'])
    expect(signingEndpoint(flags({ 'service-account-signing-endpoint': endpoint }), gates)).toBe(endpoint);
  expect(signingEndpoint(flags({}), gates)).toBeUndefined();
});
