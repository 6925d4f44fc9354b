import { createPrivateKey, createPublicKey, sign, verify, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  issueClient,
  issueServing,
  makeAuthority,
  makeKeyPair,
  parseBundle,
  subjectOf,
  toBundle,
} from './x509.ts';

const validity = { notBefore: new Date('2024-01-01T00:00:00Z'), notAfter: new Date('2034-01-01T00:00:00Z') };
const authority = await makeAuthority('test-ca', validity);
const authorityCertificate = new X509Certificate(authority.certificate);

test('a certificate authority is self-signed and may sign others', () => {
  expect(authorityCertificate.ca).toBe(true);
  expect(authorityCertificate.subject).toBe('CN=test-ca');
  expect(authorityCertificate.verify(authorityCertificate.publicKey)).toBe(true);
  expect(authorityCertificate.checkPrivateKey(createPrivateKey(authority.privateKey))).toBe(true);
  expect(authorityCertificate.validFromDate).toEqual(validity.notBefore);
  expect(authorityCertificate.validToDate).toEqual(validity.notAfter);
});

test('an intermediate authority is signed by its parent', async () => {
  const intermediate = new X509Certificate((await makeAuthority('between', validity, authority)).certificate);
  expect(intermediate.checkIssued(authorityCertificate)).toBe(true);
  expect(intermediate.verify(authorityCertificate.publicKey)).toBe(true);
  expect(intermediate.ca).toBe(true);
});

test('a serving certificate is valid for its names', async () => {
  const names = { dnsNames: ['localhost', 'api.default.svc'], addresses: ['127.0.0.1', '::1'] };
  const serving = await issueServing(authority, 'server', names, validity);
  const certificate = new X509Certificate(serving.certificate);
  expect(certificate.checkIssued(authorityCertificate)).toBe(true);
  expect(certificate.verify(authorityCertificate.publicKey)).toBe(true);
  expect(certificate.ca).toBe(false);
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(certificate.checkHost('api.default.svc')).toBe('api.default.svc');
  expect(certificate.checkHost('other')).toBeUndefined();
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(certificate.checkIP('::1')).toBe('::1');
  expect(certificate.checkPrivateKey(createPrivateKey(serving.privateKey))).toBe(true);
});

describe('a client certificate', () => {
  test.each([
    { commonName: 'jane', organizations: [] },
    { commonName: 'system:node:a', organizations: ['system:nodes', 'b'] },
    { commonName: '#hex "a", \\O=x+CN=y/ é😀', organizations: ['a,b', '  c ', 'CN=root'] },
  ])('names $commonName', async (subject) => {
    const { certificate } = await issueClient(authority, subject, validity);
    const parsed = new X509Certificate(certificate);
    expect(subjectOf(parsed.raw)).toEqual(subject);
    expect(parsed.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
    expect(parsed.verify(authorityCertificate.publicKey)).toBe(true);
  });

  test('has a unique serial number', async () => {
    const made = await Promise.all(
      [1, 2, 3].map(() => issueClient(authority, { commonName: 'a' }, validity)),
    );
    const numbers = made.map(({ certificate }) => new X509Certificate(certificate).serialNumber);
    expect(new Set(numbers).size).toBe(3);
    expect(numbers.every((number) => number.length === 32)).toBe(true);
  });
});

test.each(['ec', 'rsa'] as const)('the keys of a %s pair match', async (kind) => {
  const { privateKey, publicKey } = await makeKeyPair(kind);
  const signature = sign('sha256', Buffer.from('text'), createPrivateKey(privateKey));
  expect(verify('sha256', Buffer.from('text'), createPublicKey(publicKey), signature)).toBe(true);
});

test('parseBundle reads every certificate of a PEM bundle', async () => {
  const other = await makeAuthority('other', validity);
  const text = `# comment\n${authority.certificate}\r\n\n${other.privateKey}text\n${other.certificate}`;
  const bundle = parseBundle(text);
  expect(bundle.map((raw) => new X509Certificate(raw).subject)).toEqual(['CN=test-ca', 'CN=other']);
  expect(parseBundle(toBundle(bundle))).toEqual(bundle);
  expect(parseBundle('')).toEqual([]);
  expect(parseBundle(authority.privateKey)).toEqual([]);
});
