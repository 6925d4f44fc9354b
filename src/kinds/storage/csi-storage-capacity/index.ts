import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { StorageV1beta1CSIStorageCapacity } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { capacityValidation } from './validation.ts';
import { capacityWarnings } from './warnings.ts';

/** The storage of a class that is free in one part of the cluster. */
export function csiStorageCapacity({
  dialect,
  gates,
}: KindDependencies): KindRules<StorageV1beta1CSIStorageCapacity> {
  return {
    group: fillPlaceholders(dialect, 'storage.{api}'),
    kind: 'CSIStorageCapacity',
    validateName: nameIsDnsSubdomain,
    ...capacityValidation(gates),
    warnings: capacityWarnings(dialect, gates),
    requiresResourceVersion: true,
  };
}
