import { speak } from '../../../api/meta/dialect.ts';
import type { ApiserverinternalV1alpha1StorageVersion } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { keepMetadata, keptMetadata } from '../../shared/keep-metadata.ts';
import { nameIsStorageVersion } from './names.ts';
import { table } from './table.ts';
import { validateStorageVersion } from './validation.ts';

/** The versions in which each API server stores and can decode a resource. */
export function storageVersion({
  dialect,
}: KindDependencies): KindRules<ApiserverinternalV1alpha1StorageVersion> {
  return {
    group: speak(dialect, 'internal.apiserver.{api}'),
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
      keeps: keptMetadata,
      prepareForUpdate(version, old) {
        version.spec = old.spec;
        keepMetadata(version, old);
      },
      validateUpdate: validateStorageVersion,
    },
    requiresResourceVersion: true,
    table,
  };
}
