import type { CoreV1ConfigMap } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

export const table: TableRules<CoreV1ConfigMap> = {
  columns: [nameColumn, column('Data', 'string', 'How many values it holds, text and binary.'), ageColumn],
  cells: ({ metadata, data, binaryData }, now) => [
    metadata.name ?? '',
    Object.keys(data ?? {}).length + Object.keys(binaryData ?? {}).length,
    ageCell(metadata, now),
  ],
};
