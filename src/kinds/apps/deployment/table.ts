import type { AppsV1Deployment } from '../../../api/schema/types.gen.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
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

export const table: TableRules<AppsV1Deployment> = {
  columns: [
    nameColumn,
    column('Ready', 'string', 'How many pods are ready, of how many are wanted.'),
    column('Up-to-date', 'string', 'How many pods are made from the present template.'),
    column('Available', 'string', 'How many pods have been ready for at least minReadySeconds.'),
    ageColumn,
    ...containerColumns,
    selectorColumn,
  ],
  cells: ({ metadata, spec, status }, now) => [
    metadata.name ?? '',
    `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
    status.updatedReplicas ?? 0,
    status.availableReplicas ?? 0,
    ageCell(metadata, now),
    ...containerCells(spec.template),
    // Unlike other kinds' this is empty rather than <none> when it says nothing.
    labelSelectorFromObject(spec.selector).toString(),
  ],
};
