import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { StorageV1beta1CSIStorageCapacity } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { validateCsiStorageCapacityCreate, validateCsiStorageCapacityUpdate } from './validation.ts';

/** The storage of a class that is free in one part of the cluster. */
export function csiStorageCapacity({
  dialect,
}: KindDependencies): KindRules<StorageV1beta1CSIStorageCapacity> {
  return {
    group: fillPlaceholders(dialect, 'storage.{api}'),
    kind: 'CSIStorageCapacity',
    validateName: nameIsDnsSubdomain,
    validateCreate: validateCsiStorageCapacityCreate,
    validateUpdate: validateCsiStorageCapacityUpdate,
    requiresResourceVersion: true,
  };
}
