import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FlagValues } from '../../../../util/flags.ts';
import { oidcFlags, oidcSettings } from './settings.ts';

const settings = (given: Record<string, string | string[]>) => oidcSettings(new FlagValues(oidcFlags, given));
const both = { 'oidc-issuer-url': 'https://a.example', 'oidc-client-id': 'api' };

test('without an issuer there is nothing to do', () => {
  expect(settings({ 'oidc-groups-claim': 'groups' })).toBeUndefined();
});

test('an issuer and a client are enough', () => {
  expect(settings(both)).toEqual({
    issuer: 'https://a.example',
    clientId: 'api',
    authority: undefined,
    algorithms: ['RS256'],
    claims: {
      username: 'sub',
      usernamePrefix: 'https://a.example#',
      groups: undefined,
      groupsPrefix: '',
      required: new Map(),
    },
  });
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

test('a file of authorities that has none is refused', () => {
  const directory = mkdtempSync(join(tmpdir(), 'oidc-'));
  const path = join(directory, 'ca');
  writeFileSync(path, 'no certificate');
  expect(() => settings({ ...both, 'oidc-ca-file': path })).toThrow(`${path} has no certificate in it`);
  rmSync(directory, { recursive: true });
});
