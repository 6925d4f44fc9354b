import type { BatchV1CronJob } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { warnOfName } from '../../shared/name-warnings.ts';
import { templateWarnings } from '../../shared/pod-spec/warnings/pod-warnings.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { hasZone } from './time-zone.ts';

const templatePath = FieldPath.of('spec', 'jobTemplate', 'spec', 'template');

export function cronJobWarnings(api: ServedApi) {
  const ofTemplate = templateWarnings<BatchV1CronJob>(
    ({ spec }) => spec.jobTemplate.spec.template,
    templatePath,
    api,
  );
  const ofName = warnOfName(api);
  const { dialect, gates } = api;
  const page = `https://${dialect.label}/docs/concepts/workloads/controllers/cron-jobs/`;
  const seeText = `see ${page} for more details`;
  const ofZone = (schedule: string, isNew: boolean): string[] => {
    if (!gates.isIn('1.24') || !hasZone(schedule)) return [];
    if (!gates.isIn('1.29'))
      return [`CRON_TZ or TZ used in spec.spec.schedule is not officially supported, ${seeText}`];
    return isNew ? [] : [`cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, ${seeText}`];
  };
  return (object: BatchV1CronJob, old: BatchV1CronJob | undefined): string[] => [
    ...ofName(object, old),
    ...ofTemplate(object, old),
    ...ofZone(object.spec.schedule, old === undefined),
  ];
}
