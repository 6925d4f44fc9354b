import jwt from 'jsonwebtoken';
import type { VerificationKey } from '../../../util/token-keys.ts';

/** Verifies the signatures of compact tokens. */
export interface TokenVerifier {
  /** The payload; undefined when no key has signed it. Times are not looked at. */
  verify(token: string): object | undefined | Promise<object | undefined>;
  /** Calls the listener when tokens that were verified may have been signed by a key that is gone. */
  onChange?(listener: () => void): void;
}

/**
 * Verifies signatures of compact tokens, with the algorithms that belong to the type of each key: what the header
 * of a token says only chooses among those, so that no public key can serve as a shared secret. Nothing that a
 * header names is fetched or read.
 */
export class Signatures implements TokenVerifier {
  readonly #keys: readonly VerificationKey[];
  readonly #byNameAlone: boolean;
  readonly #byId: ReadonlyMap<string, VerificationKey>;

  /** `byNameAlone`: a token that names a key which is not there is not tried with the others. */
  constructor(keys: readonly VerificationKey[], byNameAlone = false) {
    this.#keys = keys;
    this.#byNameAlone = byNameAlone;
    this.#byId = new Map(keys.map((key) => [key.id, key]));
  }

  /** The payload; undefined when no key has signed it. Times are not looked at. */
  verify(token: string): object | undefined {
    const header = jsonPart(token, 0) as { kid?: unknown; crit?: unknown } | undefined;
    // Critical headers must be understood, and none is supported.
    if (header === undefined || header.crit !== undefined) return undefined;
    for (const key of this.#candidates(header.kid)) {
      const payload = verifyWith(key, token);
      if (payload !== undefined) return payload;
    }
    return undefined;
  }

  #candidates(id: unknown): readonly VerificationKey[] {
    const named = typeof id === 'string' ? this.#byId.get(id) : undefined;
    if (named !== undefined) return [named];
    return this.#byNameAlone && typeof id === 'string' && id !== '' ? [] : this.#keys;
  }
}

/** The key that a token claims to be signed with; empty when it names none. */
export function claimedKeyId(token: string): string {
  const id = (jsonPart(token, 0) as { kid?: unknown } | undefined)?.kid;
  return typeof id === 'string' ? id : '';
}

/** The issuer that a token claims, before its signature is verified. */
export function claimedIssuer(token: string): unknown {
  return (jsonPart(token, 1) as { iss?: unknown } | undefined)?.iss;
}

function verifyWith({ key, algorithms }: VerificationKey, token: string): object | undefined {
  try {
    const options = { algorithms: [...algorithms], ignoreExpiration: true, ignoreNotBefore: true };
    const payload = jwt.verify(token, key, options);
    return typeof payload === 'object' && payload !== null ? payload : undefined;
  } catch {
    // A client can send any bytes: an error of the library only means that there is no credential.
    return undefined;
  }
}

/** One of the three parts of a compact token as an object; undefined when it is none. */
function jsonPart(token: string, index: 0 | 1): object | undefined {
  const parts = token.split('.', 4);
  if (parts.length !== 3) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(parts[index]!, 'base64url').toString());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
