import type { Dialect } from '../../../api/meta/dialect.ts';
import type { BatchV1Job } from '../../../api/schema/types.gen.ts';
import { duplicate, type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { setAnnotation } from '../../shared/annotations.ts';
import { dropDisabledTemplateFields } from '../../shared/pod-spec/index.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { nonNegativeFields } from '../../shared/workload/counters.ts';

/** Says that the controller counts pods by finalizers, which this release does not switch on. */
const trackingAnnotation = ({ label }: Dialect): string => `batch.${label}/job-tracking`;

export function jobStrategy(api: ServedApi) {
  const tracking = trackingAnnotation(api.dialect);
  const dropTracking = (job: BatchV1Job) => {
    if (job.metadata.annotations?.[tracking] !== undefined) setAnnotation(job, tracking, undefined);
  };
  return {
    tracksGeneration: true,
    prepareForCreate(job) {
      job.status = {};
      dropTracking(job);
      dropDisabledTemplateFields(job.spec.template, api);
    },
    prepareForUpdate(job, old) {
      job.status = old.status;
      if (old.metadata.annotations?.[tracking] === undefined) dropTracking(job);
      dropDisabledTemplateFields(job.spec.template, api, old.spec.template);
    },
    status: {
      prepareForUpdate(job, old) {
        job.spec = old.spec;
      },
      validateUpdate: validateStatus,
    },
    // Deleting a job always left its pods behind, for their logs.
    deletion: { defaultPropagation: 'orphan' },
  } satisfies Partial<KindRules<BatchV1Job>>;
}

function validateStatus({ status }: BatchV1Job): FieldError[] {
  const path = FieldPath.of('status');
  return [
    ...nonNegativeFields(status, path, ['active', 'succeeded', 'failed', 'ready']),
    ...validateUncounted(status.uncountedTerminatedPods, path.child('uncountedTerminatedPods')),
  ];
}

/** Each pod is to be counted once. */
function validateUncounted(
  pods: BatchV1Job['status']['uncountedTerminatedPods'],
  path: FieldPath,
): FieldError[] {
  const seen = new Set<string>();
  return validateEach(['succeeded', 'failed'] as const, (name) =>
    validateEach(pods?.[name] ?? [], (uid, index) => {
      const field = path.child(name).index(index);
      if (uid === '') return [invalid(field, uid, 'must not be empty')];
      if (seen.has(uid)) return [duplicate(field, uid)];
      seen.add(uid);
      return [];
    }),
  );
}
