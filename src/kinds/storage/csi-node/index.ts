import { markSentEmpty } from '../../../api/json/sent-empty.ts';
import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { StorageV1CSINode } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { column, tableOf } from '../../shared/table.ts';
import { nodeValidation } from './validation.ts';

/** No drivers, and no keys of one, are stored as none at all. */
function leaveNone({ spec }: StorageV1CSINode): void {
  if (spec.drivers?.length === 0) spec.drivers = null;
  for (const driver of spec.drivers ?? []) {
    if (driver.topologyKeys?.length !== 0) continue;
    driver.topologyKeys = null;
    markSentEmpty(driver, driver, ['topologyKeys']);
  }
}

/** The CSI drivers on a node. */
export function csiNode({ dialect, gates }: KindDependencies): KindRules<StorageV1CSINode> {
  return {
    group: fillPlaceholders(dialect, 'storage.{api}'),
    kind: 'CSINode',
    validateName: nameIsDnsSubdomain,
    ...(gates.isIn('1.24') ? { prepareForCreate: leaveNone, prepareForUpdate: leaveNone } : {}),
    ...nodeValidation(gates),
    requiresResourceVersion: true,
    deletion: { answersWithObject: true },
    table: tableOf([
      column(
        'Drivers',
        'integer',
        'How many drivers run on the node.',
        ({ spec }) => spec.drivers?.length ?? 0,
      ),
    ]),
  };
}
