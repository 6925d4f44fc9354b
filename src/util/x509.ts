import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { parseBundle } from './certificate-bundle.ts';
import * as x509 from './x509-library.ts';

export { parseBundle };

/** PEM: PKCS#8 and SubjectPublicKeyInfo. */
export interface KeyPair {
  privateKey: string;
  publicKey: string;
}

/** PEM: a certificate and its private key. */
export interface Identity {
  certificate: string;
  privateKey: string;
}

export interface Validity {
  notBefore: Date;
  notAfter: Date;
}

/** Subject of a client certificate: the common name is the user's name, each organization one of the user's groups. */
export interface Subject {
  commonName: string;
  organizations?: readonly string[];
}

/** Subject alternative names of a server; IP addresses as text. */
export interface ServerNames {
  dnsNames: readonly string[];
  addresses: readonly string[];
}

const generate = promisify(generateKeyPair);

/** EC on P-256, or RSA with 2048 bits. */
export async function makeKeyPair(kind: 'ec' | 'rsa'): Promise<KeyPair> {
  const { privateKey, publicKey } =
    kind === 'ec'
      ? await generate('ec', { namedCurve: 'P-256' })
      : await generate('rsa', { modulusLength: 2048 });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  };
}

/** A certificate authority: self-signed, or an intermediate one signed by its parent. */
export function makeAuthority(commonName: string, validity: Validity, parent?: Identity): Promise<Identity> {
  const { keyCertSign, cRLSign, digitalSignature } = x509.KeyUsageFlags;
  const usages = new x509.KeyUsagesExtension(keyCertSign | cRLSign | digitalSignature, true);
  return make({ commonName }, [constraints(true), usages], validity, parent);
}

export function issueServing(
  authority: Identity,
  commonName: string,
  names: ServerNames,
  validity: Validity,
): Promise<Identity> {
  const alternatives = new x509.SubjectAlternativeNameExtension([
    ...names.dnsNames.map((value) => ({ type: 'dns' as const, value })),
    ...names.addresses.map((value) => ({ type: 'ip' as const, value })),
  ]);
  return make({ commonName }, [...endEntity('serverAuth'), alternatives], validity, authority);
}

export function issueClient(authority: Identity, subject: Subject, validity: Validity): Promise<Identity> {
  return make(subject, endEntity('clientAuth'), validity, authority);
}

const constraints = (authority: boolean) => new x509.BasicConstraintsExtension(authority, undefined, true);

function endEntity(purpose: 'serverAuth' | 'clientAuth'): x509.Extension[] {
  const { digitalSignature, keyEncipherment } = x509.KeyUsageFlags;
  return [
    constraints(false),
    new x509.KeyUsagesExtension(digitalSignature | keyEncipherment, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage[purpose]]),
  ];
}

/** A new key and its certificate, signed by the issuer, or self-signed without one. */
async function make(
  subject: Subject,
  extensions: readonly x509.Extension[],
  validity: Validity,
  issuer?: Identity,
): Promise<Identity> {
  const keys = await makeKeyPair('ec');
  const name = distinguishedName(subject);
  const issuerKey = createPrivateKey(issuer?.privateKey ?? keys.privateKey);
  const algorithm = signingAlgorithm(issuerKey);
  const publicKey = keyBytes(createPublicKey(keys.publicKey));
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    issuer: issuer ? new x509.X509Certificate(issuer.certificate).subjectName : name,
    subject: name,
    ...validity,
    publicKey,
    signingKey: issuerKey.toCryptoKey(algorithm, false, ['sign']),
    signingAlgorithm: algorithm,
    extensions: [
      ...extensions,
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(keyBytes(createPublicKey(issuerKey))),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, privateKey: keys.privateKey };
}

/** 127 random bits, positive. */
export function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return bytes.toString('hex');
}

/** Passes values with their type, as the library looks for escapes in plain text. */
function distinguishedName({ commonName, organizations = [] }: Subject): x509.Name {
  return new x509.Name([
    ...organizations.map((utf8String) => ({ O: [{ utf8String }] })),
    { CN: [{ utf8String: commonName }] },
  ]);
}

const curves: Readonly<Record<string, { namedCurve: string; hash: string }>> = {
  prime256v1: { namedCurve: 'P-256', hash: 'SHA-256' },
  secp384r1: { namedCurve: 'P-384', hash: 'SHA-384' },
  secp521r1: { namedCurve: 'P-521', hash: 'SHA-512' },
};

/** Algorithm by which this key signs certificates. Throws for a key that cannot. */
export function signingAlgorithm(key: KeyObject) {
  if (key.asymmetricKeyType === 'rsa') return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const curve = curves[key.asymmetricKeyDetails?.namedCurve ?? ''];
  if (curve === undefined) throw new Error('a key that signs must be RSA, or EC on a NIST curve');
  return { name: 'ECDSA', ...curve };
}

const keyBytes = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

/** PEM of certificates in DER. */
export function toBundle(certificates: readonly Buffer[]): string {
  return certificates.map((raw) => `${x509.PemConverter.encode(raw, 'CERTIFICATE')}\n`).join('');
}

export const subjectOf = (raw: Buffer): Required<Subject> =>
  subjectIn(new x509.X509Certificate(raw).subjectName);

/** The texts of an attribute of the subject, by its object identifier. */
export const subjectTexts = (raw: Buffer, identifier: string): string[] =>
  new x509.X509Certificate(raw).subjectName.getField(identifier);

/** The last of several common names counts, as in Go; organizations keep their order. */
export const subjectIn = (name: x509.Name): Required<Subject> => ({
  commonName: name.getField('CN').at(-1) ?? '',
  organizations: name.getField('O'),
});
