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
    prepareForCreate: (policy) => dropDisabledFields(policy),
    validateCreate: (policy) => validatePolicy(policy, dialect),
    prepareForUpdate: (policy, old) => dropDisabledFields(policy, old),
    validateUpdate: (policy) => validatePolicy(policy, dialect),
    deletion: { answersWithObject: true },
    table,
  };
}

/** `allowedProcMountTypes` is an alpha field: it is dropped unless the stored policy has it. */
function dropDisabledFields({ spec }: Policy, old?: Policy): void {
  if (old?.spec.allowedProcMountTypes === undefined) delete spec.allowedProcMountTypes;
}
