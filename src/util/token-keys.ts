import { createPrivateKey, createPublicKey, hash, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Algorithm } from 'jsonwebtoken';

/** A public key that signatures are verified with, and nothing but the algorithms of its type. */
export interface VerificationKey {
  /** SHA-256 of the key in DER, base64url: what the header of a token calls it. */
  readonly id: string;
  readonly key: KeyObject;
  /** The one that we sign with first. */
  readonly algorithms: readonly [Algorithm, ...Algorithm[]];
}

export interface SigningKey {
  readonly privateKey: KeyObject;
  /** The other half. */
  readonly verification: VerificationKey;
}

/** A file that holds no keys, or not those that are needed. The message is for the operator. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

const block = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g;

/** Bits: what is shorter is not signed with. */
const shortestRsa = 2048;

/** The algorithm of each curve; no other curve is known. */
const curves: Readonly<Record<string, Algorithm>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};

/** All keys of a PEM file: of a private key or a certificate, its public one. Throws KeyError. */
export function readVerificationKeys(pem: string): VerificationKey[] {
  const blocks = [...pem.matchAll(block)].filter(([, label]) => /(KEY|CERTIFICATE)$/.test(label!));
  if (blocks.length === 0) throw new KeyError('holds no key in PEM');
  return blocks.map(([text, label]) => verificationKey(readKey(() => createPublicKey(text), label!)));
}

/** The first private key of a PEM file. Throws KeyError. */
export function readSigningKey(pem: string): SigningKey {
  const found = [...pem.matchAll(block)].find(([, label]) => label!.endsWith('PRIVATE KEY'));
  if (found === undefined) throw new KeyError('holds no private key in PEM');
  const privateKey = readKey(() => createPrivateKey(found[0]), found[1]!);
  const verification = verificationKey(createPublicKey(privateKey));
  if ((privateKey.asymmetricKeyDetails?.modulusLength ?? shortestRsa) < shortestRsa)
    throw new KeyError(`holds an RSA key of less than ${shortestRsa} bits`);
  return { privateKey, verification };
}

/** Each key once. */
export function distinctKeys(keys: readonly VerificationKey[]): VerificationKey[] {
  return [...new Map(keys.map((key) => [key.id, key])).values()];
}

/** The key as the key set of the issuer shows it. */
export function webKeyOf({ id, key, algorithms }: VerificationKey): JsonWebKey {
  const { kty, crv, x, y, n, e } = key.export({ format: 'jwk' });
  const type = { use: 'sig', kty, kid: id };
  return kty === 'RSA' ? { ...type, alg: algorithms[0], n, e } : { ...type, crv, alg: algorithms[0], x, y };
}

function readKey(read: () => KeyObject, label: string): KeyObject {
  try {
    return read();
  } catch {
    // The message of the library does not help, and might contain a part of a private key.
    throw new KeyError(`holds a block "${label}" that cannot be read`);
  }
}

/** The key with the algorithms of its type. Throws KeyError for one of another type. */
export function verificationKey(key: KeyObject): VerificationKey {
  const id = hash('sha256', key.export({ type: 'spki', format: 'der' }), 'base64url');
  return { id, key, algorithms: algorithmsOf(key) };
}

function algorithmsOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): VerificationKey['algorithms'] {
  if (asymmetricKeyType === 'rsa') return ['RS256', 'RS384', 'RS512'];
  const ofCurve = curves[asymmetricKeyDetails?.namedCurve ?? ''];
  if (asymmetricKeyType === 'ec' && ofCurve !== undefined) return [ofCurve];
  throw new KeyError(`holds a key that is neither RSA nor ECDSA on one of ${Object.keys(curves).join(', ')}`);
}
