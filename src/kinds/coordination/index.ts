import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { lease } from './lease/index.ts';

export function coordinationKinds(dependencies: KindDependencies): KindRules<any>[] {
  return [lease(dependencies)];
}
