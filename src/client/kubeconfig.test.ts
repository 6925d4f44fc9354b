import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { testValidity } from '../../test/support/unit/https-server.ts';
import { type Identity, issueClient, makeAuthority } from '../util/x509.ts';
import { Kubeconfig } from './kubeconfig.ts';

let directory: string;
let authority: Identity;
let user: Identity;
let now = 0;
const clock = { now: () => now };
const base64 = (text: string) => Buffer.from(text).toString('base64');
const file = (name: string) => join(directory, name);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'kubeconfig-'));
  authority = await makeAuthority('ca', testValidity());
  user = await issueClient(authority, { commonName: 'apiserver' }, testValidity());
  writeFileSync(file('ca.crt'), authority.certificate);
  writeFileSync(file('user.crt'), user.certificate);
  writeFileSync(file('user.key'), user.privateKey);
  writeFileSync(file('other.key'), authority.privateKey);
  writeFileSync(file('empty'), '');
  writeFileSync(file('token'), 'from-file\n');
});
afterAll(() => rmSync(directory, { recursive: true }));

/** One cluster, user and context, changed as given. */
function document(cluster: object, credentials: object = {}, more: object = {}): string {
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'a', cluster: { server: 'https://hook.example/path', ...cluster } }],
    users: [{ name: 'u', user: credentials }],
    contexts: [{ name: 'c', context: { cluster: 'a', user: 'u' } }],
    'current-context': 'c',
    ...more,
  });
}

function current(text: string) {
  writeFileSync(file('config'), text);
  return Kubeconfig.read(file('config'), clock).current();
}

