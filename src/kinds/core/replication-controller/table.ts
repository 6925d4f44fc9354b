import type { CoreV1ReplicationController } from '../../../api/schema/types.gen.ts';
import { column, containerColumns, labelsText, selectorColumn, tableOf } from '../../shared/table.ts';

export const table = tableOf<CoreV1ReplicationController>([
  column('Desired', 'integer', 'How many pods are wanted.', ({ spec }) => spec.replicas ?? 0),
  column('Current', 'integer', 'How many pods there are.', ({ status }) => status.replicas),
  column('Ready', 'integer', 'How many pods are ready.', ({ status }) => status.readyReplicas ?? 0),
  ...containerColumns<CoreV1ReplicationController>(({ spec }) => spec.template),
  selectorColumn(({ spec }) => labelsText(spec.selector)),
]);
