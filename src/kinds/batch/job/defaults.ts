import type { BatchV1Job } from '../../../api/schema/types.gen.ts';
import type { KindDependencies } from '../../../registry/kind-rules.ts';
import { applyPodTemplateDefaults } from '../../shared/pod-spec/index.ts';

/** The release with the fields `completionMode` and `suspend`. */
const modesSince = '1.21';

export function applyDefaults(job: BatchV1Job, api: KindDependencies): void {
  const { spec } = job;
  // Without either it is one pod that has to succeed; with parallelism alone it is a work queue.
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= 6;
  if (api.gates.isIn(modesSince)) {
    spec.completionMode ??= 'NonIndexed';
    spec.suspend ??= false;
  }
  takeTemplateLabels(job);
  applyPodTemplateDefaults(spec.template, api);
}

/** A job without labels has those of its pods. */
export function takeTemplateLabels({ metadata, spec }: BatchV1Job): void {
  const { labels } = spec.template.metadata;
  if (labels !== undefined) metadata.labels ??= { ...labels };
}
