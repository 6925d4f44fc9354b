import type { AppsV1ReplicaSet } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import { column, containerColumns, selectorColumn, tableOf } from '../../shared/table.ts';

export const table = tableOf<AppsV1ReplicaSet>([
  column('Desired', 'integer', 'How many pods are wanted.', ({ spec }) => spec.replicas ?? 0),
  column('Current', 'integer', 'How many pods there are.', ({ status }) => status.replicas),
  column('Ready', 'integer', 'How many pods are ready.', ({ status }) => status.readyReplicas ?? 0),
  ...containerColumns<AppsV1ReplicaSet>(({ spec }) => spec.template),
  selectorColumn(({ spec }) => labelSelectorText(spec.selector)),
]);
