import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { runtimeClass } from './runtime-class/index.ts';

export function nodeKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [runtimeClass(dependencies)];
}
