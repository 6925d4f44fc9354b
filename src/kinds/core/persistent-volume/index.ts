import type { CoreV1PersistentVolume } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { applyDefaults } from './defaults.ts';
import { volumeStrategy } from './strategy.ts';
import { volumeTable } from './table.ts';
import { volumeValidation } from './validation.ts';
import { volumeWarnings } from './warnings.ts';

/** Storage that a claim can be bound to. */
export function persistentVolume({
  dialect,
  clock,
  gates,
}: KindDependencies): KindRules<CoreV1PersistentVolume> {
  return {
    group: '',
    kind: 'PersistentVolume',
    sharesNestedFields: true,
    applyDefaults,
    validateName: nameIsDnsSubdomain,
    ...volumeStrategy(clock, gates),
    ...volumeValidation(dialect, gates),
    warnings: volumeWarnings(dialect, gates),
    deletion: { answersWithObject: true },
    table: volumeTable(dialect, gates),
  };
}
