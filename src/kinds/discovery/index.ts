import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { endpointSlice } from './endpoint-slice/index.ts';

export function discoveryKinds(dependencies: KindDependencies): KindRules<any>[] {
  return [endpointSlice(dependencies)];
}
