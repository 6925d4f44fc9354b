import { LRUCache } from 'lru-cache';
import { secretTokenIssuer } from '../../../../api/meta/account-token.ts';
import type { Dialect } from '../../../../api/meta/dialect.ts';
import type { User } from '../../../../api/meta/user.ts';
import type { Clock } from '../../../../util/clock.ts';
import { goQuote } from '../../../../util/quote.ts';
import type { AuthenticationNotes, ReviewedToken, TokenAuthenticator } from '../../authenticator.ts';
import { tokenDigest } from '../../token-digest.ts';
import { readClaims } from '../../tokens/claims.ts';
import { claimedIssuer, type TokenVerifier } from '../../tokens/signatures.ts';
import { Dependents } from './dependents.ts';
import type { TokenBinding, TokenObjects, TokenProblem } from './token-objects.ts';
import type { TokenRules } from './token-rules.ts';
import type { TokenUses } from './token-uses.ts';
import { accountUser, commonAudiences, type VerifiedToken } from './verified-token.ts';

export interface ServiceAccountOptions {
  readonly signatures: TokenVerifier;
  /** All that are accepted. */
  readonly issuers: readonly string[];
  /** Audiences of this API. */
  readonly audiences: readonly string[];
  readonly objects: TokenObjects;
  readonly uses: TokenUses;
  readonly rules: TokenRules;
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** Number of tokens, at most, whose signatures are not verified again. */
  readonly remembered: number;
  /** Receives the reason when the newest state could not be read. */
  report(message: string): void;
}

/** Undefined when the token is none of ours; `unsigned` when it only says that it is. */
type Verification = VerifiedToken | 'unsigned' | undefined;

/** Milliseconds by which clocks may differ. */
const leeway = 60_000;

/** Characters of a token that is cached: longer ones are verified each time, to bound the memory. */
const maxRememberedLength = 8_192;

/**
 * Tokens of service accounts. A signature is verified once; whether the account and what the token is bound to are
 * there is looked up once and then again after each change of one of them, so that most requests cost a digest and
 * revocation counts at once.
 */
export class ServiceAccountAuthenticator implements TokenAuthenticator, Disposable {
  readonly #options: ServiceAccountOptions;
  readonly #issuers: ReadonlySet<unknown>;
  readonly #dependents: Dependents;
  readonly #verified: LRUCache<string, VerifiedToken>;

