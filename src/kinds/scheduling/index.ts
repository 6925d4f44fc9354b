import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { priorityClass } from './priority-class/index.ts';

export function schedulingKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [priorityClass(dependencies)];
}
