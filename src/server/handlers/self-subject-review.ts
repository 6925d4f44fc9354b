import type { RuleResolver } from '../../access/authorization/authorizer.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { AuthorizationV1SelfSubjectRulesReviewSpec } from '../../api/schema/types.gen.ts';
import { timeNow } from '../../api/values/time.ts';
import { aggregate } from '../../util/aggregate.ts';
import type { Clock } from '../../util/clock.ts';
import type { ReviewAnswer } from './review.ts';

/** Lists all that the one who asks may do in a namespace, as far as that can be listed. The question is left out. */
export function selfRulesReview(resolver: RuleResolver): ReviewAnswer {
  return async ({ kind, apiVersion, spec }, { state }) => {
    const { namespace = '' } = spec as AuthorizationV1SelfSubjectRulesReviewSpec;
    const { resourceRules, nonResourceRules, incomplete, errors } = await resolver.rulesFor(
      state.user!,
      namespace,
    );
    const status = {
      resourceRules,
      nonResourceRules,
      incomplete,
      evaluationError: errors.length === 0 ? '' : aggregate(errors),
    };
    return { kind, apiVersion, metadata: {}, spec: {}, status };
  };
}

/** Says who the one who asks is. */
export function selfReview(clock: Clock): ReviewAnswer {
  return ({ kind, apiVersion }: ApiObject, { state }) => {
    const { name, uid, groups, extra } = state.user!;
    return {
      kind,
      apiVersion,
      metadata: { creationTimestamp: timeNow(clock.now()) },
      status: { userInfo: { username: name, uid, groups, extra } },
    };
  };
}