  constructor(options: ServiceAccountOptions) {
    this.#options = options;
    this.#issuers = new Set([secretTokenIssuer(options.dialect), ...options.issuers]);
    this.#dependents = new Dependents(options.objects);
    const dispose = (token: VerifiedToken): void => this.#dependents.remove(token);
    this.#verified = new LRUCache({ max: options.remembered, dispose });
    options.signatures.onChange?.(() => this.#verified.clear());
  }

  [Symbol.dispose](): void {
    this.#dependents[Symbol.dispose]();
  }

  authenticateToken(
    token: string,
    digest = tokenDigest(token),
    notes?: AuthenticationNotes,
  ): User | undefined | Promise<User | undefined> {
    const verified = this.#verify(token, digest);
    return verified instanceof Promise
      ? verified.then((one) => this.#accept(one, notes))
      : this.#accept(verified, notes);
  }

  #accept(
    verified: Verification,
    notes: AuthenticationNotes | undefined,
  ): User | undefined | Promise<User | undefined> {
    if (typeof verified !== 'object' || !verified.isForServer) return undefined;
    const now = this.#options.clock.now();
    if (this.#timeError(verified, now) !== undefined) return undefined;
    const problem = this.#objectError(verified, now);
    const decide = (found: TokenProblem | undefined): User | undefined => {
      this.#tell(verified, found, now, notes);
      return found === undefined ? verified.user : undefined;
    };
    return problem instanceof Promise ? problem.then(decide) : decide(problem);
  }

  #tell(
    token: VerifiedToken,
    problem: TokenProblem | undefined,
    now: number,
    notes: AuthenticationNotes | undefined,
  ): void {
    const { uses } = this.#options;
    if (problem === undefined) uses.accepted(token, now, notes);
    else if (problem.isMarked) uses.refused(token, now, notes);
  }

  async reviewToken(token: string, wanted: readonly string[]): Promise<ReviewedToken> {
    const verified = await this.#verify(token, tokenDigest(token));
    if (verified === undefined) return undefined;
    if (verified === 'unsigned') return { problem: 'invalid bearer token' };
    const audiences = commonAudiences(verified.claims, wanted, this.#options.audiences);
    if (audiences.length === 0) return { problem: this.#audienceError(verified, wanted) };
    const now = this.#options.clock.now();
    const late = this.#timeError(verified, now);
    if (late !== undefined) return { problem: late };
    const found = await this.#objectError(verified, now);
    this.#tell(verified, found, now, undefined);
    return found === undefined ? { user: verified.user, audiences } : { problem: found.problem };
  }

  #verify(token: string, digest: string): Verification | Promise<Verification> {
    const known = this.#verified.get(digest);
    if (known !== undefined) return known;
    if (!this.#issuers.has(claimedIssuer(token))) return undefined;
    const payload = this.#options.signatures.verify(token);
    return payload instanceof Promise
      ? payload.then((one) => this.#remember(token, digest, one))
      : this.#remember(token, digest, payload);
  }

  #remember(token: string, digest: string, payload: object | undefined): Verification {
    const { dialect, audiences, rules } = this.#options;
    const claims = payload === undefined ? undefined : readClaims(payload, dialect);
    if (claims === undefined) return 'unsigned';
    const isForServer = commonAudiences(claims, audiences, audiences).length > 0;
    const user = accountUser(claims, dialect, rules);
    const unknown = { standsUntil: undefined, markedUntil: 0 };
    const verified: VerifiedToken = { digest, claims, user, isForServer, ...unknown };
    if (token.length > maxRememberedLength) return verified;
    this.#verified.set(digest, verified);
    this.#dependents.add(verified);
    return verified;
  }

  #objectError(
    token: VerifiedToken,
    now: number,
  ): TokenProblem | undefined | Promise<TokenProblem | undefined> {
    if (token.standsUntil !== undefined && now <= token.standsUntil) return undefined;
    const problem = this.#problem(token, this.#options.objects.standing(token, now));
    return problem === undefined ? undefined : this.#newestError(token, now);
  }

  /** An object that the caches lack may just have been created at another replica. */
  async #newestError(token: VerifiedToken, now: number): Promise<TokenProblem | undefined> {
    try {
      await this.#options.objects.catchUp();
    } catch (error) {
      this.#options.report((error as Error).message);
      return { problem: this.#options.rules.texts.notValidated };
    }
    return this.#problem(token, this.#options.objects.standing(token, now));
  }

  #problem(token: VerifiedToken, standing: TokenBinding): TokenProblem | undefined {
    if ('problem' in standing) return standing;
    // An evicted entry would not be invalidated by changes.
    if (this.#verified.peek(token.digest) === token) token.standsUntil = standing.until;
    return undefined;
  }

  #audienceError({ claims: { audiences } }: VerifiedToken, wanted: readonly string[]): string {
    const [own, others] = [audiences, wanted].map((list) => `[${list.map(goQuote).join(' ')}]`);
    return `token audiences ${own} is invalid for the target audiences ${others}`;
  }

  #timeError({ claims }: VerifiedToken, now: number): string | undefined {
    const { texts, checksIssueTime } = this.#options.rules;
    const { notBefore = 0, expires, issuedAt = 0 } = claims;
    const latest = now + leeway;
    if (latest < notBefore * 1000) return texts.notYetValid;
    if (expires !== undefined && now - leeway > expires * 1000) return texts.expired;
    return checksIssueTime && latest < issuedAt * 1000 ? texts.issuedInFuture : undefined;
  }
}
