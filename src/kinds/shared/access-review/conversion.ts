import type {
  AuthorizationV1beta1SubjectAccessReviewSpec,
  AuthorizationV1SubjectAccessReviewSpec,
} from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';

interface Stable {
  spec: AuthorizationV1SubjectAccessReviewSpec;
}

interface Beta {
  spec: AuthorizationV1beta1SubjectAccessReviewSpec;
}

/** v1beta1 calls `group` what v1 calls `groups`; both are lists. */
export const betaReviewRules: VersionRules = {
  toStored({ spec: { group, ...spec }, ...review }: Beta): Stable {
    return { ...review, spec: { ...spec, ...(group && { groups: group }) } };
  },
  fromStored({ spec: { groups, ...spec }, ...review }: Stable): Beta {
    return { ...review, spec: { ...spec, ...(groups && { group: groups }) } };
  },
};
