import type { AppsV1DaemonSet } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import { column, containerColumns, labelsText, selectorColumn, tableOf } from '../../shared/table.ts';

export const table = tableOf<AppsV1DaemonSet>([
  column(
    'Desired',
    'integer',
    'On how many nodes a pod should run.',
    ({ status }) => status.desiredNumberScheduled,
  ),
  column(
    'Current',
    'integer',
    'On how many of these nodes a pod runs.',
    ({ status }) => status.currentNumberScheduled,
  ),
  column(
    'Ready',
    'integer',
    'On how many of these nodes a ready pod runs.',
    ({ status }) => status.numberReady,
  ),
  column(
    'Up-to-date',
    'integer',
    'On how many nodes a pod of the present template runs.',
    ({ status }) => status.updatedNumberScheduled ?? 0,
  ),
  column(
    'Available',
    'integer',
    'On how many nodes a pod has been ready for at least minReadySeconds.',
    ({ status }) => status.numberAvailable ?? 0,
  ),
  column('Node Selector', 'string', 'Labels that a node must carry to get a pod.', ({ spec }) =>
    labelsText(spec.template.spec.nodeSelector),
  ),
  ...containerColumns<AppsV1DaemonSet>(({ spec }) => spec.template),
  selectorColumn(({ spec }) => labelSelectorText(spec.selector)),
]);
