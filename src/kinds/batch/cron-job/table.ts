import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { BatchV1CronJob } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import {
  agoText,
  type Column,
  column,
  containerColumns,
  selectorColumn,
  tableOf,
} from '../../shared/table.ts';

export const cronJobTable = (gates: FeatureGates): TableRules<BatchV1CronJob> =>
  tableOf<BatchV1CronJob>([
    column('Schedule', 'string', 'When it runs, as in a crontab.', ({ spec }) => spec.schedule),
    ...(gates.isIn('1.30') ? [zoneColumn] : []),
    column('Suspend', 'boolean', 'Whether it is held back.', ({ spec: { suspend } }) =>
      suspend === undefined ? '<unset>' : suspend ? 'True' : 'False',
    ),
    column('Active', 'integer', 'How many jobs are running.', ({ status }) => status.active?.length ?? 0),
    column('Last Schedule', 'string', 'How long ago it last ran.', ({ status: { lastScheduleTime } }, now) =>
      lastScheduleTime ? agoText(lastScheduleTime, now) : '<none>',
    ),
    ...containerColumns<BatchV1CronJob>(({ spec }) => spec.jobTemplate.spec.template),
    selectorColumn(({ spec }) => labelSelectorText(spec.jobTemplate.spec.selector)),
  ]);

const zoneColumn: Column<BatchV1CronJob> = column(
  'Timezone',
  'string',
  'The time zone of the schedule.',
  ({ spec }) => spec.timeZone ?? '<none>',
);
