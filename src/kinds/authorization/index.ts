import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { localSubjectAccessReview } from './local-subject-access-review/index.ts';
import { selfSubjectAccessReview } from './self-subject-access-review/index.ts';
import { selfSubjectRulesReview } from './self-subject-rules-review/index.ts';
import { subjectAccessReview } from './subject-access-review/index.ts';

/** Reviews are answered and never stored: of their rules, only `validateCreate` and `versions` are used. */
export function authorizationKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [
    subjectAccessReview(dependencies),
    selfSubjectAccessReview(dependencies),
    localSubjectAccessReview(dependencies),
    selfSubjectRulesReview(dependencies),
  ];
}
