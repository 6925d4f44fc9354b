import type { BatchV1CronJob } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import {
  ageCell,
  ageColumn,
  agoText,
  column,
  containerCells,
  containerColumns,
  nameColumn,
  selectorColumn,
} from '../../shared/table.ts';

export const table: TableRules<BatchV1CronJob> = {
  columns: [
    nameColumn,
    column('Schedule', 'string', 'When it runs, as in a crontab.'),
    column('Suspend', 'boolean', 'Whether it is held back.'),
    column('Active', 'integer', 'How many jobs are running.'),
    column('Last Schedule', 'string', 'How long ago it last ran.'),
    ageColumn,
    ...containerColumns,
    selectorColumn,
  ],
  cells: ({ metadata, spec, status }, now) => {
    const jobSpec = spec.jobTemplate.spec;
    return [
      metadata.name ?? '',
      spec.schedule,
      spec.suspend === undefined ? '<unset>' : spec.suspend ? 'True' : 'False',
      status.active?.length ?? 0,
      status.lastScheduleTime ? agoText(status.lastScheduleTime, now) : '<none>',
      ageCell(metadata, now),
      ...containerCells(jobSpec.template),
      labelSelectorText(jobSpec.selector),
    ];
  },
};
