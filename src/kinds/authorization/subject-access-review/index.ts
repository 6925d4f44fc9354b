import { speak } from '../../../api/meta/dialect.ts';
import type { AuthorizationV1SubjectAccessReview } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { betaReviewRules } from '../../shared/access-review/conversion.ts';
import { validateAttributesOfUser, validateNoMetadata } from '../../shared/access-review/validation.ts';

/** Asks whether somebody may do something. */
export function subjectAccessReview({
  dialect,
}: KindDependencies): KindRules<AuthorizationV1SubjectAccessReview> {
  const group = speak(dialect, 'authorization.{api}');
  return {
    group,
    kind: 'SubjectAccessReview',
    validateCreate: ({ metadata, spec }) => [
      ...validateAttributesOfUser(spec),
      ...validateNoMetadata(metadata),
    ],
    versions: { [`${group}/v1beta1`]: betaReviewRules },
  };
}
