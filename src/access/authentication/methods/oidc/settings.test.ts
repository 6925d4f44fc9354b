import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import { FlagValues } from '../../../../util/flags.ts';
import { issuerOfFlags, oidcFlags } from './settings.ts';

const settings = (given: Record<string, string | string[]>, release = '1.23') =>
  issuerOfFlags(new FlagValues(oidcFlags, given), new FeatureGates(release));
const both = { 'oidc-issuer-url': 'https://a.example', 'oidc-client-id': 'api' };

test('without an issuer there is nothing to do', () => {
  expect(settings({ 'oidc-groups-claim': 'groups' })).toBeUndefined();
});

test('an issuer and a client are enough', () => {
  const { jwt, algorithms } = settings(both)!;
  expect(algorithms).toEqual(['RS256']);
  expect(jwt.issuer).toMatchObject({
    url: 'https://a.example',
    audiences: ['api'],
    certificateAuthority: '',
  });
  expect(jwt.username).toEqual({ claim: 'sub', expression: '', prefix: 'https://a.example#' });
  expect(jwt.groups.claim).toBe('');
  expect(jwt.claimValidationRules).toEqual([]);
});

test.each<[Record<string, string | string[]>, string]>([
  [{ 'oidc-issuer-url': 'https://a' }, 'oidc-issuer-url and oidc-client-id should be specified together'],
  [{ 'oidc-client-id': 'a' }, 'oidc-issuer-url and oidc-client-id should be specified together'],
  [
    { ...both, 'oidc-issuer-url': 'http://a.example' },
    `'oidc-issuer-url' ("http://a.example") has invalid scheme ("http"), require 'https'`,
  ],
  [{ ...both, 'oidc-issuer-url': 'a' }, '--oidc-issuer-url: "a" is no URL'],
  [{ ...both, 'oidc-username-claim': '' }, 'no username claim provided'],
  [{ ...both, 'oidc-signing-algs': 'RS256,HS256' }, 'oidc: unsupported signing alg: "HS256"'],
  [{ ...both, 'oidc-signing-algs': 'none' }, 'oidc: unsupported signing alg: "none"'],
  [{ ...both, 'oidc-required-claim': ['a=b', 'c'] }, 'malformed pair, expect string=string'],
  [{ ...both, 'oidc-ca-file': '/none' }, 'ENOENT'],
])('%j is refused', (given, problem) => {
  expect(() => settings(given)).toThrow(problem);
});

test('from 1.30 on any flag asks for an issuer', () => {
  const together =
    'oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set';
  expect(() => settings({ 'oidc-groups-claim': 'groups' }, '1.30')).toThrow(together);
  expect(() => settings({ 'oidc-client-id': 'a' }, '1.30')).toThrow(together);
  expect(settings({}, '1.30')).toBeUndefined();
});

test('a file of authorities that has none is refused', () => {
  const directory = mkdtempSync(join(tmpdir(), 'oidc-'));
  const path = join(directory, 'ca');
  writeFileSync(path, 'no certificate');
  expect(() => settings({ ...both, 'oidc-ca-file': path })).toThrow(`${path} has no certificate in it`);
  rmSync(directory, { recursive: true });
});
