import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { customResourceDefinition } from './custom-resource-definition/index.ts';

export function apiextensionsKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [customResourceDefinition(dependencies)];
}
