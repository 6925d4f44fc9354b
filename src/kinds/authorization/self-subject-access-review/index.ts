import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { AuthorizationV1SelfSubjectAccessReview } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { validateReviewSelectors } from '../../shared/access-review/selector-validation.ts';
import { validateAttributes, validateNoMetadata } from '../../shared/access-review/validation.ts';

/** Asks whether the requesting user is authorized for an action. */
export function selfSubjectAccessReview({
  dialect,
  gates,
}: KindDependencies): KindRules<AuthorizationV1SelfSubjectAccessReview> {
  return {
    group: fillPlaceholders(dialect, 'authorization.{api}'),
    kind: 'SelfSubjectAccessReview',
    validateCreate: ({ metadata, spec }) => [
      ...validateAttributes(spec),
      ...validateReviewSelectors(spec.resourceAttributes, gates),
      ...validateNoMetadata(metadata),
    ],
  };
}
