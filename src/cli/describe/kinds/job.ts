import type { BatchV1Job } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import { humanDuration } from '../../../util/duration.ts';
import { type Description, orNone, timeText } from '../../shared/description/description.ts';
import { describePodTemplate } from '../../shared/description/pod-template.ts';
import type { Describer } from '../describer.ts';

/** Limit in characters: of a longer list, only the indexes before the next comma are printed. */
const maxIndexes = 50;

export const job: Describer<BatchV1Job> = {
  describe(to, { metadata, spec, status }) {
    to.field(0, 'Name', metadata.name);
    to.field(0, 'Namespace', metadata.namespace);
    to.field(0, 'Selector', labelSelectorText(spec.selector));
    to.labels(0, 'Labels', metadata.labels);
    to.annotations(metadata.annotations);
    to.controller(metadata);
    if (spec.parallelism !== undefined) to.field(0, 'Parallelism', spec.parallelism);
    to.field(0, 'Completions', spec.completions ?? '<unset>');
    if (spec.completionMode !== undefined) to.field(0, 'Completion Mode', spec.completionMode);
    if (spec.suspend !== undefined) to.field(0, 'Suspend', spec.suspend);
    if (spec.backoffLimit !== undefined) to.field(0, 'Backoff Limit', spec.backoffLimit);
    const { ttlSecondsAfterFinished: ttl, activeDeadlineSeconds: deadline } = spec;
    if (ttl !== undefined) to.field(0, 'TTL Seconds After Finished', ttl);
    describeTimes(to, status);
    if (deadline !== undefined) to.field(0, 'Active Deadline Seconds', `${deadline}s`);
    const { active = 0, ready, succeeded = 0, failed = 0, completedIndexes = '' } = status ?? {};
    const ofThese = ready === undefined ? '' : ` (${ready} Ready)`;
    to.field(0, 'Pods Statuses', `${active} Active${ofThese} / ${succeeded} Succeeded / ${failed} Failed`);
    if (spec.completionMode === 'Indexed') {
      to.field(0, 'Completed Indexes', orNone(shortened(completedIndexes)));
    }
    describePodTemplate(to, spec.template);
  },
};

function describeTimes(
  to: Description,
  { startTime, completionTime }: Partial<BatchV1Job['status']> = {},
): void {
  if (startTime) to.field(0, 'Start Time', timeText(startTime));
  if (completionTime) to.field(0, 'Completed At', timeText(completionTime));
  if (!startTime || !completionTime) return;
  to.field(0, 'Duration', humanDuration(Date.parse(completionTime) - Date.parse(startTime)));
}

function shortened(indexes: string): string {
  const comma = indexes.indexOf(',', maxIndexes);
  return comma < 0 ? indexes : `${indexes.slice(0, comma + 1)}...`;
}
