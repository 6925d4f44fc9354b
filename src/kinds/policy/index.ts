import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { podDisruptionBudget } from './pod-disruption-budget/index.ts';
import { podSecurityPolicy } from './pod-security-policy/index.ts';

export function policyKinds(dependencies: KindDependencies): KindRules<any>[] {
  return [podDisruptionBudget(dependencies), podSecurityPolicy(dependencies)];
}
