import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { storageVersionMigration } from './storage-version-migration/index.ts';

export function storagemigrationKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [storageVersionMigration(dependencies)];
}
