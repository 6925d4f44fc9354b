import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Algorithm } from 'jsonwebtoken';
import { Fields, ShapeError } from '../../../../client/fields.ts';
import type { Transport } from '../../../../client/transport.ts';
import type { Clock } from '../../../../util/clock.ts';
import type { VerificationKey } from '../../../../util/token-keys.ts';
import { Signatures } from '../../tokens/signatures.ts';
import { OidcError } from './oidc-error.ts';

export interface IssuerKeysOptions {
  /** URL of the key set; https. */
  url: string;
  transport: Transport;
  algorithms: readonly Algorithm[];
  clock: Clock;
}

/** Milliseconds between two fetches of the key set: any client can send tokens with unknown key IDs. */
const restBetweenLooks = 3_000;
/** Milliseconds after which the key set is looked at without a reason: keys that were withdrawn end then. */
const oldAfter = 600_000;
const callTimeout = 30_000;
const maxKeySetBytes = 1_048_576;

/** The keys of an issuer, as they were when they were last looked at. */
export class IssuerKeys {
  readonly #options: IssuerKeysOptions;
  #signatures: Signatures | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #look: Promise<void> | undefined;

  constructor(options: IssuerKeysOptions) {
    this.#options = options;
  }

  /**
   * The payload of a token that one of the keys signed, whatever it says. When none of those that are known did,
   * they are looked at again, as issuers change them. Undefined when none did; rejects with CallError or OidcError
   * when they cannot be looked at.
   */
  async verify(token: string): Promise<object | undefined> {
    const payload = this.#signatures?.verify(token);
    if (payload === undefined) {
      return (await this.#lookAgain()) ? this.#signatures?.verify(token) : undefined;
    }
    // No request waits, and the old keys stay in force when the refresh fails.
    if (this.#options.clock.now() - this.#lookedAt > oldAfter) this.#lookAgain().catch(() => {});
    return payload;
  }

  /** False when the last look was just now. Who comes during a look waits for it. */
  async #lookAgain(): Promise<boolean> {
    const now = this.#options.clock.now();
    if (this.#look === undefined) {
      if (now - this.#lookedAt < restBetweenLooks) return false;
      this.#lookedAt = now;
      this.#look = this.#fetch().finally(() => {
        this.#look = undefined;
      });
    }
    await this.#look;
    return true;
  }

  async #fetch(): Promise<void> {
    const { url, transport, algorithms } = this.#options;
    const { body } = await transport.send({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      timeout: callTimeout,
      maxBytes: maxKeySetBytes,
    });
    this.#signatures = new Signatures(keysOf(body.toString(), algorithms), true);
  }
}

/** Keys that are of no use for us are skipped: a set may have some of every kind. */
function keysOf(text: string, algorithms: readonly Algorithm[]): VerificationKey[] {
  try {
    return new Fields(JSON.parse(text), '').objects('keys').flatMap((fields) => {
      const use = fields.text('use') ?? 'sig';
      const key = use === 'sig' ? keyOf(fields) : undefined;
      const [first, ...others] = key === undefined ? [] : algorithms.filter((one) => fits(one, key));
      if (key === undefined || first === undefined) return [];
      return [{ id: fields.text('kid') ?? '', key, algorithms: [first, ...others] }];
    });
  } catch (error) {
    if (!(error instanceof ShapeError || error instanceof SyntaxError)) throw error;
    throw new OidcError(`the key set of the issuer: ${error.message}`, error);
  }
}

function keyOf(fields: Fields): KeyObject | undefined {
  const names = ['kty', 'n', 'e', 'crv', 'x', 'y'];
  const parts = names.flatMap((name) => (fields.has(name) ? [[name, fields.text(name)!]] : []));
  try {
    return createPublicKey({ key: Object.fromEntries(parts) as JsonWebKey, format: 'jwk' });
  } catch {
    // A type or curve that is not known here, or numbers that are no key: other keys of the set may be good.
    return undefined;
  }
}

const curves: Readonly<Record<string, string>> = {
  ES256: 'prime256v1',
  ES384: 'secp384r1',
  ES512: 'secp521r1',
};

function fits(algorithm: Algorithm, { asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (!algorithm.startsWith('ES')) return asymmetricKeyType === 'rsa';
  return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === curves[algorithm];
}
