import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { AuthorizationV1SubjectAccessReview } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { betaReviewRules } from '../../shared/access-review/conversion.ts';
import { validateReviewSelectors } from '../../shared/access-review/selector-validation.ts';
import { validateNoMetadata, validateUserAttributes } from '../../shared/access-review/validation.ts';

/** Asks whether a user is authorized for an action. */
export function subjectAccessReview({
  dialect,
  gates,
}: KindDependencies): KindRules<AuthorizationV1SubjectAccessReview> {
  const group = fillPlaceholders(dialect, 'authorization.{api}');
  return {
    group,
    kind: 'SubjectAccessReview',
    validateCreate: ({ metadata, spec }) => [
      ...validateUserAttributes(spec),
      ...validateReviewSelectors(spec.resourceAttributes, gates),
      ...validateNoMetadata(metadata),
    ],
    versions: { [`${group}/v1beta1`]: betaReviewRules },
  };
}
