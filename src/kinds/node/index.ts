import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { runtimeClass } from './runtime-class/index.ts';

export function nodeKinds(dependencies: KindDependencies): KindRules<any>[] {
  return [runtimeClass(dependencies)];
}
