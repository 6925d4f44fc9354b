import { zeroTime } from '../../../api/machinery/time.ts';
import type { CoreV1LimitRange } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { column, nameColumn } from '../../shared/workload/columns.ts';

export const table: TableRules<CoreV1LimitRange> = {
  columns: [nameColumn, column('Created At', 'date', 'When the object was made.')],
  // Bookmarks have no time: theirs is the earliest one.
  cells: ({ metadata }) => [metadata.name ?? '', metadata.creationTimestamp ?? zeroTime],
};
