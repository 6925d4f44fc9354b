import type { TokenReviewer } from '../../access/authentication/token-reviewer.ts';
import type { Authorizer, RuleResolver } from '../../access/authorization/authorizer.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { FieldManager } from '../../registry/ownership/field-manager.ts';
import { accessReview, selfAccessReview } from '../../server/handlers/access-review.ts';
import { type ReviewAnswer, reviewHandler } from '../../server/handlers/review.ts';
import { selfReview, selfRulesReview } from '../../server/handlers/self-subject-review.ts';
import { tokenReview } from '../../server/handlers/token-review.ts';
import type { Representations } from '../../server/representation/representations.ts';
import type { VerbHandlers } from '../../server/routing/subresources.ts';
import type { Clock } from '../../util/clock.ts';

export interface ReviewRouteDependencies {
  authorizer: Authorizer & RuleResolver;
  ownership: FieldManager;
  representations: Representations;
  dialect: Dialect;
  clock: Clock;
  tokenReviewer: TokenReviewer;
}

/** Questions about users and what they may do, by `<plural>.<group>`. */
export function reviewRoutes(dependencies: ReviewRouteDependencies): Record<string, VerbHandlers> {
  const { authorizer, tokenReviewer, ownership, representations, dialect, clock } = dependencies;
  const route = (answer: ReviewAnswer): VerbHandlers => ({
    create: reviewHandler({ representations, ownership, answer }),
  });
  const { api } = dialect;
  return {
    [`subjectaccessreviews.authorization.${api}`]: route(accessReview(authorizer)),
    [`localsubjectaccessreviews.authorization.${api}`]: route(accessReview(authorizer)),
    [`selfsubjectaccessreviews.authorization.${api}`]: route(selfAccessReview(authorizer)),
    [`selfsubjectrulesreviews.authorization.${api}`]: route(selfRulesReview(authorizer)),
    [`tokenreviews.authentication.${api}`]: route(tokenReview(tokenReviewer)),
    [`selfsubjectreviews.authentication.${api}`]: route(selfReview(clock)),
  };
}
