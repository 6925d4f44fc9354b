import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  certificateBench,
  condition,
  nodeRequest,
  now,
} from '../../../test/support/unit/certificate-controllers.ts';
import { base64, requestPem } from '../../../test/support/unit/certificate-requests.ts';
import { failureStatus } from '../../../test/support/unit/fake-wire.ts';
import { until } from '../../../test/support/until.ts';
import { FlagValues } from '../../util/flags.ts';
import { makeAuthority } from '../../util/x509.ts';
import { certificateSigningController } from './index.ts';
import { parseAuthority } from './loaded-authority.ts';
import { Signer } from './signer.ts';

const hour = 3_600_000;
const validity = { notBefore: new Date(0), notAfter: new Date(now + 100 * hour) };
const identity = await makeAuthority('ca', validity);
const current = parseAuthority(identity.certificate, identity.privateKey);
const directory = mkdtempSync(join(tmpdir(), 'signer-'));
afterAll(() => rmSync(directory, { recursive: true }));

const approved = { conditions: [condition('Approved')] };
const signers = ['kubernetes.io/kube-apiserver-client-kubelet', 'kubernetes.io/legacy-unknown'];

function bench(...given: Parameters<typeof certificateBench>) {
  const { parts, ...rest } = certificateBench(...given);
  const authorities = new Map(
    [...signers, 'orch.io/orch-apiserver-client-nodeagent'].map((name) => [name, { current }]),
  );
  return { ...rest, parts, signer: new Signer({ ...parts, authorities, maxLife: 24 * hour }) };
}
const issuedIn = (body: any): X509Certificate =>
  new X509Certificate(Buffer.from(body.status.certificate, 'base64'));

describe('an approved request', () => {
  it('gets its certificate by a write of its status', async () => {
    const { signer, calls } = bench();
    await signer.sign(nodeRequest({}, approved));
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      method: 'PUT',
      path: '/apis/certificates.k8s.io/v1/certificatesigningrequests/a/status',
      body: { metadata: { resourceVersion: '7' }, spec: { uid: '1' }, status: approved },
    });
    const certificate = issuedIn(calls[0]!.body);
    expect(certificate.subject).toBe('O=system:nodes\nCN=system:node:a');
    expect(certificate.issuer).toBe('CN=ca');
    expect(certificate.verify(new X509Certificate(identity.certificate).publicKey)).toBe(true);
    expect(certificate.validToDate.getTime()).toBe(now + 24 * hour - 300_000);
  });

  it.each<[string, object, number]>([
    ['expirationSeconds says', { expirationSeconds: 3_600 }, now + hour],
    ['the flag says at most', { expirationSeconds: 360_000 }, now + 24 * hour - 300_000],
  ])('is valid as long as %s', async (_, spec, end) => {
    const { signer, calls } = bench();
    await signer.sign(nodeRequest(spec, approved));
    expect(issuedIn(calls[0]!.body).validToDate.getTime()).toBe(end);
  });

  it.each([
    ['of the signer without rules', { signerName: signers[1]!, usages: ['cert sign'] }, undefined],
    ['with a condition Failed that is not true', {}, condition('Failed', { status: 'False' })],
    ['with a condition of another type', {}, condition('Mine')],
  ])('is signed: %s', async (_, spec, more) => {
    const { signer, calls } = bench();
    const conditions = [...approved.conditions, ...(more === undefined ? [] : [more])];
    await signer.sign(nodeRequest(spec, { conditions }));
    expect(issuedIn(calls[0]!.body).ca).toBe(false);
  });

  it.each([
    ['short-rsa', 'an RSA key needs at least 2048 bits: this one has 1024'],
    ['rsa', undefined],
  ] as const)(
    'with a key %s fails for good where the key is weak, whatever its signer',
    async (kind, message) => {
      const { signer, calls } = bench();
      const request = base64(await requestPem({ kind }));
      await signer.sign(nodeRequest({ signerName: signers[1]!, request }, approved));
      const { conditions } = (calls[0]!.body as any).status;
      expect(conditions.find(({ type }: { type: string }) => type === 'Failed')?.message).toBe(message);
    },
  );

  it('that breaks the rules of its signer fails for good', async () => {
    const { signer, calls, logged } = bench();
    await signer.sign(nodeRequest({ usages: ['client auth'] }, approved));
    expect(calls[0]!.path).toMatch(/\/a\/status$/);
    expect(calls[0]!.body.status).toEqual({
      conditions: [
        ...approved.conditions,
        condition('Failed', {
          reason: 'SignerValidationFailure',
          message: 'usages did not match [client auth digital signature key encipherment]',
          lastUpdateTime: '2024-01-01T12:00:00Z',
        }),
      ],
    });
    expect(logged).toEqual([]);
  });

  it('that breaks the rules is in the log alone in the dialect whose specification says so', async () => {
    const { signer, calls, logged } = bench(undefined, 'orch');
    const signerName = 'orch.io/orch-apiserver-client-nodeagent';
    await signer.sign(nodeRequest({ signerName, usages: ['client auth'] }, approved));
    expect(calls).toEqual([]);
    expect(logged).toEqual([
      'warn certificate request "a" is not signed: usages did not match [client auth digital signature key encipherment]',
    ]);
  });

  it.each<[string, object, string]>([
    [
      'cannot be parsed',
      { request: 'YQ==' },
      'unable to parse csr "a": PEM block type must be CERTIFICATE REQUEST',
    ],
    [
      'has unknown usages',
      { signerName: signers[1], usages: ['fun'] },
      'error auto signing csr: unrecognized usage values: ["fun"]',
    ],
  ])('that %s comes again', async (_, spec, message) => {
    const { signer, calls } = bench();
    await expect(signer.sign(nodeRequest(spec, approved))).rejects.toThrow(message);
    expect(calls).toEqual([]);
  });

  it.each<[object, string]>([
    [{}, 'error updating signature for csr: Forbidden!'],
    [{ usages: [] }, 'error adding failure condition for csr: Forbidden!'],
  ])('with %j comes again when its status cannot be written', async (spec, message) => {
    const { signer } = bench(() => failureStatus(403, 'Forbidden'));
    await expect(signer.sign(nodeRequest(spec, approved))).rejects.toThrow(message);
  });

  it('comes again when the authority has expired', async () => {
    const { parts } = certificateBench();
    const late = { ...parts, clock: { now: () => now + 101 * hour }, maxLife: hour };
    const authorities = new Map([[signers[0]!, { current }]]);
    await expect(new Signer({ ...late, authorities }).sign(nodeRequest({}, approved))).rejects.toThrow(
      'error auto signing csr: the signer has expired: NotAfter=2024-01-05 16:00:00 +0000 UTC',
    );
  });
});

