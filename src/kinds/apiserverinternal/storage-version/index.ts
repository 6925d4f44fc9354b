import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { ApiserverinternalV1alpha1StorageVersion } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { statusStrategy } from '../../shared/status-strategy.ts';
import { nameIsStorageVersion } from './names.ts';
import { table } from './table.ts';
import { validateStorageVersion } from './validation.ts';

/** The versions in which each API server stores and can decode a resource. */
export function storageVersion({
  dialect,
}: KindDependencies): KindRules<ApiserverinternalV1alpha1StorageVersion> {
  return {
    group: fillPlaceholders(dialect, 'internal.apiserver.{api}'),
    kind: 'StorageVersion',
    validateName: nameIsStorageVersion,
    prepareForCreate(version) {
      version.status = {};
    },
    prepareForUpdate(version, old) {
      version.status = old.status;
    },
    validateCreate: validateStorageVersion,
    validateUpdate: validateStorageVersion,
    status: {
      ...statusStrategy,
      validateUpdate: validateStorageVersion,
    },
    requiresResourceVersion: true,
    table,
  };
}
