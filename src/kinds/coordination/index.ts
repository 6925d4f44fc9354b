import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { lease } from './lease/index.ts';
import { leaseCandidate } from './lease-candidate/index.ts';

export function coordinationKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [lease(dependencies), leaseCandidate(dependencies)];
}
