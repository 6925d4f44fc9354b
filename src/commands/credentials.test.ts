import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { dialects } from '../api/meta/dialect.ts';
import { makeAuthority, subjectOf } from '../util/x509.ts';
import { type CredentialOptions, ensureCredentials } from './credentials.ts';

const day = 86_400_000;
const now = Date.parse('2030-01-01T00:00:00Z');
let directory: string;
let options: CredentialOptions & { clock: { time: number } };

beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'credentials-')), 'inner');
  const clock = { time: now, now: () => clock.time };
  options = { dialect: dialects[0]!, addresses: ['0.0.0.0'], port: 6443, clusterName: 'local', clock };
});
afterEach(() => rmSync(join(directory, '..'), { recursive: true }));

const read = (name: string) => readFileSync(join(directory, name), 'utf8');
const certificate = (name: string) => new X509Certificate(read(name));
const contents = () => Object.fromEntries(readdirSync(directory).map((name) => [name, read(name)]));

/** Names of the files that differ after doing this. */
async function changed(action: () => Promise<unknown>): Promise<string[]> {
  const before = contents();
  await action();
  const after = contents();
  return Object.keys(after).filter((name) => after[name] !== before[name]);
}

describe('the first time', () => {
  test('everything is made, and private things are private', async () => {
    const made = await ensureCredentials(directory, options);
    const modes = Object.fromEntries(
      readdirSync(directory).map((name) => [
        name,
        (statSync(join(directory, name)).mode & 0o777).toString(8),
      ]),
    );
    expect(modes).toEqual({
      'admin.crt': '644',
      'admin.key': '600',
      'admin.kubeconfig': '600',
      'apiserver.crt': '644',
      'apiserver.key': '600',
      'ca.crt': '644',
      'ca.key': '600',
      'front-proxy-ca.crt': '644',
      'front-proxy-ca.key': '600',
      'front-proxy-client.crt': '644',
      'front-proxy-client.key': '600',
      'sa.key': '600',
      'sa.pub': '644',
    });
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(Object.values(made).sort()).toEqual(
      [
        ...['admin.kubeconfig', 'apiserver.crt', 'apiserver.key', 'ca.crt', 'ca.key'],
        ...['front-proxy-ca.crt', 'front-proxy-client.crt', 'front-proxy-client.key', 'sa.key', 'sa.pub'],
      ].map((name) => join(directory, name)),
    );
  });

  test('the server answers to all its names', async () => {
    await ensureCredentials(directory, { ...options, addresses: ['192.0.2.7', '2001:db8::7'] });
    const serving = certificate('apiserver.crt');
    expect(serving.verify(certificate('ca.crt').publicKey)).toBe(true);
    const names = [
      'localhost',
      hostname(),
      'orch',
      'orch.default',
      'orch.default.svc',
      'orch.default.svc.cluster.local',
    ];
    for (const name of names) expect(serving.checkHost(name)).toBeDefined();
    const addresses = ['127.0.0.1', '::1', '10.0.0.1', '192.0.2.7', '2001:db8::7'];
    for (const address of addresses) expect(serving.checkIP(address)).toBeDefined();
    expect(serving.validToDate).toEqual(new Date(now + 365 * day));
  });

  test('the key pair of service accounts belongs together', async () => {
    await ensureCredentials(directory, options);
    const key = createPrivateKey(read('sa.key'));
    expect(key.asymmetricKeyType).toBe('rsa');
    expect(createPublicKey(key).equals(createPublicKey(read('sa.pub')))).toBe(true);
  });

  test('the words are those of the dialect', async () => {
    const kubernetes = dialects.find(({ name }) => name === 'kubernetes')!;
    await ensureCredentials(directory, { ...options, dialect: kubernetes });
    expect(certificate('apiserver.crt').checkHost('kubernetes.default.svc')).toBeDefined();
    expect(certificate('apiserver.crt').checkHost('orch.default.svc')).toBeUndefined();
    expect(subjectOf(certificate('admin.crt').raw).commonName).toBe('kubernetes-admin');
  });
});

