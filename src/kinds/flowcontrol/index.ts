import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { flowSchema } from './flow-schema/index.ts';
import { priorityLevelConfiguration } from './priority-level-configuration/index.ts';

export function flowcontrolKinds(dependencies: KindDependencies): KindRules<any>[] {
  return [flowSchema(dependencies), priorityLevelConfiguration(dependencies)];
}
