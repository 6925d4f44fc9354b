import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { ApiserverinternalV1alpha1StorageVersion } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { statusStrategy } from '../../shared/status-strategy.ts';
import { nameIsStorageVersion } from './names.ts';
import { table } from './table.ts';
import { storageVersionValidation } from './validation.ts';

/** The versions in which each API server stores and can decode a resource. */
export function storageVersion({
  dialect,
  gates,
}: KindDependencies): KindRules<ApiserverinternalV1alpha1StorageVersion> {
  const validate = storageVersionValidation(gates);
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
    validateCreate: validate,
    validateUpdate: validate,
    status: {
      ...statusStrategy,
      validateUpdate: validate,
    },
    requiresResourceVersion: true,
    table,
  };
}
