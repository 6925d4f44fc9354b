import type { CoreV1PodTemplate } from '../../../api/schema/types.gen.ts';
import { column, containerColumns, exactTable, labelsText, nameColumn } from '../../shared/table.ts';

const labels = 'Labels of the pods that are made from the template.';

export const table = exactTable<CoreV1PodTemplate>([
  nameColumn,
  // Unlike other kinds' these are always shown.
  ...containerColumns<CoreV1PodTemplate>(({ template }) => template).map((wide) => ({
    ...wide,
    priority: 0,
  })),
  column('Pod Labels', 'string', labels, ({ template }) => labelsText(template.metadata.labels)),
]);
