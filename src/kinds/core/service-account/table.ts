import type { CoreV1ServiceAccount } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

export const table: TableRules<CoreV1ServiceAccount> = {
  columns: [nameColumn, column('Secrets', 'string', 'How many Secrets its pods may use.'), ageColumn],
  cells: ({ metadata, secrets }, now) => [metadata.name ?? '', secrets?.length ?? 0, ageCell(metadata, now)],
};
