import { execFileSync } from 'node:child_process';
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeMessage } from '../../../src/api/codec/protobuf/decode.ts';
import { ProtobufEncoder } from '../../../src/api/codec/protobuf/encode.ts';
import { decodeEnvelope } from '../../../src/api/codec/protobuf/envelope.ts';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { loadDefinitions } from '../../../src/api/schema/load.ts';
import { ProtobufCodec } from '../../../src/server/encoding/protobuf-codec.ts';
import type { Answer, RequestOptions } from '../../support/api-client.ts';
import { kubectls } from '../../support/kubectls.ts';
import { pod } from '../../support/objects.ts';
import { testedRelease } from '../../support/release.ts';
import { TestServer } from '../../support/server.ts';

const issuer = 'https://issuer.example';
const core = '/api/v1/namespaces/default';
const accounts = `${core}/serviceaccounts`;

let server: TestServer;
let privateKey: string;
let publicKey: string;
beforeAll(async () => {
  server = await TestServer.start({
    flags: [
      `--service-account-issuer=${issuer}`,
      '--service-account-issuer=https://older.example',
      '--api-audiences=api,https://issuer.example',
      '--service-account-max-token-expiration=2h',
      '--authorization-mode=AlwaysAllow',
      '--external-hostname=api.example',
    ],
  });
  privateKey = readFileSync(join(server.directory, 'sa.key'), 'utf8');
  publicKey = readFileSync(join(server.directory, 'sa.pub'), 'utf8');
});
afterAll(() => server.remove());

/** A new account; its uid. */
async function makeAccount(name: string): Promise<string> {
  const { status, body } = await server.client.post(accounts, { metadata: { name } });
  expect(status).toBe(201);
  return body.metadata.uid;
}

const ask = (name: string, spec: object = {}, more: object = {}): Promise<Answer> =>
  server.client.post(`${accounts}/${name}/token`, { spec, ...more });

async function tokenOf(name: string, spec: object = {}): Promise<string> {
  const { status, body } = await ask(name, spec);
  expect([status, body.message]).toEqual([201, undefined]);
  return body.status.token;
}

/** The status of a request with this token. */
async function statusWith(token: string, options: RequestOptions = {}): Promise<number> {
  const client = server.connect({ token });
  const { status } = await client.get(`${core}/configmaps`, options);
  client.close();
  return status;
}

const payloadOf = (token: string): any => jwt.decode(token);

