import type { PolicyV1beta1PodSecurityPolicy } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { table } from './table.ts';
import { validatePolicy } from './validation.ts';

type Policy = PolicyV1beta1PodSecurityPolicy;

/** Says what pods may request of their node. The version in `extensions` has the same fields, defaults and rules. */
export function podSecurityPolicy({ dialect }: KindDependencies): KindRules<Policy> {
  return {
    group: 'policy',
    kind: 'PodSecurityPolicy',
    validateName: nameIsDnsSubdomain,
    validateCreate: (policy) => validatePolicy(policy, dialect),
    validateUpdate: (policy) => validatePolicy(policy, dialect),
    deletion: { answersWithObject: true },
    table,
  };
}
