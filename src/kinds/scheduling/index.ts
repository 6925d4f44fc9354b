import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { priorityClass } from './priority-class/index.ts';

export function schedulingKinds(dependencies: KindDependencies): KindRules<any>[] {
  return [priorityClass(dependencies)];
}