describe('a token that is asked for', () => {
  it('is that of the account, and says so', async () => {
    const uid = await makeAccount('plain');
    const { status, body } = await ask('plain');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: { name: 'plain', namespace: 'default', creationTimestamp: expect.any(String) },
      spec: { audiences: ['api', issuer], expirationSeconds: 3600, boundObjectRef: null },
    });
    expect(body.metadata).not.toHaveProperty('managedFields');
    const payload = payloadOf(body.status.token);
    expect(payload).toMatchObject({
      iss: issuer,
      sub: 'system:serviceaccount:default:plain',
      'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'plain', uid } },
    });
    expect(payload.exp - payload.iat).toBe(3600);
    expect(Date.parse(body.status.expirationTimestamp)).toBe(payload.exp * 1000);
    expect(await statusWith(body.status.token)).toBe(200);
  });

  it('is given in YAML and in the binary form as well', async () => {
    const binary = await server.client.post(
      `${accounts}/plain/token`,
      {},
      { headers: { accept: 'application/vnd.kubernetes.protobuf' } },
    );
    expect(binary.status).toBe(201);
    expect(binary.bytes.subarray(0, 4)).toEqual(Buffer.from('k8s\0'));
    const yaml = await server.client.post(
      `${accounts}/plain/token`,
      {},
      { headers: { accept: 'application/yaml' } },
    );
    expect(yaml.text).toContain('kind: TokenRequest');
  });

  it('can be asked for in the binary form, as node agents do', async () => {
    const dialect = dialects.find(({ name }) => name === 'kubernetes')!;
    const { structs } = loadDefinitions(
      new URL('../../../api-definitions', import.meta.url).pathname,
      dialect,
      testedRelease,
    );
    const schema = structs.get('authentication.v1.TokenRequest')!;
    const kind = { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest', schema };
    const form = new ProtobufCodec(new ProtobufEncoder(), kind);
    const request = { spec: { audiences: ['vault'], expirationSeconds: 700 } };
    const type = 'application/vnd.kubernetes.protobuf';
    const headers = { accept: type, 'content-type': type };
    const answer = await server.client.post(`${accounts}/plain/token`, form.inEnvelope(form.field(request)), {
      headers,
    });
    expect([answer.status, answer.headers['content-type']]).toEqual([201, type]);
    const { apiVersion, raw } = decodeEnvelope(answer.bytes);
    expect(apiVersion).toBe('authentication.k8s.io/v1');
    const { spec, status }: any = decodeMessage(raw, schema);
    expect(spec).toMatchObject({ audiences: ['vault'], expirationSeconds: 700 });
    expect(payloadOf(status.token)).toMatchObject({ aud: ['vault'] });
  });

  it('lives no longer than the server lets it', async () => {
    const { body } = await ask('plain', { expirationSeconds: 86_400 });
    expect(body.spec.expirationSeconds).toBe(7200);
    const { exp, iat } = payloadOf(body.status.token);
    expect(exp - iat).toBe(7200);
  });

  it('may be for somebody else, and is then refused here', async () => {
    const token = await tokenOf('plain', { audiences: ['vault'] });
    expect(payloadOf(token).aud).toEqual(['vault']);
    expect(await statusWith(token)).toBe(401);
    expect(await statusWith(await tokenOf('plain', { audiences: ['vault', 'api'] }))).toBe(200);
  });

  const invalid = 'TokenRequest.authentication.k8s.io';
  it.each([
    [
      'too short',
      { expirationSeconds: 599 },
      {},
      422,
      `${invalid} "" is invalid: spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes`,
    ],
    [
      'too long',
      { expirationSeconds: 2 ** 32 + 1 },
      {},
      422,
      `${invalid} "" is invalid: spec.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds`,
    ],
    [
      'with another name',
      {},
      { metadata: { name: 'x' } },
      422,
      `${invalid} "plain" is invalid: metadata.name: Invalid value: "x": must match the service account name if specified`,
    ],
    [
      'with another namespace',
      {},
      { metadata: { namespace: 'x' } },
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ],
    [
      'bound to a ConfigMap',
      { boundObjectRef: { kind: 'ConfigMap', apiVersion: 'v1', name: 'x' } },
      {},
      400,
      'cannot bind token to object of type /v1, Kind=ConfigMap',
    ],
    [
      'bound to what another group calls a pod',
      { boundObjectRef: { kind: 'Pod', apiVersion: 'apps/v1', name: 'x' } },
      {},
      400,
      'cannot bind token to object of type apps/v1, Kind=Pod',
    ],
    [
      'bound to a pod that is not there',
      { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'none' } },
      {},
      404,
      'pods "none" not found',
    ],
    ['bound to nothing', { boundObjectRef: {} }, {}, 400, 'cannot bind token to object of type /, Kind='],
    [
      'bound to no property',
      { boundObjectRef: { kind: 'constructor', apiVersion: 'v1' } },
      {},
      400,
      'cannot bind token to object of type /v1, Kind=constructor',
    ],
    [
      'bound to a pod of no name',
      { boundObjectRef: { kind: 'Pod', apiVersion: 'v1' } },
      {},
      400,
      'Name parameter required.',
    ],
    [
      'bound to a pod that is a path',
      { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: '../a' } },
      {},
      400,
      undefined,
    ],
    [
      'bound to a Secret that is not there',
      { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 'none' } },
      {},
      404,
      'secrets "none" not found',
    ],
    ['as another kind', {}, { kind: 'Pod', apiVersion: 'v1' }, 400, undefined],
    ['with a text for a number', { expirationSeconds: 'x' }, {}, 400, undefined],
  ])('is refused %s', async (_, spec, more, code, message) => {
    const { status, body } = await ask('plain', spec, more);
    expect([status, body.code]).toEqual([code, code]);
    if (message !== undefined) expect(body.message).toBe(message);
  });

  it('a TokenRequest needs an account that exists', async () => {
    expect((await ask('nobody')).body).toMatchObject({
      code: 404,
      message: 'serviceaccounts "nobody" not found',
    });
    expect((await server.client.get(`${accounts}/plain/token`)).status).toBe(405);
  });

  it('the subresource token shows in discovery', async () => {
    const { resources } = (await server.client.get('/api/v1')).body;
    expect(resources.find(({ name }: any) => name === 'serviceaccounts/token')).toEqual({
      name: 'serviceaccounts/token',
      singularName: '',
      namespaced: true,
      group: 'authentication.k8s.io',
      version: 'v1',
      kind: 'TokenRequest',
      verbs: ['create'],
    });
  });
});

