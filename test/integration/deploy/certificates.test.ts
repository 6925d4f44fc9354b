import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportOf } from '../../support/deploy/monitoring.ts';
import { deployFolder } from '../../support/deploy/places.ts';

let directory: string;
const nodes = ['node-1=192.0.2.11', 'node-2=2001:db8::2'];

function run(words: string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, ENDPOINT: 'api.example:6443', ...environment };
  return spawnSync(join(deployFolder, 'certificates.sh'), words, { env, encoding: 'utf8' });
}

const make = (environment?: Record<string, string>) => run([join(directory, 'made'), ...nodes], environment);
const text = (file: string): string => readFileSync(join(directory, 'made', file), 'utf8');
const certificate = (file: string): X509Certificate => new X509Certificate(text(`${file}.crt`));

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'certificates-'));
  expect(make().status).toBe(0);
}, 60_000);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('what is made', () => {
  it.each([
    ['node-1/pki/apiserver', 'ca', 'CN=kube-apiserver'],
    ['node-1/pki/apiserver-kubelet-client', 'ca', 'O=system:masters\nCN=kube-apiserver-kubelet-client'],
    ['node-1/pki/apiserver-etcd-client', 'etcd-ca', 'CN=kube-apiserver-etcd-client'],
    ['node-1/pki/front-proxy-client', 'front-proxy-ca', 'CN=front-proxy-client'],
    ['node-2/pki/etcd/server', 'etcd-ca', 'CN=node-2'],
    ['node-2/pki/etcd/peer', 'etcd-ca', 'CN=node-2'],
    ['node-2/pki/controller-manager-client', 'ca', 'CN=system:kube-controller-manager'],
    ['admin', 'ca', 'O=system:masters\nCN=kubernetes-admin'],
    ['monitoring/etcd-client', 'etcd-ca', 'CN=prometheus'],
  ])('%s is of the authority %s, for %j', (file, authority, subject) => {
    const found = certificate(file);
    expect(found.subject).toBe(subject);
    expect(found.verify(certificate(`authorities/${authority}`).publicKey)).toBe(true);
    expect(found.ca).toBe(false);
    expect(statSync(join(directory, 'made', `${file}.key`)).mode & 0o077).toBe(0);
  });

  it('a server is valid under all its names', () => {
    const found = certificate('node-2/pki/apiserver');
    for (const name of ['node-2', 'api.example', 'kubernetes', 'kubernetes.default.svc.cluster.local'])
      expect(found.checkHost(name), name).toBe(name);
    for (const address of ['2001:db8::2', '10.96.0.1', '127.0.0.1'])
      expect(found.checkIP(address), address).toBeDefined();
    expect(found.checkHost('node-1')).toBeUndefined();
  });

  it('keys of authorities other than that of clients, which signs requests, do not leave', () => {
    expect(() => text('node-1/pki/etcd/ca.key')).toThrow(/ENOENT/);
    expect(() => text('node-1/pki/front-proxy-ca.key')).toThrow(/ENOENT/);
  });
});

describe('keys', () => {
  it.each(['authorities/ca', 'node-1/pki/apiserver', 'node-2/pki/etcd/peer', 'admin'])(
    '%s is RSA, which every TLS client knows',
    (file) => {
      const { publicKey } = certificate(file);
      expect(publicKey.asymmetricKeyType).toBe('rsa');
      expect(publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
    },
  );

  it('are made anew as EC where that is asked for, except those of authorities', () => {
    const words = [join(directory, 'changed'), ...nodes];
    expect(run(words).status).toBe(0);
    expect(run(words, { KEY_ALGORITHM: 'ec' }).status).toBe(0);
    const typeOf = (file: string) =>
      new X509Certificate(readFileSync(join(directory, 'changed', file))).publicKey.asymmetricKeyType;
    expect(typeOf('node-1/pki/apiserver.crt')).toBe('ec');
    expect(typeOf('authorities/ca.crt')).toBe('rsa');
  });

  it('of another algorithm are refused', () => {
    const refused = run([join(directory, 'refused'), ...nodes], { KEY_ALGORITHM: 'dsa' });
    expect(refused).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('must be rsa or ec, not dsa'),
    });
  });
});

describe('a second run', () => {
  it('a second run of the certificate script changes nothing', () => {
    const before = certificate('admin').fingerprint256;
    expect(make()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(certificate('admin').fingerprint256).toBe(before);
  });

  it('makes anew what is missing, and what a run that was cut short left without its key', () => {
    rmSync(join(directory, 'made/admin.crt'));
    rmSync(join(directory, 'made/monitoring/etcd-client.key'));
    expect(make().stdout).toMatch(/^made .*\/admin\.crt\nmade .*\/monitoring\/etcd-client\.crt\n$/);
  });

  it('makes anew what has other names now, and nothing else', () => {
    const output = make({ DOMAIN: 'cluster.example' }).stdout;
    expect(output.trim().split('\n')).toHaveLength(2);
    expect(
      certificate('node-1/pki/apiserver').checkHost('kubernetes.default.svc.cluster.example'),
    ).toBeDefined();
  });

  it('renews what ends soon, but no authority and no key for tokens', () => {
    const authority = text('authorities/ca.crt');
    const tokens = text('authorities/sa.key');
    const before = certificate('node-1/pki/apiserver').validToDate.getTime();
    const { stdout } = make({ DOMAIN: 'cluster.example', RENEW_DAYS: '366', DAYS: '730' });
    expect(stdout).toMatch(/apiserver\.crt/);
    expect(certificate('node-1/pki/apiserver').validToDate.getTime()).toBeGreaterThan(
      before + 300 * 86_400_000,
    );
    expect([text('authorities/ca.crt'), text('authorities/sa.key')]).toEqual([authority, tokens]);
  });

  it('says when an authority ends before what it issues', () => {
    const other = join(directory, 'short');
    run([other, nodes[0]!], { AUTHORITY_DAYS: '100', DAYS: '50', RENEW_DAYS: '1' });
    const { status, stderr } = run([other, nodes[0]!], { DAYS: '200', RENEW_DAYS: '1' });
    expect(status).toBe(0);
    expect(stderr).toMatch(/authorities\/ca\.crt ends before the certificates that it issues: replace it/);
  });
}, 60_000);

it('the report has the end of each certificate', () => {
  const report = reportOf(join(directory, 'made'));
  const end = certificate('node-1/pki/etcd/peer').validToDate.getTime() / 1000;
  expect(report).toContain(
    `certificate_expiration_timestamp_seconds{path="node-1/pki/etcd/peer.crt"} ${end}\n`,
  );
});

it.each([
  [[], /certificates\.sh DIRECTORY NAME=ADDRESS/],
  [['--help'], /certificates\.sh DIRECTORY NAME=ADDRESS/],
  [['DIRECTORY', 'node-1'], /node-1 must be NAME=ADDRESS/],
  [['DIRECTORY', '../x=1.2.3.4'], /must be NAME=ADDRESS/],
  [['DIRECTORY', 'node-1=1.2.3.4/CN=x'], /must be NAME=ADDRESS/],
])('%j is refused, and nothing is made', (words, message) => {
  const target = join(directory, 'refused');
  const { status, stderr } = run(words.map((word) => word.replace('DIRECTORY', target)));
  expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  expect(() => statSync(target)).toThrow(/ENOENT/);
});
