import type { CoreV1Secret } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

export const table: TableRules<CoreV1Secret> = {
  columns: [
    nameColumn,
    column('Type', 'string', 'What the values are for.'),
    column('Data', 'string', 'How many values it holds.'),
    ageColumn,
  ],
  cells: ({ metadata, type, data }, now) => [
    metadata.name ?? '',
    type ?? '',
    Object.keys(data ?? {}).length,
    ageCell(metadata, now),
  ],
};
