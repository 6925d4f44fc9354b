import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CertificateRequests } from '../../support/certificate-requests.ts';
import { grant } from '../../support/rbac.ts';
import { TestServer } from '../../support/server.ts';
import { makeOpenSslAuthority } from '../../support/unit/signing-authorities.ts';
import { until } from '../../support/until.ts';

const directory = mkdtempSync(join(tmpdir(), 'certificates-'));
afterAll(() => rmSync(directory, { recursive: true }));

const dialects = {
  kubernetes: { api: 'certificates.k8s.io', label: 'kubernetes.io', prefix: 'kube', agent: 'kubelet' },
  orch: { api: 'certificates.orch.io', label: 'orch.io', prefix: 'orch', agent: 'nodeagent' },
} as const;
type DialectName = keyof typeof dialects;

const all = '--controllers=csrapproving,csrsigning,csrcleaner';
const hoursAgo = (hours: number): string =>
  new Date(Date.now() - hours * 3_600_000).toISOString().replace(/\.\d+/, '');

const requestsOf = (server: TestServer, dialect: DialectName): CertificateRequests =>
  new CertificateRequests({ server, group: dialects[dialect].api, directory });

describe.each(['kubernetes', 'orch'] as const)('certificate requests in the dialect %s', (dialect) => {
  const { api, label, prefix, agent } = dialects[dialect];
  const domain = api.replace('certificates.', '');
  const client = `${label}/${prefix}-apiserver-client`;
  const [nodeClient, nodeServing] = [`${client}-${agent}`, `${label}/${agent}-serving`];
  const node = (name: string) => ({
    subject: `/O=system:nodes/CN=system:node:${name}`,
    as: [`system:node:${name}`, 'system:nodes'] as [string, string],
  });
  let server: TestServer;
  let requests: CertificateRequests;
  beforeAll(async () => {
    server = await TestServer.start({ dialect, flags: [all, '--authorization-mode=RBAC'] });
    requests = requestsOf(server, dialect);
    const rules = [{ apiGroups: [api], resources: ['certificatesigningrequests'], verbs: ['create'] }];
    await grant(server, { name: 'ask', who: 'Group:system:nodes', rules, api: domain });
  });
  afterAll(() => server?.remove());

  it('an approved one gets a certificate that the server knows its holder by', async () => {
    const key = await requests.create('ann', { subject: '/O=developers/CN=ann', signer: client });
    await requests.decide('ann', 'Approved');
    const cert = await requests.issued('ann');
    const ca = readFileSync(join(server.directory, 'ca.crt'));
    const ann = server.connect({ agent: new Agent({ ca, cert, key: readFileSync(key) }) });
    onTestFinished(() => ann.close());
    const { status, body } = await ann.get('/api/v1/configmaps');
    expect(status).toBe(403);
    expect(body.message).toContain('User "ann" cannot list resource "configmaps"');
    expect(new X509Certificate(cert).subject).toBe('O=developers\nCN=ann');
  });

  it('a denied one gets none, one that is approved after it does', async () => {
    await requests.create('denied', { subject: '/CN=a', signer: client });
    await requests.decide('denied', 'Denied');
    await requests.create('after', { subject: '/CN=a', signer: client, expirationSeconds: 3_600 });
    await requests.decide('after', 'Approved');
    const { validToDate, validFromDate } = new X509Certificate(await requests.issued('after'));
    expect(validToDate.getTime() - validFromDate.getTime()).toBe(65 * 60_000);
    expect((await requests.get('denied')).status.certificate).toBeUndefined();
  });

  it('a node gets a certificate to serve with, for its names', async () => {
    const usages = ['server auth', 'digital signature', 'key encipherment'];
    const names = 'DNS:a.example,IP:10.0.0.1';
    await requests.create('serving', { ...node('a'), signer: nodeServing, usages, names });
    await requests.decide('serving', 'Approved');
    const certificate = new X509Certificate(await requests.issued('serving'));
    expect(certificate.subjectAltName).toBe('DNS:a.example, IP Address:10.0.0.1');
    expect(certificate.checkIssued(new X509Certificate(readFileSync(join(server.directory, 'ca.crt'))))).toBe(
      true,
    );
  });

  it('of a node is approved by itself once its group may have that', async () => {
    await requests.create('node', { ...node('b'), signer: nodeClient });
    await until(() =>
      server.output.includes(String.raw`recognized csr \"node\" as [selfnodeclient nodeclient]`),
    );
    expect(await requests.conditions('node')).toEqual([]);
    const resources = ['certificatesigningrequests/selfnodeclient'];
    const rules = [{ apiGroups: [api], resources, verbs: ['create'] }];
    await grant(server, { name: 'renew', who: 'Group:system:nodes', rules, api: domain });
    const certificate = new X509Certificate(await requests.issued('node'));
    expect(certificate.subject).toBe('O=system:nodes\nCN=system:node:b');
    expect(await requests.conditions('node')).toMatchObject([
      {
        type: 'Approved',
        status: 'True',
        reason: 'AutoApproved',
        message: `Auto approving self ${agent} client certificate after SubjectAccessReview.`,
        lastUpdateTime: expect.any(String),
      },
    ]);
  });

  it('that breaks the rules of its signer is refused', async () => {
    await requests.create('refused', { ...node('c'), signer: nodeServing });
    await requests.decide('refused', 'Approved');
    const message = 'DNS or IP subjectAltName is required';
    if (dialect === 'orch') {
      await until(() =>
        server.output.includes(String.raw`certificate request \"refused\" is not signed: ${message}`),
      );
      expect(await requests.conditions('refused')).toMatchObject([{ type: 'Approved' }]);
      return;
    }
    await until(async () => (await requests.conditions('refused')).length === 2);
    expect((await requests.conditions('refused'))[1]).toMatchObject({
      type: 'Failed',
      status: 'True',
      reason: 'SignerValidationFailure',
      message,
      lastUpdateTime: expect.any(String),
      lastTransitionTime: expect.any(String),
    });
    expect((await requests.get('refused')).status.certificate).toBeUndefined();
  });

  it('is deleted when it was decided an hour ago, certificate or not', async () => {
    const own = await TestServer.start({ dialect });
    const earlier = requestsOf(own, dialect);
    for (const name of ['approved', 'denied', 'late', 'pending'])
      await earlier.create(name, { subject: '/CN=a', signer: client });
    await earlier.decide('approved', 'Approved', hoursAgo(2));
    await earlier.decide('denied', 'Denied', hoursAgo(2));
    await earlier.decide('late', 'Denied', hoursAgo(0.5));
    await own.stop();
    const again = await TestServer.start({
      dialect,
      directory: own.directory,
      flags: ['--controllers=csrcleaner'],
    });
    onTestFinished(() => again.remove());
    const left = async () =>
      (await again.client.get(earlier.path)).body.items.map(({ metadata }: any) => metadata.name);
    await until(async () => (await left()).length < 3);
    expect(await left()).toEqual(['late', 'pending']);
  });
});

