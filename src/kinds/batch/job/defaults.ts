import type { BatchV1Job } from '../../../api/schema/types.gen.ts';
import type { KindDependencies } from '../../../registry/kind-rules.ts';
import { jobFeatures } from '../../shared/job-spec/features.ts';
import { applyPodTemplateDefaults } from '../../shared/pod-spec/index.ts';
import type { ServedApi } from '../../shared/served-api.ts';

export function applyDefaults(job: BatchV1Job, api: KindDependencies): void {
  const { spec } = job;
  const features = jobFeatures(api.gates);
  // Without either it is one pod that has to succeed; with parallelism alone it is a work queue.
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
  // A constant, but no default before it is known that nothing was given: the one above asks for that.
  spec.parallelism ??= 1;
  // With a limit of its own for each index there is none for the whole.
  spec.backoffLimit ??=
    features.limitsPerIndex && spec.backoffLimitPerIndex !== undefined ? 2_147_483_647 : 6;
  if (features.replacesPods) {
    spec.podReplacementPolicy ??= spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed';
  }
  takeTemplateLabels(job, api);
  applyPodTemplateDefaults(spec.template, api);
}

/** A job without labels has those of its pods: from 1.24 on also the ones that the server adds to them later. */
export function takeTemplateLabels({ metadata, spec }: BatchV1Job, { gates }: ServedApi): void {
  const { labels } = spec.template.metadata;
  if (labels !== undefined) metadata.labels ??= gates.isIn('1.24') ? labels : { ...labels };
}
