import type { AppsV1StatefulSet } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import {
  ageCell,
  ageColumn,
  column,
  containerCells,
  containerColumns,
  nameColumn,
} from '../../shared/table.ts';

export const table: TableRules<AppsV1StatefulSet> = {
  columns: [
    nameColumn,
    column('Ready', 'string', 'How many pods are ready, of how many are wanted.'),
    ageColumn,
    ...containerColumns,
  ],
  cells: ({ metadata, spec, status }, now) => [
    metadata.name ?? '',
    `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
    ageCell(metadata, now),
    ...containerCells(spec.template),
  ],
};
