import type { CoreV1Namespace } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

export const table: TableRules<CoreV1Namespace> = {
  columns: [nameColumn, column('Status', 'string', 'Whether it is in use or on its way out.'), ageColumn],
  cells: ({ metadata, status }, now) => [metadata.name ?? '', status.phase ?? '', ageCell(metadata, now)],
};
