import type { BatchV1Job } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import type { JobFeatures } from '../../shared/job-spec/features.ts';
import { isTrue, refuseConditions, type StatusRule } from './status-rules-success.ts';

const path = FieldPath.of('status');

const isFinished = (job: BatchV1Job): boolean => isTrue(job, 'Complete') || isTrue(job, 'Failed');

/** Conditions that end a job, and what a job that has ended cannot have. */
export function finishedRules(features: JobFeatures): StatusRule[] {
  return [
    ...['Failed', 'Complete', 'FailureTarget'].map((type) =>
      refuseConditions(
        `cannot disable the terminal ${type}=True condition`,
        (job, old) => isTrue(old, type) && !isTrue(job, type),
      ),
    ),
    ...['Failed', 'FailureTarget'].map((type) =>
      refuseConditions(
        `cannot set Complete=True and ${type}=true conditions`,
        (job) => isTrue(job, 'Complete') && isTrue(job, type),
      ),
    ),
    ...(features.since31
      ? [announced('Failed', 'FailureTarget'), announced('Complete', 'SuccessCriteriaMet')]
      : []),
    whenFinished(
      (job) => (job.status.active ?? 0) > 0,
      ({ status }) => [invalid(path.child('active'), status.active, 'active>0 is invalid for finished job')],
    ),
    ...(features.since31
      ? [
          whenFinished(
            (job) => (job.status.terminating ?? 0) > 0,
            ({ status }) => [
              invalid(
                path.child('terminating'),
                status.terminating,
                'terminating>0 is invalid for finished job',
              ),
            ],
          ),
        ]
      : []),
    whenFinished(hasUncounted, ({ status }) => [
      invalid(path.child('uncountedTerminatedPods'), status.uncountedTerminatedPods, uncountedText(features)),
    ]),
    whenFinished(
      (job) => job.status.startTime === undefined && !(features.since32 && neverRan(job)),
      () => [required(path.child('startTime'), 'startTime is required for finished job')],
    ),
  ];
}

const uncountedText = ({ since34 }: JobFeatures): string =>
  since34 ? 'must be empty for finished job' : 'uncountedTerminatedPods needs to be empty for finished job';

/** A suspended job that has nothing to do is done before it starts. */
const neverRan = ({ spec }: BatchV1Job): boolean => spec.suspend === true && spec.completions === 0;

function hasUncounted({ status }: BatchV1Job): boolean {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  return succeeded.length + failed.length > 0;
}

/** A condition may only come after another has said that it will. */
const announced = (type: string, before: string): StatusRule =>
  refuseConditions(
    `cannot set ${type}=True condition without the ${before}=true condition`,
    (job, old) => isTrue(job, type) && !isTrue(old, type) && !isTrue(job, before),
  );

/** A rule of jobs that are finished: broken only by a write that ends the job, or that changes what it looks at. */
const whenFinished =
  (isBroken: (job: BatchV1Job) => boolean, errors: (job: BatchV1Job) => FieldError[]): StatusRule =>
  (job, old) =>
    isFinished(job) && isBroken(job) && !(isFinished(old) && isBroken(old)) ? errors(job) : [];
