import type { AppsV1DaemonSet } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
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

export const table: TableRules<AppsV1DaemonSet> = {
  columns: [
    nameColumn,
    column('Desired', 'integer', 'On how many nodes a pod should run.'),
    column('Current', 'integer', 'On how many of these nodes a pod runs.'),
    column('Ready', 'integer', 'On how many of these nodes a ready pod runs.'),
    column('Up-to-date', 'integer', 'On how many nodes a pod of the present template runs.'),
    column('Available', 'integer', 'On how many nodes a pod has been ready for at least minReadySeconds.'),
    column('Node Selector', 'string', 'Labels that a node must carry to get a pod.'),
    ageColumn,
    ...containerColumns,
    selectorColumn,
  ],
  cells: ({ metadata, spec, status }, now) => [
    metadata.name ?? '',
    status.desiredNumberScheduled,
    status.currentNumberScheduled,
    status.numberReady,
    status.updatedNumberScheduled ?? 0,
    status.numberAvailable ?? 0,
    labelsText(spec.template.spec.nodeSelector),
    ageCell(metadata, now),
    ...containerCells(spec.template),
    labelSelectorText(spec.selector),
  ],
};
