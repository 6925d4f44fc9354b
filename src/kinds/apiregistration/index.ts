import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { apiService } from './api-service/index.ts';

export function apiregistrationKinds(dependencies: KindDependencies): KindRules<any>[] {
  return [apiService(dependencies)];
}
