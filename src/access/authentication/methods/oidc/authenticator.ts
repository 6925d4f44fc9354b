import type { User } from '../../../../api/meta/user.ts';
import { CallError } from '../../../../client/call-error.ts';
import { Transport } from '../../../../client/transport.ts';
import type { Clock } from '../../../../util/clock.ts';
import type { TokenAuthenticator } from '../../authenticator.ts';
import { TokenCache, type TokenDecision } from '../../token-cache.ts';
import type { TokenCacheObserver } from '../../token-cache-observer.ts';
import { claimedIssuer } from '../../tokens/signatures.ts';
import { DistributedClaims } from './distributed-claims.ts';
import { Issuer, restBetweenAttempts } from './issuer.ts';
import { OidcError } from './oidc-error.ts';
import type { OidcSettings } from './settings.ts';

/** Milliseconds for which a token that was verified is not verified again, nor its groups fetched. */
const rememberFor = 10_000;

export interface OidcDependencies {
  clock: Clock;
  tokenCache?: TokenCacheObserver | undefined;
  /** Receives the reason why a token was not accepted, or why the issuer's keys are not known yet. */
  report(message: string): void;
}

/**
 * Id tokens of one OpenID Connect issuer. This method ignores tokens of other issuers. While the
 * discovery of the issuer fails, its tokens are rejected; discovery is retried until it succeeds.
 */
export class OidcAuthenticator implements TokenAuthenticator, Disposable {
  readonly #settings: OidcSettings;
  readonly #dependencies: OidcDependencies;
  readonly #transport: Transport;
  readonly #issuer: Issuer;
  readonly #distributed: DistributedClaims | undefined;
  readonly #decisions: TokenCache<User | undefined>;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(settings: OidcSettings, dependencies: OidcDependencies) {
    this.#settings = settings;
    this.#dependencies = dependencies;
    this.#transport = new Transport({ authority: settings.authority });
    const { audiences, algorithms, discoveryUrl, mapping } = settings;
    const options = { transport: this.#transport, audiences, algorithms, clock: dependencies.clock };
    this.#issuer = new Issuer(settings.issuer, { ...options, discoveryUrl });
    const { groupsClaim } = mapping;
    this.#distributed = groupsClaim === undefined ? undefined : new DistributedClaims(groupsClaim, options);
    const { clock, tokenCache } = dependencies;
    this.#decisions = new TokenCache((token) => this.#decide(token), clock, tokenCache);
  }

  /** Looks for the issuer until it is found. Resolves after the first look, whatever that came to. */
  async start(): Promise<void> {
    try {
      await this.#issuer.discover();
    } catch (error) {
      if (this.#isClosed) return;
      this.#dependencies.report((error as Error).message);
      this.#timer = setTimeout(() => void this.start(), restBetweenAttempts).unref();
    }
  }

  /** Whether the issuer was found. */
  get isReady(): boolean {
    return this.#issuer.isKnown;
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#transport[Symbol.dispose]();
  }

  authenticateToken(token: string): User | undefined | Promise<User | undefined> {
    if (claimedIssuer(token) !== this.#settings.issuer) return undefined;
    return this.#decisions.of(token);
  }

  async #decide(token: string): Promise<TokenDecision<User | undefined>> {
    try {
      const claims = await this.#issuer.verify(token);
      const all = (await this.#distributed?.expand(claims)) ?? claims;
      const user = this.#settings.mapping.userOf(all);
      const left = (claims['exp'] as number) * 1000 - this.#dependencies.clock.now();
      return { found: user, keepFor: Math.min(rememberFor, left) };
    } catch (error) {
      if (!(error instanceof OidcError || error instanceof CallError)) throw error;
      this.#dependencies.report(error.message);
      return { found: undefined, keepFor: 0 };
    }
  }
}
