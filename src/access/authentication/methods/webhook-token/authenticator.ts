import type { User } from '../../../../api/meta/user.ts';
import { CallError } from '../../../../client/call-error.ts';
import { callReview, type WebhookCaller } from '../../../../client/webhook.ts';
import type { Clock } from '../../../../util/clock.ts';
import type { ReviewedToken, TokenAuthenticator } from '../../authenticator.ts';
import { TokenCache, type TokenDecision } from '../../token-cache.ts';
import type { TokenCacheObserver } from '../../token-cache-observer.ts';
import { type ReviewStatus, statusOf } from './review.ts';

export interface WebhookTokenOptions {
  caller: WebhookCaller;
  /** `authentication.<domain>/v1` */
  apiVersion: string;
  /** Audiences of this API: tokens are for one of them unless the webhook says otherwise. */
  audiences: readonly string[];
  /** Milliseconds for which a decision is remembered, whichever it is. */
  cacheTtl: number;
  clock: Clock;
  observer?: TokenCacheObserver | undefined;
  /** Receives the reason why a token was not accepted, which the client does not see. */
  report(message: string): void;
}

/** Characters of the text of a webhook that are logged. */
const maxTextLength = 1_024;

/** Asks a webhook, with a TokenReview, for the user of a token. */
export class WebhookTokenAuthenticator implements TokenAuthenticator {
  readonly #options: WebhookTokenOptions;
  readonly #decisions: TokenCache<ReviewedToken>;

  constructor(options: WebhookTokenOptions) {
    this.#options = options;
    this.#decisions = new TokenCache(
      (token, audiences) => this.#decide(token, audiences),
      options.clock,
      options.observer,
    );
  }

  authenticateToken(token: string): User | undefined | Promise<User | undefined> {
    const found = this.#decisions.of(token, this.#options.audiences);
    return found instanceof Promise ? found.then(userIn) : userIn(found);
  }

  async reviewToken(token: string, audiences: readonly string[]): Promise<ReviewedToken> {
    return this.#decisions.of(token, audiences);
  }

  /** A webhook that says why it does not know the token is asked again; so is one that does not answer. */
  async #decide(token: string, wanted: readonly string[]): Promise<TokenDecision<ReviewedToken>> {
    const status = await this.#review(token, wanted);
    if (status instanceof CallError) return this.#problem(status.message, 'the token webhook did not answer');
    if (status.error !== '') return this.#problem(status.error, status.error);
    const { user, audiences } = status;
    const isFor = audiences.length > 0 ? audiences : this.#options.audiences;
    const both = wanted.filter((audience) => isFor.includes(audience));
    const found = user === undefined || both.length === 0 ? undefined : { user, audiences: both };
    return { found, keepFor: this.#options.cacheTtl };
  }

  async #review(token: string, audiences: readonly string[]): Promise<ReviewStatus | CallError> {
    const { caller, apiVersion } = this.#options;
    const review = { kind: 'TokenReview', apiVersion, metadata: { creationTimestamp: null } };
    const asked = { ...review, spec: { token, audiences }, status: { user: {} } };
    try {
      return await callReview(caller, asked, 'status', statusOf);
    } catch (error) {
      if (error instanceof CallError) return error;
      throw error;
    }
  }

  /** `shown`: the error in the status of a TokenReview. */
  #problem(logged: string, shown: string): TokenDecision<ReviewedToken> {
    this.#options.report(`token webhook: ${logged.slice(0, maxTextLength)}`);
    return { found: { problem: shown.slice(0, maxTextLength) }, keepFor: 0 };
  }
}

const userIn = (found: ReviewedToken): User | undefined =>
  found !== undefined && 'user' in found ? found.user : undefined;