it.each<[string, object, object]>([
  ['not approved', {}, {}],
  ['denied', {}, { conditions: [condition('Denied')] }],
  ['approved and denied', {}, { conditions: [condition('Approved'), condition('Denied')] }],
  ['failed', {}, { conditions: [condition('Approved'), condition('Failed')] }],
  [
    'failed without a status',
    {},
    { conditions: [condition('Approved'), condition('Failed', { status: '' })] },
  ],
  ['of a signer that is not run here', { signerName: 'example.com/mine' }, approved],
])('a request is left alone: %s', async (_, spec, status) => {
  const { signer, calls } = bench();
  await signer.sign(nodeRequest(spec, status));
  expect(calls).toEqual([]);
});

describe('the controller', () => {
  const [certificate, key] = [join(directory, 'ca.crt'), join(directory, 'ca.key')];
  writeFileSync(certificate, identity.certificate);
  writeFileSync(key, identity.privateKey);
  const create = (flags: Record<string, string>) => {
    const { parts, ...rest } = certificateBench();
    const values = new FlagValues(certificateSigningController.flags, flags);
    return { ...rest, controller: certificateSigningController.create({ ...parts, flags: values }) };
  };

  it('does not run without files', async () => {
    expect(await create({}).controller).toBeUndefined();
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'is missing',
      { 'cluster-signing-cert-file': `${certificate}x`, 'cluster-signing-key-file': key },
      'failed to start kubernetes.io/kubelet-serving certificate controller: reading CA cert file ',
    ],
    [
      'is given alone',
      { 'cluster-signing-legacy-unknown-cert-file': certificate },
      'failed to start kubernetes.io/legacy-unknown certificate controller: a certificate file and a key file are needed',
    ],
  ])('does not start when a file %s', async (_, flags, message) => {
    await expect(create(flags).controller).rejects.toThrow(message);
  });

  it('signs for the signers that have files', async () => {
    const { calls, requests, controller } = create({
      'cluster-signing-kubelet-client-cert-file': certificate,
      'cluster-signing-kubelet-client-key-file': key,
    });
    requests.put(nodeRequest({ signerName: signers[1]! }, approved));
    const running = (await controller)!;
    running.start();
    const request = nodeRequest({}, approved);
    requests.put({ ...request, metadata: { ...request.metadata, name: 'b' } });
    await until(() => calls.length > 0);
    await running.close();
    expect(calls.map(({ path }) => path.split('/').slice(-2))).toEqual([['b', 'status']]);
  });
});
