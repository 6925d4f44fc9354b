import type { AppsV1ReplicaSet } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import {
  ageCell,
  ageColumn,
  column,
  containerCells,
  containerColumns,
  nameColumn,
  selectorColumn,
} from '../../shared/table.ts';

export const table: TableRules<AppsV1ReplicaSet> = {
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
    ...containerCells(spec.template),
    labelSelectorText(spec.selector),
  ],
};
