import { goLabelSelector } from '../../../api/go-format/go-syntax.ts';
import type { BatchV1CronJob, BatchV1JobTemplateSpec } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { requireOneOf } from '../../shared/field-checks.ts';
import { validateJobSpecFields } from '../../shared/job-spec/validation.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { nonNegative } from '../../shared/workload/counters.ts';
import { checkSchedule, ScheduleError } from './schedule.ts';
import { cronFeatures, validateTimeZone } from './time-zone.ts';

const specPath = FieldPath.of('spec');
const concurrencyPolicies = ['Allow', 'Forbid', 'Replace'];
/** Names of jobs end in a dash and ten digits, and are labels. */
const maxNameLength = 63 - 11;

export function validateCronJobCreate(cronJob: BatchV1CronJob, api: ServedApi): FieldError[] {
  const { name = '' } = cronJob.metadata;
  const tooLong = `must be no more than ${maxNameLength} characters`;
  return [
    ...validateCronJob(cronJob, api),
    ...(name.length > maxNameLength ? [invalid(FieldPath.of('metadata', 'name'), name, tooLong)] : []),
  ];
}

/** Older releases let longer names in: they are not looked at again. */
export function validateCronJob(
  { spec }: BatchV1CronJob,
  api: ServedApi,
  old?: BatchV1CronJob,
): FieldError[] {
  const count = (name: 'startingDeadlineSeconds' | 'successfulJobsHistoryLimit' | 'failedJobsHistoryLimit') =>
    nonNegative(spec[name], specPath.child(name));
  return [
    ...validateSchedule(spec.schedule, specPath.child('schedule')),
    ...validateTimeZone(spec, old?.spec, cronFeatures(api.gates)),
    ...count('startingDeadlineSeconds'),
    ...requireOneOf(spec.concurrencyPolicy, specPath.child('concurrencyPolicy'), concurrencyPolicies),
    ...validateJobTemplate(spec.jobTemplate, api, old?.spec.jobTemplate),
    ...count('successfulJobsHistoryLimit'),
    ...count('failedJobsHistoryLimit'),
  ];
}

function validateSchedule(schedule: string, path: FieldPath): FieldError[] {
  if (schedule === '') return [required(path)];
  try {
    checkSchedule(schedule);
    return [];
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    return [invalid(path, schedule, error.message)];
  }
}

/** Each job gets a selector of its own. */
function validateJobTemplate(
  { spec }: BatchV1JobTemplateSpec,
  api: ServedApi,
  old?: BatchV1JobTemplateSpec,
): FieldError[] {
  const path = specPath.child('jobTemplate', 'spec');
  return [
    ...validateJobSpecFields(spec, path, { api, old: old?.spec.template }),
    ...(spec.selector === undefined
      ? []
      : [
          invalid(
            path.child('selector'),
            goLabelSelector(spec.selector),
            '`selector` will be auto-generated',
          ),
        ]),
    ...(spec.manualSelector ? [notSupported(path.child('manualSelector'), true, ['nil', 'false'])] : []),
  ];
}
