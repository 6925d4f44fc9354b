import type { AppsV1StatefulSet } from '../../../api/schema/types.gen.ts';
import { column, containerColumns, tableOf } from '../../shared/table.ts';

export const table = tableOf<AppsV1StatefulSet>([
  column(
    'Ready',
    'string',
    'How many pods are ready, of how many are wanted.',
    ({ spec, status }) => `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
  ),
  ...containerColumns<AppsV1StatefulSet>(({ spec }) => spec.template),
]);
