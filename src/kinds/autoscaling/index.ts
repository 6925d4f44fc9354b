import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { horizontalPodAutoscaler } from './horizontal-pod-autoscaler/index.ts';

export function autoscalingKinds(dependencies: KindDependencies): KindRules<any>[] {
  return [horizontalPodAutoscaler(dependencies)];
}
