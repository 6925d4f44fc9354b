import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import { serviceAccountUserName } from '../../../api/meta/user.ts';
import type { Clock } from '../../../util/clock.ts';
import type { FlagValues } from '../../../util/flags.ts';
import { systemRandom } from '../../../util/random.ts';
import type { ObjectName } from './claims.ts';
import { apiAudiences, maxTokenLifetime, signingKeyOf, tokenIssuers } from './settings.ts';
import { keySigner, type TokenSigner } from './token-signer.ts';

/** The spec of a TokenRequest. */
export interface TokenWish {
  readonly namespace: string;
  readonly account: ObjectName;
  readonly pod?: ObjectName | undefined;
  readonly secret?: ObjectName | undefined;
  /** Beside a pod: the node that it runs on; its uid is empty when there is no such node. */
  readonly node?: ObjectName | undefined;
  /** Empty: for this API. */
  readonly audiences: readonly string[];
  /** Seconds. */
  readonly life: number;
}

export interface IssuedToken {
  readonly token: string;
  /** Undefined in releases whose tokens have none. */
  readonly id: string | undefined;
  readonly audiences: readonly string[];
  /** Seconds: as asked for, or what was left of that. */
  readonly life: number;
  /** The expiry that the answer names; milliseconds since 1970. */
  readonly expires: number;
}

export interface PreparedToken extends Omit<IssuedToken, 'token'> {
  readonly claims: object;
}

export interface IssuerOptions {
  readonly signer: TokenSigner;
  readonly issuer: string;
  readonly audiences: readonly string[];
  /** Seconds; undefined for no limit. */
  readonly maxLifetime: number | undefined;
  readonly extends: boolean;
  /** Makes the `jti` of a token; undefined in releases whose tokens have none. */
  readonly newId?: (() => string) | undefined;
  readonly dialect: Dialect;
  readonly clock: Clock;
}

/** Seconds that node agents request for the tokens of pods, and no other client does. */
const podTokenLife = 3607;

const oneYear = 365 * 24 * 3600;

/** Signs tokens of service accounts. The caller has checked that the account and the bound object exist. */
export class TokenIssuer {
  readonly #options: IssuerOptions;

  constructor(options: IssuerOptions) {
    this.#options = options;
  }

  /** Audiences of a token whose request names none. */
  get audiences(): readonly string[] {
    return this.#options.audiences;
  }

  /** Rejects when the signer fails. */
  async issue(wish: TokenWish): Promise<IssuedToken> {
    const { claims, ...issued } = this.prepare(wish);
    return { token: await this.#options.signer.sign(claims), ...issued };
  }

  /** Claims of the token, before it is signed. */
  prepare(wish: TokenWish): PreparedToken {
    const { signer, issuer, clock, newId } = this.#options;
    const audiences = wish.audiences.length > 0 ? wish.audiences : this.audiences;
    const life = Math.min(wish.life, this.#maxLifetime);
    const now = clock.now();
    const seconds = Math.floor(now / 1000);
    const isExtended = this.#isExtended(wish, audiences, life);
    const tokenId = newId?.();
    const claims = {
      aud: audiences,
      exp: seconds + (isExtended ? Math.min(oneYear, signer.maxLifetime ?? oneYear) : life),
      iat: seconds,
      iss: issuer,
      ...(tokenId === undefined ? {} : { jti: tokenId }),
      ...this.#privateClaims(wish, isExtended ? seconds + life : undefined),
      nbf: seconds,
      sub: serviceAccountUserName(wish.namespace, wish.account.name),
    };
    return { claims, id: tokenId, audiences, life, expires: now + life * 1000 };
  }

  get #maxLifetime(): number {
    const { maxLifetime, signer } = this.#options;
    return maxLifetime ?? signer.maxLifetime ?? Number.POSITIVE_INFINITY;
  }

  /**
   * Programs that read the token of their pod only once would fail after an hour: their tokens go on, and say from
   * when on they are used too long.
   */
  #isExtended({ pod }: TokenWish, audiences: readonly string[], life: number): boolean {
    const own = this.audiences;
    return (
      this.#options.extends &&
      pod !== undefined &&
      life === podTokenLife &&
      audiences.every((audience) => own.includes(audience))
    );
  }

  #privateClaims(
    { namespace, account, pod, secret, node }: TokenWish,
    warnAfter: number | undefined,
  ): object {
    const claims = {
      namespace,
      ...(node === undefined ? {} : { node: node.uid === '' ? { name: node.name } : node }),
      ...(pod === undefined ? {} : { pod }),
      ...(secret === undefined ? {} : { secret }),
      serviceaccount: account,
      ...(warnAfter === undefined ? {} : { warnafter: warnAfter }),
    };
    return { [this.#options.dialect.label]: claims };
  }
}

/** `external`: another process signs. Undefined when there is nothing to sign with. Rejects with a start-up error. */
export async function createTokenIssuer(
  flags: FlagValues,
  { dialect, clock, gates }: { dialect: Dialect; clock: Clock; gates: FeatureGates },
  external?: TokenSigner,
): Promise<TokenIssuer | undefined> {
  const [issuer] = tokenIssuers(flags, dialect);
  const maxLifetime = maxTokenLifetime(flags);
  const signer = external ?? (await ownSigner(flags));
  if (signer === undefined) return undefined;
  const audiences = apiAudiences(flags, dialect);
  const extendsLife = flags.boolean('service-account-extend-token-expiration');
  const newId = gates.isOn('ServiceAccountTokenJTI') ? systemRandom.uuid : undefined;
  const options = { signer, issuer, audiences, maxLifetime, extends: extendsLife, newId, dialect, clock };
  return new TokenIssuer(options);
}

async function ownSigner(flags: FlagValues): Promise<TokenSigner | undefined> {
  const key = await signingKeyOf(flags);
  return key && keySigner(key);
}
