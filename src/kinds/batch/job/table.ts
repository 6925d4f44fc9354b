import type { BatchV1Job } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import { timeMs } from '../../../api/values/time.ts';
import { humanDuration } from '../../../util/duration.ts';
import { column, containerColumns, selectorColumn, tableOf } from '../../shared/table.ts';

export const table = tableOf<BatchV1Job>([
  column('Completions', 'string', 'How many pods have succeeded, of how many that have to.', completionsText),
  column('Duration', 'string', 'How long it has been running, or ran.', durationText),
  ...containerColumns<BatchV1Job>((job) => job.spec.template),
  selectorColumn((job) => labelSelectorText(job.spec.selector)),
]);

/** `2/3`; a work queue is done with one success: `0/1 of 5`. */
function completionsText({ spec, status }: BatchV1Job): string {
  const { succeeded = 0 } = status;
  if (spec.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const { parallelism = 0 } = spec;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function durationText({ status: { startTime, completionTime } }: BatchV1Job, now: number): string {
  if (!startTime) return '';
  return humanDuration((completionTime ? timeMs(completionTime) : now) - timeMs(startTime));
}
