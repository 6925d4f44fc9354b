import type { BatchV1Job } from '../../../api/schema/types.gen.ts';
import { duplicate, type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { type JobFeatures, jobFeatures } from '../../shared/job-spec/features.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { nonNegativeFields } from '../../shared/workload/counters.ts';
import { finishedRules } from './status-rules-finished.ts';
import { type StatusRule, successRules } from './status-rules-success.ts';
import { timeAndCountRules } from './status-rules-times.ts';

const path = FieldPath.of('status');

/** Validates the status of jobs, which other controllers than the own one write as well. */
export function statusValidation({ gates }: ServedApi) {
  const features = jobFeatures(gates);
  const rules = rulesOf(features);
  return (job: BatchV1Job, old: BatchV1Job): FieldError[] => [
    ...nonNegativeFields(job.status, path, ['active', 'succeeded', 'failed', 'ready', 'terminating']),
    ...validateUncounted(job.status.uncountedTerminatedPods, path.child('uncountedTerminatedPods')),
    ...rules.flatMap((rule) => rule(job, old)),
  ];
}

function rulesOf(features: JobFeatures): readonly StatusRule[] {
  return [
    ...(features.since30 ? successRules(features) : []),
    ...(features.isManagedBy ? [...finishedRules(features), ...timeAndCountRules(features)] : []),
  ];
}

/** Each pod is to be counted once. */
function validateUncounted(
  pods: BatchV1Job['status']['uncountedTerminatedPods'],
  at: FieldPath,
): FieldError[] {
  const seen = new Set<string>();
  return validateEach(['succeeded', 'failed'] as const, (name) =>
    validateEach(pods?.[name] ?? [], (uid, index) => {
      const field = at.child(name).index(index);
      if (uid === '') return [invalid(field, uid, 'must not be empty')];
      if (seen.has(uid)) return [duplicate(field, uid)];
      seen.add(uid);
      return [];
    }),
  );
}