describe('a token ends', () => {
  it('with its account, and is not that of the next one of the same name', async () => {
    await makeAccount('leaving');
    const token = await tokenOf('leaving');
    expect(await statusWith(token)).toBe(200);
    await server.client.delete(`${accounts}/leaving`);
    expect(await statusWith(token)).toBe(401);
    await makeAccount('leaving');
    expect(await statusWith(token)).toBe(401);
    expect(await statusWith(await tokenOf('leaving'))).toBe(200);
  });

  it('a token that is bound to a pod ends with the pod', async () => {
    await makeAccount('of-pods');
    const made = await server.client.post(`${core}/pods`, pod('p', {}, { serviceAccountName: 'of-pods' }));
    const ref = { kind: 'Pod', apiVersion: 'v1', name: 'p' };
    const token = await tokenOf('of-pods', { boundObjectRef: { ...ref, uid: made.body.metadata.uid } });
    expect(payloadOf(token)['kubernetes.io'].pod).toEqual({ name: 'p', uid: made.body.metadata.uid });
    expect(await statusWith(token)).toBe(200);
    const other = await ask('of-pods', { boundObjectRef: { ...ref, uid: 'other' } });
    expect(other.body).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on Pod "p": the UID in the bound object reference (other) does not match the UID in record. The object might have been deleted and then recreated',
    });
    expect((await ask('plain', { boundObjectRef: ref })).body).toMatchObject({
      code: 400,
      message:
        'cannot bind token for serviceaccount "plain" to pod running with different serviceaccount name.',
    });
    await server.client.delete(`${core}/pods/p`, { gracePeriodSeconds: 0 });
    expect(await statusWith(token)).toBe(401);
  });

  it('a year later when a node agent asks on behalf of a pod', async () => {
    await server.client.post(`${core}/pods`, pod('q', {}, { serviceAccountName: 'of-pods' }));
    const boundObjectRef = { kind: 'Pod', apiVersion: 'v1', name: 'q' };
    const { body } = await ask('of-pods', { boundObjectRef, expirationSeconds: 3607 });
    const { exp, iat, 'kubernetes.io': own } = payloadOf(body.status.token);
    expect(exp - iat).toBe(31_536_000);
    expect(own.warnafter - iat).toBe(3607);
    expect(Date.parse(body.status.expirationTimestamp)).toBe((iat + 3607) * 1000);
  });

  it('with the Secret that it is bound to', async () => {
    await server.client.post(`${core}/secrets`, { metadata: { name: 's' } });
    const token = await tokenOf('plain', { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 's' } });
    expect(await statusWith(token)).toBe(200);
    await server.client.delete(`${core}/secrets/s`);
    expect(await statusWith(token)).toBe(401);
  });

  it('with the node that it is bound to', async () => {
    const made = await server.client.post('/api/v1/nodes', { metadata: { name: 'n' } });
    const token = await tokenOf('plain', { boundObjectRef: { kind: 'Node', apiVersion: 'v1', name: 'n' } });
    expect(payloadOf(token)['kubernetes.io'].node).toEqual({ name: 'n', uid: made.body.metadata.uid });
    expect(await statusWith(token)).toBe(200);
    await server.client.delete('/api/v1/nodes/n');
    expect(await statusWith(token)).toBe(401);
  });

  it('with the Secret that it stands in', async () => {
    const uid = await makeAccount('legacy');
    const prefix = 'kubernetes.io/serviceaccount';
    const claims = {
      iss: 'kubernetes/serviceaccount',
      sub: 'system:serviceaccount:default:legacy',
      [`${prefix}/namespace`]: 'default',
      [`${prefix}/secret.name`]: 'legacy-token',
      [`${prefix}/service-account.name`]: 'legacy',
      [`${prefix}/service-account.uid`]: uid,
    };
    const token = jwt.sign(claims, privateKey, { algorithm: 'RS256', noTimestamp: true });
    expect(await statusWith(token)).toBe(401);
    const made = await server.client.post(`${core}/secrets`, {
      metadata: { name: 'legacy-token', annotations: { 'kubernetes.io/service-account.name': 'legacy' } },
      type: 'kubernetes.io/service-account-token',
      data: { token: Buffer.from(token).toString('base64') },
    });
    expect(made.status).toBe(201);
    expect(await statusWith(token)).toBe(200);
    await server.client.delete(`${core}/secrets/legacy-token`);
    expect(await statusWith(token)).toBe(401);
  });
});

