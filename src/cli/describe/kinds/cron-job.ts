import type { BatchV1CronJob, BatchV1JobTemplateSpec } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import { type Description, flagText, orNone, timeText } from '../../shared/description/description.ts';
import { describePodTemplate } from '../../shared/description/pod-template.ts';
import type { Describer } from '../describer.ts';

const unset = '<unset>';

export const cronJob: Describer<BatchV1CronJob> = {
  describe(to, { metadata, spec, status }) {
    to.head(metadata);
    to.field(0, 'Schedule', spec.schedule);
    to.field(0, 'Concurrency Policy', spec.concurrencyPolicy);
    to.field(0, 'Suspend', flagText(spec.suspend));
    to.field(0, 'Successful Job History Limit', spec.successfulJobsHistoryLimit ?? unset);
    to.field(0, 'Failed Job History Limit', spec.failedJobsHistoryLimit ?? unset);
    const { startingDeadlineSeconds: deadline } = spec;
    to.field(0, 'Starting Deadline Seconds', deadline === undefined ? unset : `${deadline}s`);
    describeJobTemplate(to, spec.jobTemplate);
    to.field(0, 'Last Schedule Time', timeText(status?.lastScheduleTime));
    const active = (status?.active ?? []).map(({ name = '' }) => name);
    to.field(0, 'Active Jobs', orNone(active.join(', ')));
  },
};

function describeJobTemplate(to: Description, { spec }: BatchV1JobTemplateSpec): void {
  to.field(0, 'Selector', spec.selector === undefined ? unset : labelSelectorText(spec.selector));
  to.field(0, 'Parallelism', spec.parallelism ?? unset);
  to.field(0, 'Completions', spec.completions ?? unset);
  const { activeDeadlineSeconds: deadline } = spec;
  if (deadline !== undefined) to.field(0, 'Active Deadline Seconds', `${deadline}s`);
  describePodTemplate(to, spec.template);
}
