import type { CoreV1LimitRange } from '../../../api/schema/types.gen.ts';
import { zeroTime } from '../../../api/values/time.ts';
import { column, exactTable, nameColumn } from '../../shared/table.ts';

/** For bookmarks, which have no time, the earliest one. */
const timeOf = ({ metadata }: CoreV1LimitRange) => metadata.creationTimestamp ?? zeroTime;

export const table = exactTable([
  nameColumn,
  column('Created At', 'date', 'When the object was made.', timeOf),
]);
