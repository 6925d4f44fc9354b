import type { ApiObject } from '../../api/meta/metadata.ts';
import { badRequest } from '../../api/meta/status.ts';
import { zeroTime } from '../../api/values/time.ts';
import type { TableColumn, TableRules } from '../../registry/kind-rules.ts';
import type { ServedResource } from '../surface/api-surface.ts';

/** The part of each object that a Table carries beside its cells. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** The value of `includeObject`; Metadata when it is not given. */
export function parseIncludeObject(value: string | undefined): IncludeObject {
  if (value === undefined || value === '') return 'Metadata';
  if (value === 'None' || value === 'Metadata' || value === 'Object') return value;
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(value)}: ` +
      "must be 'Metadata', 'Object', 'None', or empty",
  );
}

/** The columns and cells of a kind's Tables. */
export const tableRules = ({ resource }: ServedResource): TableRules<ApiObject> =>
  resource.rules.table ?? defaultTable;

/** The column definitions of a Table. */
export const columnDefinitions = ({ columns }: TableRules<ApiObject>): object[] =>
  columns.map(({ name, type, format, description, priority }: TableColumn) => ({
    name,
    type,
    format,
    description,
    priority,
  }));

/** For kinds without columns of their own. */
const defaultTable: TableRules<ApiObject> = {
  columns: [
    { name: 'Name', type: 'string', format: 'name', description: 'Name of the object.', priority: 0 },
    {
      name: 'Created At',
      type: 'date',
      format: '',
      description: 'When the object was created.',
      priority: 0,
    },
  ],
  // Bookmarks have no time: theirs is the earliest one.
  cells: ({ metadata }) => [metadata.name ?? '', metadata.creationTimestamp ?? zeroTime],
};
