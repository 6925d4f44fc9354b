import type { CoreV1ResourceQuota, CoreV1ResourceQuotaStatus } from '../../../api/schema/types.gen.ts';
import { quantityText } from '../../shared/resources/quantities.ts';
import { ageColumn, column, tableOf } from '../../shared/table.ts';

export const table = tableOf<CoreV1ResourceQuota>([
  ageColumn,
  column('Request', 'string', 'What is used and bounded of everything but limits.', ({ status }) =>
    usageText(status, (name) => !isLimit(name)),
  ),
  column('Limit', 'string', 'What is used and bounded of limits.', ({ status }) =>
    usageText(status, isLimit),
  ),
]);

const isLimit = (name: string): boolean => name.startsWith('limits.');

/** `cpu: 1/2, pods: 3/10`. */
function usageText({ hard, used }: CoreV1ResourceQuotaStatus, shown: (name: string) => boolean): string {
  return Object.keys(hard ?? {})
    .filter(shown)
    .sort()
    .map((name) => `${name}: ${quantityText(used, name)}/${quantityText(hard, name)}`)
    .join(', ');
}
