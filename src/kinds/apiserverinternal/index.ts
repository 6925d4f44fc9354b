import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { storageVersion } from './storage-version/index.ts';

export function apiserverinternalKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [storageVersion(dependencies)];
}
