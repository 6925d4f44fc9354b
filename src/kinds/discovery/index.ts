import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { endpointSlice } from './endpoint-slice/index.ts';

export function discoveryKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [endpointSlice(dependencies)];
}
