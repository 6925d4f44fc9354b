import jwt from 'jsonwebtoken';
import type { SigningKey } from '../../../util/token-keys.ts';

/** Makes tokens out of claims. */
export interface TokenSigner {
  /** Seconds, the longest life of a token that it signs; undefined for no limit. */
  readonly maxLifetime: number | undefined;
  /** The compact token. Rejects when the signature cannot be had. */
  sign(claims: object): string | Promise<string>;
}

/** Signs in this process. */
export function keySigner({ privateKey, verification: { id, algorithms } }: SigningKey): TokenSigner {
  const options = { algorithm: algorithms[0], keyid: id };
  return { maxLifetime: undefined, sign: (claims) => jwt.sign(claims, privateKey, options) };
}