describe('the authority of a signer', () => {
  it('is one of its own where the flags say so; other signers do not sign then', async () => {
    const { certificate, key } = makeOpenSslAuthority(directory, 'own', { key: 'rsa:2048' });
    const server = await TestServer.start({
      flags: [
        ...[all, `--cluster-signing-kube-apiserver-client-cert-file=${certificate}`],
        ...[`--cluster-signing-kube-apiserver-client-key-file=${key}`, '--cluster-signing-duration=2h'],
      ],
    });
    onTestFinished(() => server.remove());
    const requests = requestsOf(server, 'kubernetes');
    const usages = ['server auth', 'digital signature', 'key encipherment'];
    await requests.create('serving', {
      subject: '/O=system:nodes/CN=system:node:a',
      signer: 'kubernetes.io/kubelet-serving',
      usages,
      names: 'DNS:a',
    });
    await requests.decide('serving', 'Approved');
    await requests.create('client', { subject: '/CN=ann', signer: 'kubernetes.io/kube-apiserver-client' });
    await requests.decide('client', 'Approved');
    const issued = new X509Certificate(await requests.issued('client'));
    expect(issued.verify(new X509Certificate(readFileSync(certificate)).publicKey)).toBe(true);
    expect(issued.validToDate.getTime() - issued.validFromDate.getTime()).toBe(125 * 60_000);
    expect((await requests.get('serving')).status.certificate).toBeUndefined();
  });

  it.each<[string, string[], string]>([
    [
      'is named for one and for all signers',
      ['-kubelet-client-cert-file=x', '-cert-file=x', '-key-file=y'],
      'cannot specify default and per controller certs at the same time',
    ],
    [
      'has no key',
      ['-cert-file=FILE', '-key-file=FILE'],
      'failed to start kubernetes.io/kubelet-serving certificate controller',
    ],
  ])('keeps the server from starting when it %s', async (_, flags, message) => {
    const file = join(directory, 'empty');
    writeFileSync(file, '');
    const given = flags.map((flag) => `--cluster-signing${flag.replace('FILE', file)}`);
    const start = TestServer.start({ flags: [all, ...given] });
    await expect(start).rejects.toThrow(message);
  });
});
