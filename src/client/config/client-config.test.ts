import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { FakeWire, failureStatus } from '../../../test/support/unit/fake-wire.ts';
import { testValidity } from '../../../test/support/unit/https-server.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { type Identity, issueClient, makeAuthority } from '../../util/x509.ts';
import type { Wire } from '../api/wire.ts';
import { componentConfig } from './component-config.ts';
import type { Impersonation } from './config-document.ts';
import { CredentialWire } from './credential-wire.ts';
import type { Credentials } from './credentials.ts';

let folder: string;
let authority: Identity;
let user: Identity;
const now = 0;
const clock = { now: () => now };
const dialect = dialects[1]!;
const at = (name: string) => join(folder, name);
const signal = new AbortController().signal;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'config-'));
  authority = await makeAuthority('ca', testValidity());
  user = await issueClient(authority, { commonName: 'me' }, testValidity());
  mkdirSync(at('account'));
  for (const [name, text] of Object.entries({
    'ca.crt': authority.certificate,
    'me.crt': user.certificate,
    'me.key': user.privateKey,
    token: 'from-file\n',
    empty: '',
    'account/token': 'of-pod',
    'account/namespace': 'pods\n',
    'account/ca.crt': authority.certificate,
  })) {
    writeFileSync(at(name), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function component(cluster: object, credentials: object = {}, more: { master?: string } = {}) {
  const document = {
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user: credentials }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  writeFileSync(at('config'), stringify(document));
  return componentConfig({ path: at('config'), env: {}, clock, dialect, warn: () => {}, ...more });
}

const secure = { server: 'https://a:6443', 'certificate-authority': 'ca.crt' };

describe('the client of a component', () => {
  it.each([
    [secure, undefined],
    [{ ...secure, 'proxy-url': 'http://p.example:3128' }, 'p.example:3128'],
    [{ server: 'http://a', 'proxy-url': 'http://p.example:3128' }, 'p.example:3128'],
    [{ ...secure, 'proxy-url': 'socks5://p.example' }, 'p.example:1080'],
  ])('of %j goes through the proxy %s', (cluster, host) => {
    expect(component(cluster).trust.proxy?.host).toBe(host);
  });

  it('cannot go through every proxy', () => {
    expect(() => component({ ...secure, 'proxy-url': 'ftp://p' })).toThrow(
      `invalid 'proxy-url' "ftp://p" for cluster "c": unsupported scheme "ftp", must be http, https, or socks5`,
    );
  });

  it.each([
    [{ server: 'https://a:6443/prefix/?q#f' }, 'https://a:6443/prefix'],
    [{ server: 'a:6443', 'certificate-authority': 'ca.crt' }, 'https://a:6443'],
    [{ server: 'a:6443', 'insecure-skip-tls-verify': true }, 'https://a:6443'],
    [{ server: 'a:8080' }, 'http://a:8080'],
  ])('of %j asks %s', (cluster, server) => {
    expect(component(cluster).server).toBe(server);
  });

  it('asks the server that the flag names before that of the file', () => {
    expect(component(secure, {}, { master: 'https://b' }).server).toBe('https://b');
  });

  it.each([
    [{ token: 'a' }, 'Bearer a'],
    [{ token: 'a', tokenFile: 'token' }, 'Bearer from-file'],
    [{ token: 'a', tokenFile: 'empty' }, 'Bearer a'],
    [{ username: 'a', password: 'b' }, `Basic ${Buffer.from('a:b').toString('base64')}`],
    [{}, undefined],
  ])('with %j shows %s', async (credentials, header) => {
    expect(await component(secure, credentials).credentials.authorization()).toBe(header);
  });

  it('shows a certificate, of files or of data', () => {
    const data = (text: string) => Buffer.from(text).toString('base64');
    const files = { 'client-certificate': 'me.crt', 'client-key': 'me.key' };
    expect(component(secure, files).credentials.identity?.()).toEqual(user);
    const mixed = { 'client-certificate-data': data(user.certificate), 'client-key': 'me.key' };
    expect(component(secure, mixed).credentials.identity?.()).toEqual(user);
  });

  it('shows nothing without TLS', async () => {
    const { credentials } = component({ server: 'http://a' }, { token: 'secret' });
    expect(await credentials.authorization()).toBeUndefined();
  });

  it.each([
    [
      { ...secure, 'insecure-skip-tls-verify': true },
      'specifying a root certificates file with the insecure flag is not allowed',
    ],
    [{ server: 'https://a', 'certificate-authority': 'empty' }, undefined],
    [
      { server: 'https://a', 'certificate-authority': 'token' },
      'unable to load root certificates: unable to parse bytes as PEM block',
    ],
  ])('with %j: %s', (cluster, text) => {
    const make = () => component(cluster);
    if (text === undefined) expect(make).not.toThrow();
    else expect(make).toThrow(text);
  });

  it('knows no other provider of tokens', () => {
    expect(() => component(secure, { 'auth-provider': { name: 'x' } })).toThrow(
      'no Auth Provider found for name "x"',
    );
  });
});

describe('in a pod', () => {
  const env = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };
  const options = (more: object = {}) => ({
    env,
    clock,
    dialect,
    folder: at('account'),
    warn: (text: string) => void warnings.push(text),
    ...more,
  });
  let warnings: string[] = [];

  it('asks as the service account, and in its namespace', async () => {
    warnings = [];
    const config = componentConfig(options());
    expect(config).toMatchObject({
      server: 'https://10.0.0.1:443',
      trust: { authority: authority.certificate },
      namespace: 'pods',
    });
    expect(await config.credentials.authorization()).toBe('Bearer of-pod');
    expect(componentConfig(options({ env: { ...env, POD_NAMESPACE: 'other' } })).namespace).toBe('other');
    expect(componentConfig(options({ env: { ...env, KUBERNETES_SERVICE_HOST: '::1' } })).server).toBe(
      'https://[::1]:443',
    );
    expect(warnings).toEqual([]);
  });

  it('without an authority says so, and goes on', () => {
    mkdirSync(at('bare'), { recursive: true });
    writeFileSync(at('bare/token'), 't');
    warnings = [];
    expect(componentConfig(options({ folder: at('bare') }))).toMatchObject({ namespace: 'default' });
    expect(warnings[0]).toContain('Expected to load root CA config from');
  });

  it('a configuration in a pod needs the address of the API in the environment', () => {
    warnings = [];
    expect(() => componentConfig(options({ env: {} }))).toThrow('no configuration has been provided');
    expect(warnings[0]).toContain(
      'unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined',
    );
  });
});

describe('a request', () => {
  const noOne: Impersonation = { user: '', uid: '', groups: [], extra: new Map() };
  async function shown(impersonate: Impersonation, headers: Record<string, string> = {}, status = 200) {
    const wire = new FakeWire(() => (status === 200 ? {} : failureStatus(status, 'X')));
    const rejected: unknown[] = [];
    const credentials: Credentials = {
      authorization: async () => 'Bearer mine',
      rejected: (authorization) => rejected.push(authorization),
    };
    const call = { method: 'GET', path: '/', headers, signal };
    await new CredentialWire(wire, credentials, impersonate).send(call);
    return { headers: wire.calls[0]!.headers, rejected };
  }

  it('shows the credentials, unless it has its own', async () => {
    expect((await shown(noOne)).headers).toEqual({ authorization: 'Bearer mine' });
    expect((await shown(noOne, { authorization: 'Bearer own' })).headers).toEqual({
      authorization: 'Bearer own',
    });
  });

  it('does not wait for credentials longer than for its answer', async () => {
    const credentials = { authorization: () => new Promise<never>(() => {}) };
    const unused: Wire = { send: () => Promise.reject(new Error('sent')), [Symbol.dispose]: () => {} };
    const wire = new CredentialWire(unused, credentials, noOne);
    const call = { method: 'GET', path: '/', headers: {}, signal: AbortSignal.timeout(20) };
    await expect(wire.send(call)).rejects.toThrow('timeout');
    await expect(wire.send({ ...call, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });

  it('tells of credentials that were refused', async () => {
    expect((await shown(noOne, {}, 401)).rejected).toEqual(['Bearer mine']);
    expect((await shown(noOne, {}, 403)).rejected).toEqual([]);
    expect((await shown(noOne, { authorization: 'Bearer own' }, 401)).rejected).toEqual([]);
  });

  it('acts as somebody else, unless it does already', async () => {
    const extra = new Map([['Example.com/Team', ['a', 'b']]]);
    const other = { user: 'jane', uid: '7', groups: ['g', 'h'], extra };
    expect((await shown(other)).headers).toEqual({
      authorization: 'Bearer mine',
      'impersonate-user': 'jane',
      'impersonate-uid': '7',
      'impersonate-group': ['g', 'h'],
      'impersonate-extra-example.com%2fteam': ['a', 'b'],
    });
    expect((await shown(other, { 'impersonate-user': 'joe' })).headers).toEqual({
      authorization: 'Bearer mine',
      'impersonate-user': 'joe',
    });
  });
});