describe('an attack', () => {
  const b64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const now = Math.floor(Date.now() / 1000);
  let good: string;
  beforeAll(async () => {
    await makeAccount('victim');
    good = await tokenOf('victim');
  });
  const claims = (change: object = {}): object => ({ ...payloadOf(good), ...change });
  const sign = (payload: object, header: object = {}, key: KeyObject | string = privateKey): string =>
    jwt.sign(payload, key, { algorithm: 'RS256', header: header as jwt.JwtHeader });
  const mac = (): string => {
    const text = `${b64({ alg: 'HS256', typ: 'JWT' })}.${b64(claims())}`;
    return `${text}.${createHmac('sha256', publicKey).update(text).digest('base64url')}`;
  };

  it.each<[string, () => string]>([
    ['without an algorithm', () => `${b64({ alg: 'none' })}.${b64(claims())}.`],
    ['with the public key as a shared secret', mac],
    ['with a key that nobody knows', () => sign(claims(), { kid: 'unknown' }, stranger)],
    ['with a key that is a path', () => sign(claims(), { kid: '../../../../../../dev/null' }, stranger)],
    [
      'with a key that is a URL',
      () => sign(claims(), { kid: 'https://127.0.0.1:1/', jku: 'https://127.0.0.1:1/' }, stranger),
    ],
    ['of another issuer', () => sign(claims({ iss: 'https://stranger.example' }))],
    ['for another audience', () => sign(claims({ aud: ['vault'] }))],
    ['that has expired', () => sign(claims({ exp: now - 120 }))],
    ['that does not count yet', () => sign(claims({ nbf: now + 3600 }))],
    ['of another account', () => sign(claims({ sub: 'system:serviceaccount:default:plain' }))],
    [
      'in the JSON form',
      () => {
        const [head, payload, signature] = good.split('.');
        return JSON.stringify({ protected: head, payload, signature });
      },
    ],
    ['of garbage', () => '....'],
    ['of 100 KB', () => `${b64({ alg: 'RS256' })}.${b64({ iss: issuer, x: 'x'.repeat(75_000) })}.AAAA`],
  ])('with a token %s ends with 401', async (_, token) => {
    expect(await statusWith(token())).toBe(401);
    expect(await statusWith(good)).toBe(200);
  });

  it('with a token of a megabyte ends at the door', async () => {
    const attempt = await statusWith('x'.repeat(1_000_000)).catch(() => 'cut off');
    expect([431, 'cut off']).toContain(attempt);
    expect(await statusWith(good)).toBe(200);
  });

  it('leaves no token in the log', () => {
    const [, payload, signature] = good.split('.');
    expect(server.output).not.toContain(payload!);
    expect(server.output).not.toContain(signature!);
  });
});

