import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { customResourceDefinition } from './custom-resource-definition/index.ts';

export function apiextensionsKinds(dependencies: KindDependencies): KindRules<any>[] {
  return [customResourceDefinition(dependencies)];
}