describe('the configuration of the administrator', () => {
  const configuration = () => parse(read('admin.kubeconfig'));

  test('has everything in it', async () => {
    await ensureCredentials(directory, options);
    const { clusters, users, contexts, 'current-context': current, ...rest } = configuration();
    const decode = (text: string) => Buffer.from(text, 'base64').toString();
    expect(rest).toEqual({ apiVersion: 'v1', kind: 'Config' });
    expect(clusters[0]).toMatchObject({ name: 'local', cluster: { server: 'https://127.0.0.1:6443' } });
    expect(decode(clusters[0].cluster['certificate-authority-data'])).toBe(read('ca.crt'));
    const client = new X509Certificate(decode(users[0].user['client-certificate-data']));
    expect(subjectOf(client.raw)).toEqual({ commonName: 'orch-admin', organizations: ['system:masters'] });
    expect(client.checkPrivateKey(createPrivateKey(decode(users[0].user['client-key-data'])))).toBe(true);
    expect(contexts).toEqual([{ name: current, context: { cluster: 'local', user: users[0].name } }]);
  });

  test.each([
    [[], 'https://127.0.0.1:6443'],
    [['::'], 'https://127.0.0.1:6443'],
    [['192.0.2.7', '192.0.2.8'], 'https://192.0.2.7:6443'],
    [['2001:db8::7'], 'https://[2001:db8::7]:6443'],
  ])('of a server on %j leads to %s', async (addresses, server) => {
    await ensureCredentials(directory, { ...options, addresses });
    expect(configuration().clusters[0].cluster.server).toBe(server);
  });

  test('the admin kubeconfig names the port that the server listens on', async () => {
    await ensureCredentials(directory, options);
    const files = await changed(() => ensureCredentials(directory, { ...options, port: 7443 }));
    expect(files).toEqual(['admin.kubeconfig']);
    expect(configuration().clusters[0].cluster.server).toBe('https://127.0.0.1:7443');
  });
});

describe('afterwards', () => {
  beforeEach(() => ensureCredentials(directory, options));
  const again = () => ensureCredentials(directory, options);

  test('a second start keeps the credentials of the first', async () => {
    options.clock.time += 300 * day;
    expect(await changed(again)).toEqual([]);
  });

  test('what ends soon is made anew', async () => {
    options.clock.time += 336 * day;
    const files = ['admin.crt', 'admin.key', 'admin.kubeconfig', 'apiserver.crt', 'apiserver.key'];
    const proxies = ['front-proxy-client.crt', 'front-proxy-client.key'];
    expect(await changed(again)).toEqual([...files, ...proxies]);
    expect(certificate('apiserver.crt').validToDate).toEqual(new Date(now + (336 + 365) * day));
  });

  test('a new name makes a new serving certificate', async () => {
    options.addresses = ['192.0.2.7'];
    expect(await changed(again)).toEqual(['admin.kubeconfig', 'apiserver.crt', 'apiserver.key']);
    expect(certificate('apiserver.crt').checkIP('192.0.2.7')).toBeDefined();
    options.addresses = ['127.0.0.1'];
    expect(await changed(again)).toEqual(['admin.kubeconfig']);
  });

  test('a key that belongs to another certificate is not used', async () => {
    writeFileSync(join(directory, 'apiserver.key'), read('admin.key'));
    expect(await changed(again)).toEqual(['apiserver.crt', 'apiserver.key']);
  });

  test('another authority signs anew', async () => {
    const validity = { notBefore: new Date(now - day), notAfter: new Date(now + day) };
    const other = await makeAuthority('orch-ca', validity);
    writeFileSync(join(directory, 'ca.crt'), other.certificate);
    writeFileSync(join(directory, 'ca.key'), other.privateKey);
    await again();
    expect(certificate('apiserver.crt').verify(new X509Certificate(other.certificate).publicKey)).toBe(true);
  });

  test('the key of the authority may be kept elsewhere until it is needed', async () => {
    rmSync(join(directory, 'ca.key'));
    expect(await changed(again)).toEqual([]);
    options.addresses = ['192.0.2.7'];
    await expect(again()).rejects.toThrow(/ca.key is needed to make .*apiserver.crt/);
  });

  test('a lost authority is not replaced', async () => {
    rmSync(join(directory, 'ca.crt'));
    await expect(again()).rejects.toThrow(/ca.key is there, but .*ca.crt is not/);
  });

  test('a lost key of service accounts is', async () => {
    rmSync(join(directory, 'sa.key'));
    expect(await changed(again)).toEqual(['sa.key', 'sa.pub']);
  });
});
