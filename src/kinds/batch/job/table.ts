import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { BatchV1Job } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import { timeMs } from '../../../api/values/time.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { humanDuration } from '../../../util/duration.ts';
import { type Column, column, containerColumns, selectorColumn, tableOf } from '../../shared/table.ts';

export const jobTable = (gates: FeatureGates): TableRules<BatchV1Job> =>
  tableOf<BatchV1Job>([
    ...(gates.isIn('1.30') ? [statusColumn(gates.isIn('1.34'))] : []),
    column(
      'Completions',
      'string',
      'How many pods have succeeded, of how many that have to.',
      completionsText,
    ),
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

/** `namesSuccess`: whether a job whose criteria are met is told from one that runs. */
const statusColumn = (namesSuccess: boolean): Column<BatchV1Job> =>
  column('Status', 'string', 'How far the job is.', (job) => statusText(job, namesSuccess));

function statusText({ metadata, status }: BatchV1Job, namesSuccess: boolean): string {
  const isTrue = (type: string) =>
    (status.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True');
  if (isTrue('Complete')) return 'Complete';
  if (isTrue('Failed')) return 'Failed';
  if (metadata.deletionTimestamp) return 'Terminating';
  if (isTrue('Suspended')) return 'Suspended';
  if (isTrue('FailureTarget')) return 'FailureTarget';
  return namesSuccess && isTrue('SuccessCriteriaMet') ? 'SuccessCriteriaMet' : 'Running';
}
