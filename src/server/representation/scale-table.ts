import type { ApiObject } from '../../api/meta/metadata.ts';
import { timeMs } from '../../api/values/time.ts';
import type { TableColumn, TableRules } from '../../registry/kind-rules.ts';
import { humanDuration } from '../../util/duration.ts';

interface Scale extends ApiObject {
  spec: { replicas?: number };
  status: { replicas?: number };
}

const column = (name: string, type: TableColumn['type'], description: string, format = ''): TableColumn => ({
  name,
  type,
  format,
  description,
  priority: 0,
});

/** The Table of a Scale. `isCustom`: of a custom resource, whose ages are of another type of columns. */
export const scaleTable = (isCustom: boolean): TableRules<ApiObject> => ({
  columns: [
    column('Name', 'string', 'Name of the object, unique within its namespace.', 'name'),
    column('Desired', 'integer', 'How many replicas are wanted.'),
    column('Available', 'integer', 'How many replicas there are.'),
    column('Age', isCustom ? 'date' : 'string', 'How long ago the object was made.'),
  ],
  cells: (object, now) => {
    const { metadata, spec, status } = object as Scale;
    const { name = '', creationTimestamp } = metadata;
    const age = creationTimestamp ? humanDuration(now - timeMs(creationTimestamp)) : '<unknown>';
    return [name, spec.replicas ?? 0, status.replicas ?? 0, age];
  },
});
