import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../support/api-client.ts';
import { pod } from '../../support/objects.ts';
import { TestServer } from '../../support/server.ts';
import { makeKey, TestTokenSigner } from '../../support/token-signer.ts';
import { until } from '../../support/until.ts';

const core = '/api/v1/namespaces/default';
const issuer = 'https://issuer.example';

let directory: string;
let signer: TestTokenSigner;
const servers: TestServer[] = [];
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'signer-'));
  signer = await new TestTokenSigner(join(directory, 'signer.sock')).start();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.remove();
  await signer.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function start(...flags: string[]): Promise<TestServer> {
  const server = await TestServer.start({
    flags: [
      '--emulated-version=1.36',
      `--service-account-issuer=${issuer}`,
      `--service-account-signing-endpoint=${signer.path}`,
      '--authorization-mode=AlwaysAllow',
      '--disable-admission-plugins=ServiceAccount',
      ...flags,
    ],
  });
  servers.push(server);
  return server;
}

const ask = ({ client }: TestServer, spec: object = {}): Promise<Answer> =>
  client.post(`${core}/serviceaccounts/builder/token`, { spec });

async function tokenOf(server: TestServer, spec: object = {}): Promise<string> {
  const { status, body } = await ask(server, spec);
  expect([status, body.message]).toEqual([201, undefined]);
  return body.status.token;
}

async function statusWith(server: TestServer, token: string): Promise<number> {
  const client = server.connect({ token });
  const { status } = await client.get(`${core}/configmaps`);
  client.close();
  return status;
}

const makeAccount = ({ client }: TestServer): Promise<Answer> =>
  client.post(`${core}/serviceaccounts`, { metadata: { name: 'builder' } });

describe('with a signer outside the server', () => {
  it('tokens are signed there, are good here, and end with their account', async () => {
    const server = await start();
    await makeAccount(server);
    const token = await tokenOf(server);
    expect(jwt.decode(token, { complete: true })!.header.kid).toBe(signer.keys[0]!.id);
    expect(await statusWith(server, token)).toBe(200);
    const review = { spec: { token } };
    const { body } = await server.client.post('/apis/authentication.k8s.io/v1/tokenreviews', review);
    expect(body.status).toMatchObject({
      authenticated: true,
      user: { username: 'system:serviceaccount:default:builder' },
    });
    const forged = TestTokenSigner.token(
      { ...makeKey(), id: signer.keys[0]!.id },
      jwt.decode(token) as object,
    );
    expect(await statusWith(server, forged)).toBe(401);
    await server.client.delete(`${core}/serviceaccounts/builder`);
    expect(await statusWith(server, token)).toBe(401);
  });

  it('keys come and go with those of the signer', async () => {
    const hidden = makeKey(true);
    signer.keys = [...signer.keys, hidden];
    const server = await start();
    await makeAccount(server);
    const first = await tokenOf(server);
    const older = TestTokenSigner.token(hidden, jwt.decode(first) as object);
    expect([await statusWith(server, first), await statusWith(server, older)]).toEqual([200, 200]);
    const shown = async (): Promise<string[]> =>
      (await server.client.get('/openid/v1/jwks')).body.keys.map(({ kid }: { kid: string }) => kid);
    expect(await shown()).toEqual([signer.keys[0]!.id]);
    signer.keys = [makeKey()];
    // The key of the next token is unknown here.
    const second = await tokenOf(server);
    expect(await statusWith(server, second)).toBe(200);
    expect([await statusWith(server, first), await statusWith(server, older)]).toEqual([401, 401]);
    expect(await shown()).toEqual([signer.keys[0]!.id]);
  });

  it('documents of the issuer are fresh until the keys are asked for again', async () => {
    signer.refreshHint = 600;
    const { client } = await start('--external-hostname=api.example');
    const { body, headers } = await client.get('/.well-known/openid-configuration');
    expect(body).toMatchObject({ issuer, id_token_signing_alg_values_supported: ['ES256'] });
    const [, age] = /^public, max-age=(\d+)$/.exec(String(headers['cache-control']))!;
    expect(Number(age)).toBeGreaterThan(500);
    expect(Number(age)).toBeLessThanOrEqual(600);
  });

  it('tokens live as long as the signer allows', async () => {
    signer.maxLifetime = 7200;
    const server = await start();
    await makeAccount(server);
    const { body, headers } = await ask(server, { expirationSeconds: 10_000 });
    expect(body.spec.expirationSeconds).toBe(7200);
    expect(headers['warning']).toContain('requested expiration of 10000 seconds shortened to 7200 seconds');
    const made = await server.client.post(`${core}/pods`, pod('p', {}, { serviceAccountName: 'builder' }));
    expect(made.status).toBe(201);
    const boundObjectRef = { kind: 'Pod', apiVersion: 'v1', name: 'p' };
    const claims = jwt.decode(await tokenOf(server, { expirationSeconds: 3607, boundObjectRef })) as any;
    expect([claims.exp - claims.iat, claims['kubernetes.io'].warnafter - claims.iat]).toEqual([7200, 3607]);
  });

  it('a signer that fails is told as an error, and counted', async () => {
    const server = await start();
    await makeAccount(server);
    await tokenOf(server);
    signer.refusals.set('Sign', 'the vault is sealed');
    expect((await ask(server)).body).toMatchObject({
      code: 500,
      message:
        'Internal error occurred: failed to generate token: while signing jwt: rpc error: code = Unknown desc = the vault is sealed',
    });
    const { text } = await server.client.get('/metrics');
    for (const line of [
      'apiserver_externaljwt_sign_request_total{code="OK"} 1',
      'apiserver_externaljwt_sign_request_total{code="Unknown"} 1',
      'apiserver_externaljwt_fetch_keys_request_total{code="OK"} 1',
      'apiserver_externaljwt_fetch_keys_data_timestamp 1900000000.5',
      'apiserver_externaljwt_request_duration_seconds_count{method="/v1.ExternalJWTSigner/Sign",code="OK"} 1',
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).toMatch(/^apiserver_externaljwt_fetch_keys_success_timestamp \d/m);
    signer.refusals.clear();
    await signer.stop();
    await signer.start();
    await until(async () => (await ask(server)).status === 201);
  });

  it.each([
    [
      ['--service-account-key-file=/none'],
      'cannot set mutually exclusive flags `--service-account-key-file` and `--service-account-signing-endpoint` at the same time',
    ],
    [['--service-account-max-token-expiration=48h'], ': 48h0m0s > 24h0m0s'],
    [
      ['--emulated-version=1.36', '--feature-gates=ExternalServiceAccountTokenSigner=false'],
      'feature is locked to true',
    ],
  ])('a start with %j fails', async (flags, message) => {
    await expect(start(...flags)).rejects.toThrow(message);
  });
});
