import type { CoreV1PodTemplate } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { column, containerCells, labelsText, nameColumn } from '../../shared/table.ts';

export const table: TableRules<CoreV1PodTemplate> = {
  columns: [
    nameColumn,
    column('Containers', 'string', 'Names of the containers in the template.'),
    column('Images', 'string', 'Images that the containers of the template run.'),
    column('Pod Labels', 'string', 'Labels of the pods that are made from the template.'),
  ],
  cells: ({ metadata, template }) => [
    metadata.name ?? '',
    ...containerCells(template),
    labelsText(template.metadata.labels),
  ],
};
