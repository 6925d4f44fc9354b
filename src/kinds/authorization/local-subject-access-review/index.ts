import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { AuthorizationV1LocalSubjectAccessReview } from '../../../api/schema/types.gen.ts';
import { type FieldError, invalid } from '../../../api/validation/field-errors.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { betaReviewRules } from '../../shared/access-review/conversion.ts';
import { validateReviewSelectors } from '../../shared/access-review/selector-validation.ts';
import {
  goNonResourceAttributes,
  validateNoMetadata,
  validateUserAttributes,
} from '../../shared/access-review/validation.ts';

type Review = AuthorizationV1LocalSubjectAccessReview;

/** Asks whether a user is authorized for an action in one namespace. */
export function localSubjectAccessReview({ dialect, gates }: KindDependencies): KindRules<Review> {
  const group = fillPlaceholders(dialect, 'authorization.{api}');
  return {
    group,
    kind: 'LocalSubjectAccessReview',
    validateCreate: (review) => validate(review, gates),
    versions: { [`${group}/v1beta1`]: betaReviewRules },
  };
}

/** The review must be about the namespace it is created in: permission to create it is granted per namespace. */
function validate({ metadata, spec }: Review, gates: FeatureGates): FieldError[] {
  const { resourceAttributes, nonResourceAttributes } = spec;
  const reviewed = resourceAttributes?.namespace ?? '';
  const isOtherNamespace = resourceAttributes !== undefined && reviewed !== (metadata.namespace ?? '');
  return [
    ...validateUserAttributes(spec),
    ...validateReviewSelectors(resourceAttributes, gates),
    ...validateNoMetadata(metadata, { exceptNamespace: true }),
    ...(isOtherNamespace
      ? [invalid('spec.resourceAttributes.namespace', reviewed, 'must match metadata.namespace')]
      : []),
    ...(nonResourceAttributes === undefined
      ? []
      : [
          invalid(
            'spec.nonResourceAttributes',
            goNonResourceAttributes(nonResourceAttributes),
            'disallowed on this kind of request',
          ),
        ]),
  ];
}
