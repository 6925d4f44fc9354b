import type { BatchV1Job } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { timeMs } from '../../../api/values/time.ts';
import type { JobFeatures } from '../../shared/job-spec/features.ts';
import { IndexesError, type Interval, parseIndexes } from '../../shared/job-spec/indexes.ts';
import { isTrue, type StatusRule } from './status-rules-success.ts';

const path = FieldPath.of('status');
const completionPath = path.child('completionTime');

/** Times and counts of a job, which only move on. */
export const timeAndCountRules = (features: JobFeatures): StatusRule[] => [
  validateCounters,
  (job, old) => validateCompletionTime(job, old, features),
  (job, old) => validateStartTime(job, old, features),
  ...(features.since31 ? [validateReady] : []),
  validateIndexes,
];

function validateCounters({ spec, status }: BatchV1Job, old: BatchV1Job): FieldError[] {
  // An Indexed job that gets smaller forgets the indexes that it no longer has.
  const mayShrink = spec.completionMode === 'Indexed' && spec.completions === spec.parallelism;
  const decreased = (name: 'failed' | 'succeeded') =>
    (status[name] ?? 0) < (old.status[name] ?? 0)
      ? [invalid(path.child(name), status[name] ?? 0, `cannot decrease the ${name} counter`)]
      : [];
  return [...decreased('failed'), ...(mayShrink ? [] : decreased('succeeded'))];
}

function validateCompletionTime(job: BatchV1Job, old: BatchV1Job, { since34 }: JobFeatures): FieldError[] {
  const { completionTime, startTime } = job.status;
  const isComplete = isTrue(job, 'Complete');
  if (completionTime === undefined) {
    const text = 'completionTime is required for Complete jobs';
    return isComplete ? [required(completionPath, text)] : [];
  }
  const refuse = (text: string) => [invalid(completionPath, completionTime, text)];
  const before = old.status.completionTime;
  const isMoved = before !== undefined && before !== completionTime;
  const isEarly =
    before !== completionTime && startTime !== undefined && timeMs(completionTime) < timeMs(startTime);
  return [
    ...(isComplete ? [] : refuse('cannot set completionTime when there is no Complete=True condition')),
    ...(isEarly
      ? refuse(
          since34 ? 'must be equal to or after `startTime`' : 'completionTime cannot be set before startTime',
        )
      : []),
    ...(isMoved ? refuse(since34 ? 'field is immutable' : 'completionTime cannot be mutated') : []),
  ];
}

function validateStartTime(job: BatchV1Job, old: BatchV1Job, features: JobFeatures): FieldError[] {
  const before = old.status.startTime;
  const { startTime } = job.status;
  if (before === undefined || before === startTime || job.spec.suspend === true) return [];
  // A job that is resumed starts anew.
  if (features.since32 && isTrue(old, 'Suspended')) return [];
  const startPath = path.child('startTime');
  if (features.since36)
    return [invalid(startPath, startTime, 'field is immutable for unsuspended job once set')];
  return startTime === undefined
    ? [required(startPath, 'startTime cannot be removed for unsuspended job')]
    : [];
}

function validateReady({ status }: BatchV1Job, old: BatchV1Job): FieldError[] {
  const { ready = 0, active = 0 } = status;
  const isOld = (old.status.ready ?? 0) === ready && (old.status.active ?? 0) === active;
  return ready > active && !isOld
    ? [invalid(path.child('ready'), ready, 'cannot set more ready pods than active')]
    : [];
}

function validateIndexes({ spec, status }: BatchV1Job, old: BatchV1Job): FieldError[] {
  const { completedIndexes = '', failedIndexes } = status;
  const [donePath, failedPath] = [path.child('completedIndexes'), path.child('failedIndexes')];
  const isChanged = (name: 'completedIndexes' | 'failedIndexes') =>
    (status[name] ?? '') !== (old.status[name] ?? '');
  const completions = spec.completions ?? Number.POSITIVE_INFINITY;
  const isIndexed = spec.completionMode === 'Indexed';
  const done = read('completedIndexes', completedIndexes, completions);
  const failed = read('failedIndexes', failedIndexes ?? '', completions);
  const common = overlap(done.intervals, failed.intervals);
  const ofMode = 'cannot set non-empty completedIndexes when non-indexed completion mode';
  const ofLimit = 'cannot set non-null failedIndexes when backoffLimitPerIndex is null';
  return [
    ...(!isIndexed && completedIndexes !== '' && isChanged('completedIndexes')
      ? [invalid(donePath, completedIndexes, ofMode)]
      : []),
    ...(done.problem !== undefined && spec.completions !== undefined && isChanged('completedIndexes')
      ? [invalid(donePath, completedIndexes, done.problem)]
      : []),
    ...(spec.backoffLimitPerIndex === undefined && failedIndexes !== undefined && isChanged('failedIndexes')
      ? [invalid(failedPath, failedIndexes, ofLimit)]
      : []),
    ...(failed.problem !== undefined && spec.backoffLimitPerIndex !== undefined && isChanged('failedIndexes')
      ? [invalid(failedPath, failedIndexes, failed.problem)]
      : []),
    ...(common !== undefined && (isChanged('completedIndexes') || isChanged('failedIndexes'))
      ? [invalid(failedPath, failedIndexes, `failedIndexes and completedIndexes overlap at index: ${common}`)]
      : []),
  ];
}

function read(
  name: string,
  text: string,
  completions: number,
): { intervals: readonly Interval[]; problem?: string } {
  try {
    return { intervals: parseIndexes(text, completions) };
  } catch (error) {
    if (!(error instanceof IndexesError)) throw error;
    return { intervals: [], problem: `error parsing ${name}: ${error.message}` };
  }
}

/** The first index that both have; both ascend. */
function overlap(one: readonly Interval[], other: readonly Interval[]): number | undefined {
  let [i, j] = [0, 0];
  while (i < one.length && j < other.length) {
    const first = Math.max(one[i]![0], other[j]![0]);
    if (first <= Math.min(one[i]![1], other[j]![1])) return first;
    if (one[i]![1] < other[j]![1]) i++;
    else j++;
  }
  return undefined;
}
