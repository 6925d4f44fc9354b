import type { AppsV1Deployment } from '../../../api/schema/types.gen.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import { column, containerColumns, selectorColumn, tableOf } from '../../shared/table.ts';

export const table = tableOf<AppsV1Deployment>([
  column(
    'Ready',
    'string',
    'How many pods are ready, of how many are wanted.',
    ({ spec, status }) => `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
  ),
  column(
    'Up-to-date',
    'string',
    'How many pods are made from the present template.',
    ({ status }) => status.updatedReplicas ?? 0,
  ),
  column(
    'Available',
    'string',
    'How many pods have been ready for at least minReadySeconds.',
    ({ status }) => status.availableReplicas ?? 0,
  ),
  ...containerColumns<AppsV1Deployment>(({ spec }) => spec.template),
  selectorColumn(
    // Unlike other kinds' this is empty rather than <none> when it says nothing.
    ({ spec }) => labelSelectorFromObject(spec.selector).toString(),
  ),
]);
