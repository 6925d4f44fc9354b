import type { TokenReviewer, TokenReviewResult } from '../../access/authentication/token-reviewer.ts';
import { internalError } from '../../api/meta/status.ts';
import type { AuthenticationV1TokenReview } from '../../api/schema/types.gen.ts';
import type { ReviewAnswer } from './review.ts';

/** Says whose a token is: TokenReview. */
export function tokenReview(reviewer: TokenReviewer): ReviewAnswer {
  return async (question) => {
    const { token = '', audiences = [] } = question['spec'] as AuthenticationV1TokenReview['spec'];
    return { ...question, status: statusOf(await reviewer.review(token, audiences), audiences) };
  };
}

type ReviewStatus = AuthenticationV1TokenReview['status'];

function statusOf(result: TokenReviewResult, wanted: readonly string[]): ReviewStatus {
  if ('error' in result) return { authenticated: false, user: {}, error: result.error };
  const { user, audiences } = result;
  // An authenticator that answers with other audiences did not check those asked for.
  if (wanted.length > 0 && !audiences.some((one) => wanted.includes(one))) {
    throw internalError('error validating audience');
  }
  const extra = Object.entries(user.extra).map(([key, values]): [string, string[]] => [key, [...values]]);
  return {
    authenticated: true,
    user: {
      username: user.name,
      uid: user.uid,
      groups: [...user.groups],
      extra: Object.fromEntries(extra),
    },
    audiences: [...audiences],
  };
}
