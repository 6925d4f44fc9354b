import type { CoreV1LimitRange } from '../../../api/schema/types.gen.ts';
import { zeroTime } from '../../../api/values/time.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { column, nameColumn } from '../../shared/table.ts';

export const table: TableRules<CoreV1LimitRange> = {
  columns: [nameColumn, column('Created At', 'date', 'When the object was made.')],
  // Bookmarks have no time: theirs is the earliest one.
  cells: ({ metadata }) => [metadata.name ?? '', metadata.creationTimestamp ?? zeroTime],
};
