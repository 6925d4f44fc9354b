import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { type TestAnswer, TestHttpsServer } from '../../../../test/support/unit/https-server.ts';
import { loadConfig } from '../load-config.ts';
import { OidcCredentials } from './oidc-credentials.ts';

const now = 1_700_000_000_000;
const tokenUntil = (ms: number) =>
  `e30.${Buffer.from(JSON.stringify({ exp: (now + ms) / 1_000 })).toString('base64url')}.x`;
const fresh = tokenUntil(3_600_000);

let issuer: TestHttpsServer;
let folder: string;
let file: string;
let answers: TestAnswer[];
let metadata: TestAnswer | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'oidc-'));
  file = join(folder, 'config');
  issuer = await TestHttpsServer.start(({ path }) => {
    if (path !== '/.well-known/openid-configuration') return answers.shift()!;
    return metadata ?? { body: { token_endpoint: `${issuer.url}/token` } };
  });
});
beforeEach(() => {
  answers = [];
  metadata = undefined;
  issuer.calls.length = 0;
});
afterAll(async () => {
  await issuer.close();
  rmSync(folder, { recursive: true });
});

/** Credentials as a configuration has them, with a comment that somebody wrote. */
function credentials(more: Record<string, string | undefined>): OidcCredentials {
  const given = {
    'idp-issuer-url': `${issuer.url}/`,
    'client-id': 'me',
    'client-secret': 's&t',
    'refresh-token': 'r1',
    'idp-certificate-authority-data': Buffer.from(issuer.authority.certificate).toString('base64'),
    ...more,
  };
  const config = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const users = [
    { name: 'other', user: {} },
    { name: 'u', user: { 'auth-provider': { name: 'oidc', config } } },
  ];
  writeFileSync(file, `# mine\n${stringify({ users })}`);
  const section = loadConfig({ explicit: file }).config.users.get('u')!.authProvider!;
  return new OidcCredentials(section, { now: () => now }, { authorization: async () => undefined });
}

const kept = () => parse(readFileSync(file, 'utf8')).users[1].user['auth-provider'].config;

describe('an ID token', () => {
  it('is used until ten seconds before its end', async () => {
    const token = tokenUntil(10_001);
    expect(await credentials({ 'id-token': token }).authorization()).toBe(`Bearer ${token}`);
    expect(issuer.calls).toEqual([]);
  });

  it.each([tokenUntil(10_000), undefined, 'nothing'])('that is %s is renewed, and kept', async (old) => {
    answers = [{ body: { id_token: fresh, refresh_token: 'r2' } }];
    const made = credentials({ 'id-token': old, 'extra-scopes': 'groups' });
    expect(await made.authorization()).toBe(`Bearer ${fresh}`);
    const [, call] = issuer.calls;
    expect(call!.text).toBe('grant_type=refresh_token&refresh_token=r1');
    expect(call!.headers.authorization).toBe(`Basic ${Buffer.from('me:s%26t').toString('base64')}`);
    expect(kept()).toMatchObject({ 'id-token': fresh, 'refresh-token': 'r2', 'client-id': 'me' });
    expect(readFileSync(file, 'utf8')).toMatch(/^# mine\n/);
    expect(await made.authorization()).toBe(`Bearer ${fresh}`);
    expect(issuer.calls).toHaveLength(2);
  });

  it('is renewed for a client whose name stands in the form, where the issuer asks for that', async () => {
    answers = [{ status: 401, body: {} }, { body: { id_token: fresh } }];
    await credentials({}).authorization();
    expect(issuer.calls[2]!.text).toBe(
      'grant_type=refresh_token&refresh_token=r1&client_id=me&client_secret=s%26t',
    );
    expect(kept()).toMatchObject({ 'refresh-token': 'r1' });
  });

  it('is renewed once for requests at the same time', async () => {
    answers = [{ body: { id_token: fresh } }];
    const made = credentials({});
    await Promise.all([1, 2, 3].map(() => made.authorization()));
    expect(issuer.calls).toHaveLength(2);
  });

  it.each<[string, Record<string, undefined>, TestAnswer | undefined, TestAnswer[], string]>([
    [
      'without a token for that',
      { 'refresh-token': undefined },
      undefined,
      [],
      'No valid id-token, and cannot refresh without refresh-token',
    ],
    [
      'without metadata',
      {},
      { status: 404, body: 'x'.repeat(100) },
      [],
      `oidc: failed to query metadata endpoint 404: "${'x'.repeat(80)}"`,
    ],
    ['without an endpoint', {}, { body: {} }, [], "oidc: discovery object doesn't contain a token_endpoint"],
    ['against the issuer', {}, undefined, [{ status: 500, body: 'no' }], 'failed to refresh token: '],
    [
      'without an ID token',
      {},
      undefined,
      [{ body: {} }],
      'failed to refresh token: token response did not contain an id_token',
    ],
  ])('cannot be renewed %s', async (_, config, given, rest, text) => {
    metadata = given;
    answers = rest;
    await expect(credentials(config).authorization()).rejects.toThrow(text);
  });

  it('is not used when it cannot be kept', async () => {
    answers = [{ body: { id_token: fresh } }];
    const made = credentials({});
    writeFileSync(`${file}.lock`, '');
    await expect(made.authorization()).rejects.toThrow('could not persist new tokens: ');
    rmSync(`${file}.lock`);
  });

  it.each(['idp-issuer-url', 'client-id'])('needs %s', (name) => {
    expect(() => credentials({ [name]: undefined })).toThrow(`Must provide ${name}`);
  });
});
