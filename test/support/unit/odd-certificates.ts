import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import * as x509 from '../../../src/util/x509-library.ts';
import { testValidity } from './https-server.ts';

type Keys = webcrypto.CryptoKeyPair;
type KeyKind = 'ec' | 'rsa-1024' | 'rsa-1024-sha1' | 'rsa-768' | 'p-256-sha1';

export interface OddCertificate {
  /** PEM. */
  certificate: string;
  /** PEM. */
  key: string;
  subject: string;
  keys: Keys;
  algorithm: webcrypto.EcdsaParams & { name: string };
}

export interface OddOptions {
  /** `CN=a`; `` for none. */
  subject: string;
  /** Its signer; itself by default. */
  by?: OddCertificate;
  /** Whose key signs in place of that of `by`. */
  signedWith?: OddCertificate;
  key?: KeyKind;
  extensions: readonly x509.Extension[];
  validity?: { notBefore: Date; notAfter: Date };
}

const algorithms = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  'p-256-sha1': { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-1' },
  'rsa-1024': rsa(1024, 'SHA-256'),
  'rsa-1024-sha1': rsa(1024, 'SHA-1'),
  'rsa-768': rsa(768, 'SHA-256'),
} as const;

function rsa(modulusLength: number, hash: string) {
  return { name: 'RSASSA-PKCS1-v1_5', modulusLength, publicExponent: new Uint8Array([1, 0, 1]), hash };
}

/** A certificate without key identifiers, as small tools make them. */
export async function oddCertificate(options: OddOptions): Promise<OddCertificate> {
  const { subject, by, key = 'ec', validity = testValidity() } = options;
  const algorithm = algorithms[key] as unknown as OddCertificate['algorithm'];
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as Keys;
  const signer = options.signedWith ?? by ?? { keys, algorithm };
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: Buffer.from(webcrypto.getRandomValues(new Uint8Array(8)).fill(1, 0, 1)).toString('hex'),
    subject,
    issuer: by?.subject ?? subject,
    ...validity,
    publicKey: keys.publicKey,
    signingKey: signer.keys.privateKey,
    signingAlgorithm: signer.algorithm,
    extensions: [...options.extensions],
  });
  return {
    certificate: `${certificate.toString('pem')}\n`,
    key: x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'),
    subject,
    keys,
    algorithm,
  };
}

const { keyCertSign, digitalSignature } = x509.KeyUsageFlags;

export const authority = (pathLength?: number): x509.Extension =>
  new x509.BasicConstraintsExtension(true, pathLength, true);
export const noAuthority = new x509.BasicConstraintsExtension(false, undefined, true);
export const maySign = new x509.KeyUsagesExtension(keyCertSign, true);
export const maySignData = new x509.KeyUsagesExtension(digitalSignature, true);
export const forServers = new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]);
export const forClients = new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]);
export const named = (dns: string): x509.Extension =>
  new x509.SubjectAlternativeNameExtension([
    { type: 'dns', value: dns },
    { type: 'ip', value: '127.0.0.1' },
  ]);
/** A critical extension in DER. */
export const critical = (oid: string, hex: string): x509.Extension =>
  new x509.Extension(oid, true, Buffer.from(hex, 'hex'));

export interface OddServer {
  port: number;
  /** Requests, and bytes of anything that clients sent after the handshake. */
  heard: { requests: number; bytes: number };
  close(): Promise<void>;
}

/** Shows `chain`, the first one as its own, and answers each request, of HTTP/1.1 or HTTP/2, with `{}`. */
export async function serveWith(chain: readonly OddCertificate[]): Promise<OddServer> {
  const heard = { requests: 0, bytes: 0 };
  const cert = chain.map(({ certificate }) => certificate).join('');
  const options = { cert, key: chain[0]!.key, ciphers: 'DEFAULT@SECLEVEL=0', allowHTTP1: true };
  const server = createSecureServer(options, (request, response) => {
    heard.requests++;
    request.resume();
    response.end('{}');
  });
  const open = new Set<Socket>();
  server.on('secureConnection', (socket) => {
    open.add(socket);
    socket.on('data', (chunk: Buffer) => (heard.bytes += chunk.length));
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
  });
  server.on('sessionError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
