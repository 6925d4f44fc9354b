import { speak } from '../../../api/meta/dialect.ts';
import type { AuthorizationV1LocalSubjectAccessReview } from '../../../api/schema/types.gen.ts';
import { type FieldError, invalid } from '../../../api/validation/field-errors.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { betaReviewRules } from '../../shared/access-review/conversion.ts';
import {
  shownPath,
  validateAttributesOfUser,
  validateNoMetadata,
} from '../../shared/access-review/validation.ts';

type Review = AuthorizationV1LocalSubjectAccessReview;

/** Asks whether somebody may do something within a namespace. */
export function localSubjectAccessReview({ dialect }: KindDependencies): KindRules<Review> {
  const group = speak(dialect, 'authorization.{api}');
  return {
    group,
    kind: 'LocalSubjectAccessReview',
    validateCreate: validate,
    versions: { [`${group}/v1beta1`]: betaReviewRules },
  };
}

/** Who may ask this question may ask it about one namespace. */
function validate({ metadata, spec }: Review): FieldError[] {
  const { resourceAttributes, nonResourceAttributes } = spec;
  const asked = resourceAttributes?.namespace ?? '';
  const isElsewhere = resourceAttributes !== undefined && asked !== (metadata.namespace ?? '');
  return [
    ...validateAttributesOfUser(spec),
    ...validateNoMetadata(metadata, { exceptNamespace: true }),
    ...(isElsewhere
      ? [invalid('spec.resourceAttributes.namespace', asked, 'must match metadata.namespace')]
      : []),
    ...(nonResourceAttributes === undefined
      ? []
      : [
          invalid(
            'spec.nonResourceAttributes',
            shownPath(nonResourceAttributes),
            'disallowed on this kind of request',
          ),
        ]),
  ];
}