describe('a client configuration', () => {
  it('names files, relative to its own folder', () => {
    const credentials = { 'client-certificate': 'user.crt', 'client-key': file('user.key') };
    const read = current(document({ 'certificate-authority': 'ca.crt' }, credentials));
    expect(read.cluster).toEqual({
      server: 'https://hook.example/path',
      authority: authority.certificate,
      serverName: undefined,
      insecure: false,
    });
    expect(read.user.identity?.()).toEqual(user);
    expect(read.user.authorization).toBeUndefined();
  });

  it('has data, which goes before files', () => {
    const cluster = {
      'certificate-authority': 'none',
      'certificate-authority-data': base64(authority.certificate),
      'tls-server-name': 'other.example',
    };
    const credentials = {
      'client-certificate-data': base64(user.certificate),
      'client-key-data': base64(user.privateKey),
    };
    const read = current(document(cluster, credentials));
    expect(read.cluster).toMatchObject({ authority: authority.certificate, serverName: 'other.example' });
    expect(read.user.identity?.()).toEqual(user);
  });

  it.each([
    [{ token: 'abc' }, 'Bearer abc'],
    [{ token: 'abc', tokenFile: 'token' }, 'Bearer from-file'],
    [{ username: 'jane', password: 'a:b' }, `Basic ${base64('jane:a:b')}`],
    [{}, undefined],
  ])('with %j calls as %s', async (credentials, header) => {
    expect(await current(document({}, credentials)).user.authorization?.()).toBe(header);
  });

  it('reads a token file again after a minute, and keeps the token while it cannot', async () => {
    writeFileSync(file('renewed'), 'first');
    const { user } = current(document({}, { tokenFile: 'renewed' }));
    writeFileSync(file('renewed'), 'second');
    expect(await user.authorization?.()).toBe('Bearer first');
    now += 60_000;
    expect(await user.authorization?.()).toBe('Bearer second');
    rmSync(file('renewed'));
    now += 60_000;
    expect(await user.authorization?.()).toBe('Bearer second');
  });

  it('reads a certificate again after a minute, once its key belongs to it', async () => {
    writeFileSync(file('own.crt'), user.certificate);
    writeFileSync(file('own.key'), user.privateKey);
    const { identity } = current(
      document({}, { 'client-certificate': 'own.crt', 'client-key': 'own.key' }),
    ).user;
    const renewed = await issueClient(authority, { commonName: 'apiserver' }, testValidity());
    const first = identity?.();
    now += 60_000;
    expect(identity?.()).toBe(first);
    writeFileSync(file('own.crt'), renewed.certificate);
    now += 60_000;
    expect(identity?.()).toBe(first);
    writeFileSync(file('own.key'), renewed.privateKey);
    now += 60_000;
    expect(identity?.()).toEqual(renewed);
  });

  it('may be without TLS, unverified, and without a user', () => {
    const contexts = [{ name: 'c', context: { cluster: 'a' } }];
    const cluster = { server: 'http://127.0.0.1:8080', 'insecure-skip-tls-verify': true };
    expect(current(document(cluster, {}, { contexts, users: null }))).toMatchObject({
      cluster: { server: 'http://127.0.0.1:8080', insecure: true },
      user: { identity: undefined },
    });
  });

  it('gives users by name', () => {
    writeFileSync(file('config'), document({}, { token: 'abc' }));
    const config = Kubeconfig.read(file('config'), clock);
    expect(config.user('u')?.authorization).toBeDefined();
    expect(config.user('v')).toBeUndefined();
  });

  const no = { name: 'c', context: { cluster: 'b', user: 'u' } };
  const without = 'must be given';
  it.each<[string, () => string, string]>([
    ['is not YAML', () => 'a: [', ': error converting YAML to JSON: yaml: '],
    [
      'is no object',
      () => '[]',
      `": couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct`,
    ],
    ['is empty', () => '', `current-context: ${without}`],
    ['has no context', () => document({}, {}, { 'current-context': '' }), `current-context: ${without}`],
    [
      'names a context that is not there',
      () => document({}, {}, { 'current-context': 'd' }),
      'current-context: context "d" does not exist',
    ],
    [
      'names a cluster that is not there',
      () => document({}, {}, { contexts: [no] }),
      'contexts[0].context.cluster: cluster "b" does not exist',
    ],
    [
      'names a user that is not there',
      () => document({}, {}, { users: [] }),
      'contexts[0].context.user: user "u" does not exist',
    ],
    [
      'has two contexts of a name',
      () => document({}, {}, { contexts: [no, no] }),
      'contexts[1].name: "c" is there more than once',
    ],
    ['has no server', () => document({ server: '' }), `clusters[0].cluster.server: ${without}`],
    [
      'has another scheme',
      () => document({ server: 'ftp://a' }),
      'clusters[0].cluster.server: "ftp://a" must be a URL that begins with https:// or http://',
    ],
    [
      'has a user in the URL',
      () => document({ server: 'https://a:b@c' }),
      'clusters[0].cluster.server: must have no user and no fragment',
    ],
    [
      'goes through a proxy',
      () => document({ 'proxy-url': 'http://p' }),
      'clusters[0].cluster.proxy-url: is not supported',
    ],
    [
      'has an authority that is none',
      () => document({ 'certificate-authority': 'empty' }),
      'clusters[0].cluster.certificate-authority: has no certificate in it',
    ],
    [
      'has an authority that is not there',
      () => document({ 'certificate-authority': 'none' }),
      'clusters[0].cluster.certificate-authority: ENOENT',
    ],
    [
      'has data that is not base64',
      () => document({ 'certificate-authority-data': '-----' }),
      'clusters[0].cluster.certificate-authority-data: must be base64',
    ],
    [
      'verifies and does not',
      () => document({ 'certificate-authority': 'ca.crt', 'insecure-skip-tls-verify': true }),
      'clusters[0].cluster.insecure-skip-tls-verify: must not be given with a certificate authority',
    ],
    [
      'has a text for a boolean',
      () => document({ 'insecure-skip-tls-verify': 'perhaps' }),
      'clusters[0].cluster.insecure-skip-tls-verify: must be true or false',
    ],
    [
      'has a certificate without a key',
      () => document({}, { 'client-certificate': 'user.crt' }),
      'users[0].user.client-key: must be given with a client certificate',
    ],
    [
      'has a key without a certificate',
      () => document({}, { 'client-key': 'user.key' }),
      'users[0].user.client-certificate: must be given with a client key',
    ],
    [
      'has a key of another certificate',
      () => document({}, { 'client-certificate': 'user.crt', 'client-key': 'other.key' }),
      'users[0].user.client-certificate: error:',
    ],
    ['has an empty token file', () => document({}, { tokenFile: 'empty' }), 'users[0].user.tokenFile: '],
    [
      'is two users at once',
      () => document({}, { token: 'a', username: 'b' }),
      'users[0].user.username: must not be given with a token',
    ],
    ['runs a plugin', () => document({}, { exec: { command: 'a' } }), 'users[0].user.exec: is not supported'],
  ])('that %s is refused, with the file and the field', (_, text, problem) => {
    expect(() => current(text())).toThrow(problem);
    expect(() => current(text())).toThrow(file('config'));
  });
});
