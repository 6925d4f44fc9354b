import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { derBitString, derSequence, derValues } from './der.ts';
import { maxPemBytes, pemBlocks } from './pem.ts';
import * as x509 from './x509-library.ts';

/** A PKCS #10 certificate request. */
export interface ParsedRequest {
  details: x509.Pkcs10CertificateRequest;
  /** The bytes that the signature covers. */
  signed: Buffer;
  signature: Buffer;
}

const label = 'CERTIFICATE REQUEST';

/** Parses spec.request, which is base64 of PEM. Throws an Error with a message for the client. */
export function parseRequest(base64: string): ParsedRequest {
  const pem = Buffer.from(base64, 'base64');
  if (pem.length > maxPemBytes) throw new Error(`must have at most ${maxPemBytes} bytes`);
  const [block] = pemBlocks(pem.toString('latin1'));
  if (block?.label !== label) throw new Error(`PEM block type must be ${label}`);
  return parseRequestBytes(block.bytes);
}

/** The same of the bytes alone. */
export function parseRequestBytes(bytes: Buffer): ParsedRequest {
  const [outer] = derValues(bytes, 1);
  if (outer !== undefined && outer.bytes.length < bytes.length)
    throw new Error('asn1: syntax error: trailing data');
  const [signed, algorithm, signature] = outer?.tag === derSequence ? derValues(outer.content, 3) : [];
  if (!signed || algorithm?.tag !== derSequence || signature?.tag !== derBitString) {
    throw new Error('asn1: structure error: not a certificate request');
  }
  const details = new x509.Pkcs10CertificateRequest(bytes);
  // The first byte of a bit string is the number of unused bits: 0.
  return { details, signed: signed.bytes, signature: signature.content.subarray(1) };
}

/** Bits of an RSA key. What is shorter has been broken, or will be. */
const minRsaBits = 2_048;

/** Returns why no certificate is issued for the key of a request; undefined when one is. Throws for what is no key. */
export function weaknessOf({ details }: ParsedRequest): string | undefined {
  const { asymmetricKeyType, asymmetricKeyDetails } = keyOf(details);
  const bits = asymmetricKeyDetails?.modulusLength ?? 0;
  const isWeak = asymmetricKeyType?.startsWith('rsa') && bits < minRsaBits;
  return isWeak ? `an RSA key needs at least ${minRsaBits} bits: this one has ${bits}` : undefined;
}

/** The key of a request, as its bytes. Throws for what is no request. */
export const publicKeyOfRequest = (bytes: Buffer): Buffer =>
  keyOf(parseRequestBytes(bytes).details).export({ format: 'der', type: 'spki' });

const keyOf = ({ publicKey }: ParsedRequest['details']): KeyObject =>
  createPublicKey({ key: Buffer.from(publicKey.rawData), format: 'der', type: 'spki' });

/** Throws unless the request is signed with its own key, which proves that the requester holds it. */
export function checkSignature({ details, signed, signature }: ParsedRequest): void {
  const key = keyOf(details);
  const { name, hash } = details.signatureAlgorithm as { name: string; hash?: { name: string } };
  // Ed25519 takes no separate digest.
  const digest = name.startsWith('Ed') ? null : hash?.name.replace('-', '').toLowerCase();
  if (digest === undefined) throw new Error('x509: cannot verify signature: algorithm unimplemented');
  if (!verify(digest, signed, key, signature))
    throw new Error(verificationErrors[name] ?? 'x509: verification failure');
}

const verificationErrors: Readonly<Record<string, string>> = {
  'RSASSA-PKCS1-v1_5': 'crypto/rsa: verification error',
  ECDSA: 'x509: ECDSA verification failure',
  Ed25519: 'x509: Ed25519 verification failure',
};
