import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { OpenIdProvider } from '../../support/openid.ts';
import { TestServer } from '../../support/server.ts';

let directory: string;
let provider: OpenIdProvider;
let server: TestServer;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'oidc-'));
  provider = await OpenIdProvider.start();
  writeFileSync(join(directory, 'ca.crt'), provider.authority.certificate);
  server = await TestServer.start({
    flags: [...flags(), '--oidc-groups-prefix=oidc:', '--oidc-signing-algs=RS256,ES256'],
  });
});
afterAll(async () => {
  await server?.remove();
  await provider?.close();
  rmSync(directory, { recursive: true, force: true });
});

const flags = () => [
  `--oidc-issuer-url=${provider.url}`,
  `--oidc-client-id=${provider.clientId}`,
  `--oidc-ca-file=${join(directory, 'ca.crt')}`,
  '--oidc-groups-claim=groups',
  '--authorization-mode=AlwaysDeny',
];

/** Whose the token is, as the server tells an admin. */
async function whose(token: string, asked = server) {
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } };
  const { body } = await asked.client.post('/apis/authentication.k8s.io/v1/tokenreviews', review);
  return body.status.user;
}

const ask = (token: string, asked = server) => {
  return asked.connect({ token }).get('/api/v1/namespaces/default/pods');
};

describe('who logged in with the provider', () => {
  it('is known by the issuer and the subject, with groups', async () => {
    const token = await provider.logIn('jane');
    expect(await whose(token)).toEqual({
      username: `${provider.url}#jane`,
      groups: ['oidc:developers', 'oidc:testers', 'system:authenticated'],
    });
    const { status, body } = await ask(token);
    expect([status, body.message]).toEqual([403, expect.stringContaining(`User "${provider.url}#jane"`)]);
  });

  it('is still known when the provider has other keys, and old tokens are not', async () => {
    const old = await provider.logIn('jane');
    for (const algorithm of ['RS256', 'ES256'] as const) {
      provider.rotate(algorithm);
      // What was fetched just now is not fetched again.
      await sleep(3_500);
      expect((await ask(await provider.logIn('jane'))).status).toBe(403);
    }
    // Long enough for what was decided about the token to be forgotten.
    await sleep(10_000);
    expect((await ask(old)).status).toBe(401);
  });

  it('is nobody with another token than the id token, or one that was changed', async () => {
    const token = await provider.logIn('jane');
    const [head, body, signature] = token.split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...claims, sub: 'root' })).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    for (const wrong of [`${head}.${other}.${signature}`, `${none}.${other}.`, `${head}.${body}`]) {
      expect(await ask(wrong)).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    }
  });
});

describe('with addresses as names', () => {
  it('only one that the issuer verified counts', async () => {
    const other = await TestServer.start({ flags: [...flags(), '--oidc-username-claim=email'] });
    onTestFinished(() => other.remove());
    provider.rotate();
    await expect.poll(async () => (await ask(await provider.logIn('jane'), other)).status).toBe(403);
    expect(await whose(await provider.logIn('jane'), other)).toMatchObject({ username: 'jane@a.example' });
    expect((await ask(await provider.logIn('joe'), other)).status).toBe(401);
    await expect.poll(() => other.output).toContain('oidc: email not verified');
  });
});

describe('an issuer that is down', () => {
  it('keeps no server from coming up, and is found when it is there', async () => {
    const own = await OpenIdProvider.start({ authority: provider.authority });
    const { url } = own;
    const token = await own.logIn('jane');
    await own.close();
    const late = await TestServer.start({
      flags: flags().map((flag) => flag.replace(provider.url, url)),
    });
    onTestFinished(() => late.remove());
    expect(await ask(token, late)).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    expect((await late.client.get('/readyz')).status).toBe(200);
    const again = await OpenIdProvider.start({
      authority: provider.authority,
      port: Number(new URL(url).port),
    });
    onTestFinished(() => again.close());
    const status = async () => (await ask(await again.logIn('jane'), late)).status;
    await expect.poll(status, { timeout: 30_000, interval: 1_000 }).toBe(403);
  });
});

describe('a start', () => {
  it.each([
    [['--oidc-client-id=a'], 'oidc-issuer-url and oidc-client-id should be specified together'],
    [
      ['--oidc-issuer-url=https://a.example'],
      'oidc-issuer-url and oidc-client-id should be specified together',
    ],
    [
      ['--oidc-issuer-url=http://a.example', '--oidc-client-id=a'],
      `'oidc-issuer-url' ("http://a.example") has invalid scheme ("http"), require 'https'`,
    ],
    [
      ['--oidc-issuer-url=https://a.example', '--oidc-client-id=a', '--oidc-signing-algs=HS256'],
      'oidc: unsupported signing alg: "HS256"',
    ],
  ])('with %j is refused', async (given, problem) => {
    await expect(TestServer.start({ flags: given })).rejects.toThrow(problem);
  });
});
