import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import { badRequest } from '../../../api/meta/status.ts';
import type { AuthorizationV1SelfSubjectRulesReview } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';

/** Lists the actions that the requesting user may take in a namespace. */
export function selfSubjectRulesReview({
  dialect,
}: KindDependencies): KindRules<AuthorizationV1SelfSubjectRulesReview> {
  return {
    group: fillPlaceholders(dialect, 'authorization.{api}'),
    kind: 'SelfSubjectRulesReview',
    validateCreate({ spec }) {
      if (!spec.namespace) throw badRequest('no namespace on request');
      return [];
    },
  };
}
