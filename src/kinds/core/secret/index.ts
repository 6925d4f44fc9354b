import type { CoreV1Secret } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { applyDefaults } from './defaults.ts';
import { table } from './table.ts';
import { secretValidation } from './validation.ts';

/** Values that not everybody may read, by key. */
export function secret({ dialect, gates }: KindDependencies): KindRules<CoreV1Secret> {
  return {
    group: '',
    kind: 'Secret',
    sharesNestedFields: true,
    applyDefaults,
    validateName: nameIsDnsSubdomain,
    ...secretValidation(dialect, gates),
    selectableFields: { names: ['type'], of: ({ type }) => ({ type: type ?? '' }) },
    table,
  };
}
