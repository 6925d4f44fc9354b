import type { BatchV1Job } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { setAnnotation } from '../../shared/annotations.ts';
import { jobFeatures } from '../../shared/job-spec/features.ts';
import { dropDisabledTemplateFields } from '../../shared/pod-spec/index.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { statusValidation } from './status-validation.ts';
import { trackingAnnotation } from './tracking.ts';

const preservedPods =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or ' +
  'set propagationPolicy=Orphan to suppress this warning';

export function jobStrategy(api: ServedApi) {
  const tracking = trackingAnnotation(api.dialect);
  const features = jobFeatures(api.gates);
  const dropTracking = (job: BatchV1Job) => {
    if (job.metadata.annotations?.[tracking] !== undefined) setAnnotation(job, tracking, undefined);
  };
  /** No field, and the server's own: no definition tells of it. Since 1.28 it means nothing, and is left as it is. */
  const writeTracking = (job: BatchV1Job) => {
    if (features.tracksPods) setAnnotation(job, tracking, '');
    else if (!features.ignoresTracking) dropTracking(job);
  };
  return {
    tracksGeneration: true,
    prepareForCreate(job) {
      job.status = {};
      writeTracking(job);
      if (job.spec.podFailurePolicy?.rules?.length === 0) job.spec.podFailurePolicy = { rules: null };
      if (features.failsIndexes && !features.limitsPerIndex) dropFailIndex(job);
      dropDisabledTemplateFields(job.spec.template, api);
    },
    prepareForUpdate(job, old) {
      job.status = old.status;
      if (features.dropsTracking && old.metadata.annotations?.[tracking] === undefined) dropTracking(job);
      dropDisabledTemplateFields(job.spec.template, api, old.spec.template);
    },
    status: {
      prepareForUpdate(job, old) {
        job.spec = old.spec;
      },
      validateUpdate: statusValidation(api),
    },
    // Deleting a job always left its pods behind, for their logs.
    deletion: {
      defaultPropagation: 'orphan',
      ...(api.gates.isIn('1.24') ? { defaultWarning: preservedPods } : {}),
    },
  } satisfies Partial<KindRules<BatchV1Job>>;
}

/** Removes rules whose action is behind a gate: items of a list, and on create alone, where definitions drop fields. */
function dropFailIndex({ spec }: BatchV1Job): void {
  const { podFailurePolicy } = spec;
  if (!podFailurePolicy?.rules) return;
  spec.podFailurePolicy = {
    ...podFailurePolicy,
    rules: podFailurePolicy.rules.filter(({ action }) => action !== 'FailIndex'),
  };
}
