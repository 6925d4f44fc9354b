import type { CoreV1ResourceQuota, CoreV1ResourceQuotaStatus } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { quantityText } from '../../shared/resources/quantities.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

export const table: TableRules<CoreV1ResourceQuota> = {
  columns: [
    nameColumn,
    ageColumn,
    column('Request', 'string', 'What is used and bounded of everything but limits.'),
    column('Limit', 'string', 'What is used and bounded of limits.'),
  ],
  cells: ({ metadata, status }, now) => {
    const isLimit = (name: string) => name.startsWith('limits.');
    return [
      metadata.name ?? '',
      ageCell(metadata, now),
      usageText(status, (name) => !isLimit(name)),
      usageText(status, isLimit),
    ];
  },
};

/** `cpu: 1/2, pods: 3/10`. */
function usageText({ hard, used }: CoreV1ResourceQuotaStatus, shown: (name: string) => boolean): string {
  return Object.keys(hard ?? {})
    .filter(shown)
    .sort()
    .map((name) => `${name}: ${quantityText(used, name)}/${quantityText(hard, name)}`)
    .join(', ');
}
