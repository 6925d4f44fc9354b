import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { podDisruptionBudget } from './pod-disruption-budget/index.ts';
import { podSecurityPolicy } from './pod-security-policy/index.ts';

export function policyKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [podDisruptionBudget(dependencies), podSecurityPolicy(dependencies)];
}
