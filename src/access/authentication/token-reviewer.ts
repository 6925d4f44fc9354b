import type { User } from '../../api/meta/user.ts';
import { aggregate } from '../../util/aggregate.ts';
import type { ReviewedToken, TokenAuthenticator } from './authenticator.ts';
import { authenticated } from './union.ts';

/** The result of a TokenReview. */
export type TokenReviewResult =
  | { readonly user: User; readonly audiences: readonly string[] }
  | { readonly error: string };

const invalidToken = 'invalid bearer token';

/** Serves TokenReviews: asks each method in turn, as for requests, but for the audiences of the review. */
export class TokenReviewer {
  readonly #methods: readonly TokenAuthenticator[];
  readonly #audiences: readonly string[];
  readonly #namesFirst: boolean;

  /**
   * `audiences`: what this API calls itself. `namesFirst`: what is wrong with a token follows the sentence that it is
   * invalid, as in 1.24 and later.
   */
  constructor(methods: readonly TokenAuthenticator[], audiences: readonly string[], namesFirst = false) {
    this.#methods = methods;
    this.#audiences = audiences;
    this.#namesFirst = namesFirst;
  }

  /** `wanted` empty: for this API. */
  async review(token: string, wanted: readonly string[]): Promise<TokenReviewResult> {
    const audiences = wanted.length > 0 ? wanted : this.#audiences;
    const problems = new Set<string>(this.#namesFirst ? [invalidToken] : []);
    for (const method of this.#methods) {
      const found = await this.#ask(method, token, audiences);
      if (found !== undefined && 'user' in found) return { ...found, user: authenticated(found.user) };
      if (found !== undefined) problems.add(found.problem);
    }
    return { error: problems.size === 0 ? invalidToken : aggregate(problems) };
  }

  /** Tokens of a method that knows of no audiences are meant for this API. */
  async #ask(method: TokenAuthenticator, token: string, wanted: readonly string[]): Promise<ReviewedToken> {
    if (method.reviewToken !== undefined) return method.reviewToken(token, wanted);
    const audiences = wanted.filter((audience) => this.#audiences.includes(audience));
    if (audiences.length === 0) return undefined;
    const user = await method.authenticateToken(token);
    return user && { user, audiences };
  }
}
