import type { BatchV1Job } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import type { JobFeatures } from '../../shared/job-spec/features.ts';

/** A rule of the status of a job; `old` is what is stored. */
export type StatusRule = (job: BatchV1Job, old: BatchV1Job) => FieldError[];

export const conditionsPath = FieldPath.of('status', 'conditions');

export const isTrue = ({ status }: BatchV1Job, type: string): boolean =>
  (status.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True');

/** A rule that refuses the conditions with a text, without showing them. */
export const refuseConditions =
  (text: string, isBroken: (job: BatchV1Job, old: BatchV1Job) => boolean): StatusRule =>
  (job, old) =>
    isBroken(job, old) ? [{ ...invalid(conditionsPath, '', text), body: `Invalid value: ${text}` }] : [];

const met = 'SuccessCriteriaMet';

/** That the criteria of success are met, which came with success policies. */
export function successRules(features: JobFeatures): StatusRule[] {
  const isForAll = features.since31 && (features.isManagedBy || features.replacesPods);
  const ofPolicies: StatusRule[] = [
    refuseConditions(
      `cannot set ${met} to NonIndexed Job`,
      (job, old) => isTrue(job, met) && !isTrue(old, met) && job.spec.completionMode !== 'Indexed',
    ),
    refuseConditions(
      `cannot set ${met}=True for Job without SuccessPolicy`,
      (job, old) => isTrue(job, met) && !isTrue(old, met) && job.spec.successPolicy === undefined,
    ),
  ];
  return [
    ...(isForAll ? [] : ofPolicies),
    refuseConditions(
      `cannot set ${met}=True and Failed=true conditions`,
      (job) => isTrue(job, met) && isTrue(job, 'Failed'),
    ),
    refuseConditions(
      `cannot set ${met}=True and FailureTarget=true conditions`,
      (job) => isTrue(job, met) && isTrue(job, 'FailureTarget'),
    ),
    refuseConditions(
      `cannot set Complete=True for Job with SuccessPolicy unless ${met}=True`,
      (job) => job.spec.successPolicy !== undefined && isTrue(job, 'Complete') && !isTrue(job, met),
    ),
    refuseConditions(
      `cannot disable the ${met}=True condition`,
      (job, old) => isTrue(old, met) && !isTrue(job, met),
    ),
    refuseConditions(
      `cannot set ${met}=True for Job already has Complete=true conditions`,
      (job, old) => isTrue(old, 'Complete') && isTrue(job, met) && !isTrue(old, met),
    ),
  ];
}
