import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { horizontalPodAutoscaler } from './horizontal-pod-autoscaler/index.ts';

export function autoscalingKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [horizontalPodAutoscaler(dependencies)];
}
