import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { podGroup } from './pod-group/index.ts';
import { priorityClass } from './priority-class/index.ts';
import { workload } from './workload/index.ts';

export function schedulingKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [podGroup(dependencies), priorityClass(dependencies), workload(dependencies)];
}
