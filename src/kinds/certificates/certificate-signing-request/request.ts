import { createPublicKey, verify } from 'node:crypto';
import { maxPemBytes, pemBlocks } from '../../../util/pem.ts';
import * as x509 from '../../../util/x509-library.ts';
import { derBitString, derSequence, derValues } from './der.ts';

/** A certificate request, as far as its signature: what is asked for, and what it was signed with. */
export interface ParsedRequest {
  details: x509.Pkcs10CertificateRequest;
  /** What the signature is over. */
  signed: Buffer;
  signature: Buffer;
}

const label = 'CERTIFICATE REQUEST';

/** Reads spec.request: base64 of a PEM text. Throws an Error whose message says what is wrong. */
export function parseRequest(base64: string): ParsedRequest {
  const pem = Buffer.from(base64, 'base64');
  if (pem.length > maxPemBytes) throw new Error(`must have at most ${maxPemBytes} bytes`);
  const [block] = pemBlocks(pem.toString('latin1'));
  if (block?.label !== label) throw new Error(`PEM block type must be ${label}`);
  const [outer] = derValues(block.bytes, 1);
  if (outer !== undefined && outer.bytes.length < block.bytes.length)
    throw new Error('asn1: syntax error: trailing data');
  const [signed, algorithm, signature] = outer?.tag === derSequence ? derValues(outer.content, 3) : [];
  if (!signed || algorithm?.tag !== derSequence || signature?.tag !== derBitString) {
    throw new Error('asn1: structure error: not a certificate request');
  }
  const details = new x509.Pkcs10CertificateRequest(block.bytes);
  // The first byte says how many bits of the last one do not count: none.
  return { details, signed: signed.bytes, signature: signature.content.subarray(1) };
}

/** Whoever asks has to hold the key. Throws when the request was not signed with it. */
export function checkSignature({ details, signed, signature }: ParsedRequest): void {
  const key = createPublicKey({ key: Buffer.from(details.publicKey.rawData), format: 'der', type: 'spki' });
  const { name, hash } = details.signatureAlgorithm as { name: string; hash?: { name: string } };
  // Ed25519 hashes by itself.
  const digest = name.startsWith('Ed') ? null : hash?.name.replace('-', '').toLowerCase();
  if (digest === undefined) throw new Error('x509: cannot verify signature: algorithm unimplemented');
  if (!verify(digest, signed, key, signature)) throw new Error(faults[name] ?? 'x509: verification failure');
}

const faults: Readonly<Record<string, string>> = {
  'RSASSA-PKCS1-v1_5': 'crypto/rsa: verification error',
  ECDSA: 'x509: ECDSA verification failure',
  Ed25519: 'x509: Ed25519 verification failure',
};