describe('the issuer', () => {
  it('tells others how to verify its tokens', async () => {
    const document = await server.client.get('/.well-known/openid-configuration');
    expect(document.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=3600',
    });
    expect(document.body).toEqual({
      issuer,
      jwks_uri: `https://api.example:${server.port}/openid/v1/jwks`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    });
    const keys = await server.client.get('/openid/v1/jwks');
    expect(keys.headers).toMatchObject({
      'content-type': 'application/jwk-set+json',
      'cache-control': 'public, max-age=3600',
    });
    const [key] = keys.body.keys;
    expect(Object.keys(key)).toEqual(['use', 'kty', 'kid', 'alg', 'n', 'e']);
    const { createPublicKey } = await import('node:crypto');
    const token = await tokenOf('plain');
    expect(jwt.decode(token, { complete: true })?.header.kid).toBe(key.kid);
    expect(jwt.verify(token, createPublicKey({ key, format: 'jwk' }), { issuer })).toBeDefined();
  });

  it('is asked with GET, for what it has', async () => {
    expect((await server.client.post('/openid/v1/jwks', {})).status).toBe(405);
    const accept = { headers: { accept: 'text/plain' } };
    expect((await server.client.get('/openid/v1/jwks', accept)).status).toBe(406);
    expect((await server.client.get('/')).body.paths).toEqual(
      expect.arrayContaining(['/.well-known/openid-configuration', '/openid/v1/jwks']),
    );
  });

  it('stands in the documents of the API', async () => {
    const { paths } = (await server.client.get('/openapi/v2')).body;
    const index = (await server.client.get('/openapi/v3')).body.paths;
    for (const [path, type] of [
      ['.well-known/openid-configuration', 'application/json'],
      ['openid/v1/jwks', 'application/jwk-set+json'],
    ] as const) {
      expect(paths[`/${path}/`].get.produces).toEqual([type]);
      const { body } = await server.client.get(index[path].serverRelativeURL);
      expect(Object.keys(body.paths)).toEqual([`/${path}/`]);
    }
  });

  it('answers those who may ask', async () => {
    const anonymous = server.connect({});
    expect([401, 403]).toContain((await anonymous.get('/openid/v1/jwks')).status);
    anonymous.close();
  });
});

describe.each(kubectls().slice(1))('$title', ({ path }) => {
  // The command came with release 1.24 of the client.
  it.skipIf(path === undefined)('create token gives one that it can be used with', async () => {
    await makeAccount('worker');
    const run = (...given: string[]): string =>
      execFileSync(path!, given, { encoding: 'utf8', env: { HOME: server.directory }, stdio: 'pipe' }).trim();
    const asked = ['create', 'token', 'worker', '--duration=20m', '--audience=api'];
    const token = run('--kubeconfig', server.kubeconfig, ...asked);
    const { exp, iat, aud } = payloadOf(token);
    expect([exp - iat, aud]).toEqual([1200, ['api']]);
    // The configuration has a certificate, which would count for more.
    const there = ['--kubeconfig=/dev/null', `--server=https://127.0.0.1:${server.port}`];
    const authority = `--certificate-authority=${join(server.directory, 'ca.crt')}`;
    const me = JSON.parse(run(...there, authority, '--token', token, 'auth', 'whoami', '-o', 'json'));
    expect(me.status.userInfo.username).toBe('system:serviceaccount:default:worker');
  });
});
