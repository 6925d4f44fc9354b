import type { CoreV1PersistentVolume } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { applyDefaults } from './defaults.ts';
import { volumeTable } from './table.ts';
import { volumeValidation } from './validation.ts';

/** Storage that a claim can be bound to. */
export function persistentVolume({ dialect }: KindDependencies): KindRules<CoreV1PersistentVolume> {
  return {
    group: '',
    kind: 'PersistentVolume',
    sharesNestedFields: true,
    applyDefaults,
    validateName: nameIsDnsSubdomain,
    prepareForCreate(volume) {
      volume.status = { phase: 'Pending' };
    },
    prepareForUpdate(volume, old) {
      volume.status = old.status;
    },
    ...volumeValidation(dialect),
    deletion: { answersWithObject: true },
    table: volumeTable(dialect),
  };
}
