import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { apiService } from './api-service/index.ts';

export function apiregistrationKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [apiService(dependencies)];
}
