import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1ResourceQuota, CoreV1ResourceQuotaStatus } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { quantityText } from '../../shared/resources/quantities.ts';
import { ageColumn, type Column, column, tableOf } from '../../shared/table.ts';

const columns: readonly Column<CoreV1ResourceQuota>[] = [
  column('Request', 'string', 'What is used and bounded of everything but limits.', ({ status }) =>
    usageText(status, (name) => !isLimit(name)),
  ),
  column('Limit', 'string', 'What is used and bounded of limits.', ({ status }) =>
    usageText(status, isLimit),
  ),
];

/** The age stood before the rest until 1.33. */
export const quotaTable = (gates: FeatureGates): TableRules<CoreV1ResourceQuota> =>
  tableOf(gates.isIn('1.33') ? columns : [ageColumn, ...columns]);

const isLimit = (name: string): boolean => name.startsWith('limits.');

/** `cpu: 1/2, pods: 3/10`. */
function usageText({ hard, used }: CoreV1ResourceQuotaStatus, shown: (name: string) => boolean): string {
  return Object.keys(hard ?? {})
    .filter(shown)
    .sort()
    .map((name) => `${name}: ${quantityText(used, name)}/${quantityText(hard, name)}`)
    .join(', ');
}
