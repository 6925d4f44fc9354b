import type { CoreV1Namespace } from '../../../api/schema/types.gen.ts';
import { nameIsDnsLabel } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { deletion } from './deletion.ts';
import { finalize } from './finalize.ts';
import { strategy } from './strategy.ts';
import { table } from './table.ts';

/** A room for objects: names are unique within one. */
export function namespace({ dialect, gates }: KindDependencies): KindRules<CoreV1Namespace> {
  return {
    group: '',
    kind: 'Namespace',
    sharesNestedFields: true,
    validateName: nameIsDnsLabel,
    ...strategy(dialect),
    subresources: { finalize: finalize(dialect) },
    deletion: deletion(gates),
    selectableFields: {
      names: ['status.phase'],
      of: ({ status }) => ({ 'status.phase': status.phase ?? '' }),
    },
    table,
  };
}
