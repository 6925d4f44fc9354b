import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { flowSchema } from './flow-schema/index.ts';
import { priorityLevelConfiguration } from './priority-level-configuration/index.ts';

export function flowcontrolKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [flowSchema(dependencies), priorityLevelConfiguration(dependencies)];
}
