import { humanDuration } from '../../util/duration.ts';
import type { Table, TableRow } from '../shared/output/table.ts';

interface PlainList {
  items?: readonly { metadata?: object }[];
}

/** Name and age of objects, where no server makes a Table of them. `now`: milliseconds since 1970. */
export function plainTable(list: PlainList, now: number): Table {
  return {
    kind: 'Table',
    columnDefinitions: [
      { name: 'Name', type: 'string', format: 'name' },
      { name: 'Age', type: 'string' },
    ],
    rows: ((list.items ?? []) as readonly NonNullable<TableRow['object']>[]).map((object) => ({
      cells: [object.metadata?.name ?? '', ageOf(object.metadata?.creationTimestamp, now)],
      object,
    })),
  };
}

const ageOf = (time: string | null | undefined, now: number): string =>
  time ? humanDuration(now - Date.parse(time)) : '<unknown>';
