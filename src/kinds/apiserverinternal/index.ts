import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { storageVersion } from './storage-version/index.ts';

export function apiserverinternalKinds(dependencies: KindDependencies): KindRules<any>[] {
  return [storageVersion(dependencies)];
}
