import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { StorageV1StorageClass } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { storageClassTable } from './table.ts';
import { storageClassUpdate, validateStorageClass } from './validation.ts';
import { storageClassWarnings } from './warnings.ts';

/** A way to provision volumes that claims can select. */
export function storageClass({ dialect, gates }: KindDependencies): KindRules<StorageV1StorageClass> {
  return {
    group: fillPlaceholders(dialect, 'storage.{api}'),
    kind: 'StorageClass',
    validateName: nameIsDnsSubdomain,
    validateCreate: validateStorageClass,
    validateUpdate: storageClassUpdate(gates),
    warnings: storageClassWarnings(dialect, gates),
    deletion: { answersWithObject: true },
    table: storageClassTable(dialect),
  };
}
