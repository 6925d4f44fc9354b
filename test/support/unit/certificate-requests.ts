import type { webcrypto } from 'node:crypto';
import * as x509 from '../../../src/util/x509-library.ts';

/** What a certificate request in a test is like. */
export interface RequestOptions {
  commonName?: string;
  organizations?: string[];
  names?: x509.JsonGeneralNames;
  kind?: 'ec' | 'rsa' | 'short-rsa' | 'ed25519';
  /** In place of the common name and the organizations. */
  subject?: x509.JsonNameParams;
  /** Besides the names. */
  extensions?: x509.Extension[];
}

const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]) };

const algorithms = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: { ...rsa, modulusLength: 2_048 },
  'short-rsa': { ...rsa, modulusLength: 1_024 },
  ed25519: { name: 'Ed25519' },
};

/** A real certificate request, signed with a new key, as PEM. */
export async function requestPem(options: RequestOptions = {}): Promise<string> {
  const { commonName = 'ann', organizations = [], names = [], kind = 'ec' } = options;
  const algorithm = algorithms[kind];
  const keys = (await crypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: new x509.Name(options.subject ?? [...organizations.map((O) => ({ O: [O] })), { CN: [commonName] }]),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      ...(options.extensions ?? []),
      ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names)] : []),
    ],
  });
  return `${request.toString('pem')}\n`;
}

export const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
