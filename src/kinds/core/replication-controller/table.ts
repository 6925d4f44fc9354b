import type { CoreV1ReplicationController } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import {
  ageCell,
  ageColumn,
  column,
  containerCells,
  containerColumns,
  labelsText,
  nameColumn,
  selectorColumn,
} from '../../shared/table.ts';

export const table: TableRules<CoreV1ReplicationController> = {
  columns: [
    nameColumn,
    column('Desired', 'integer', 'How many pods are wanted.'),
    column('Current', 'integer', 'How many pods there are.'),
    column('Ready', 'integer', 'How many pods are ready.'),
    ageColumn,
    ...containerColumns,
    selectorColumn,
  ],
  cells: ({ metadata, spec, status }, now) => [
    metadata.name ?? '',
    spec.replicas ?? 0,
    status.replicas,
    status.readyReplicas ?? 0,
    ageCell(metadata, now),
    ...(spec.template === undefined ? ['', ''] : containerCells(spec.template)),
    labelsText(spec.selector),
  ],
};
