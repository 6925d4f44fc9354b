import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { type PemBlock, pemBlocks } from '../../util/pem.ts';
import { signingAlgorithm } from '../../util/x509.ts';
import * as x509 from '../../util/x509-library.ts';

/** A certificate authority that can sign. */
export interface LoadedAuthority {
  subject: x509.Name;
  /** In hexadecimal; undefined when its certificate does not name it. */
  keyIdentifier: string | undefined;
  key: KeyObject;
  algorithm: ReturnType<typeof signingAlgorithm>;
  /** Milliseconds. */
  notAfter: number;
}

const keyTypes: Readonly<Record<string, 'pkcs1' | 'pkcs8' | 'sec1'>> = {
  'RSA PRIVATE KEY': 'pkcs1',
  'EC PRIVATE KEY': 'sec1',
  'PRIVATE KEY': 'pkcs8',
};

/** From the PEM of one certificate and of its key. Throws a start-up error. */
export function parseAuthority(certificatePem: string, keyPem: string): LoadedAuthority {
  const raw = certificateIn(certificatePem);
  const certificate = new x509.X509Certificate(raw);
  const key = keyIn(keyPem);
  const algorithm = signingAlgorithm(key);
  if (!new X509Certificate(raw).checkPrivateKey(key))
    throw new Error('the private key is not that of the certificate');
  return {
    subject: certificate.subjectName,
    keyIdentifier: certificate.getExtension(x509.SubjectKeyIdentifierExtension)?.keyId,
    key,
    algorithm,
    notAfter: certificate.notAfter.getTime(),
  };
}

function certificateIn(pem: string): Buffer {
  const blocks = pemBlocks(pem).filter(({ label, hasHeaders }) => label === 'CERTIFICATE' && !hasHeaders);
  if (blocks.length !== 1) throw new Error(`expected 1 certificate, found ${blocks.length}`);
  return blocks[0]!.bytes;
}

function keyIn(pem: string): KeyObject {
  const isKey = ({ label, hasHeaders }: PemBlock): boolean => Object.hasOwn(keyTypes, label) && !hasHeaders;
  const block = pemBlocks(pem).find(isKey);
  if (block === undefined)
    throw new Error('the file has no private key that is RSA or ECDSA, in PEM and not encrypted');
  return createPrivateKey({ key: block.bytes, format: 'der', type: keyTypes[block.label]! });
}
