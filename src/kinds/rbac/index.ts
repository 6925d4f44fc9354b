import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { clusterRole } from './cluster-role/index.ts';
import { clusterRoleBinding } from './cluster-role-binding/index.ts';
import { role } from './role/index.ts';
import { roleBinding } from './role-binding/index.ts';

export function rbacKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [role, clusterRole, roleBinding, clusterRoleBinding].map((kind) => kind(dependencies));
}
