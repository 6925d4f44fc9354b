import type { Dialect } from '../../../api/meta/dialect.ts';
import type { BatchV1Job } from '../../../api/schema/types.gen.ts';
import { applyPodTemplateDefaults } from '../../shared/pod-spec/index.ts';

export function applyDefaults(job: BatchV1Job, dialect: Dialect): void {
  const { spec } = job;
  // Without either it is one pod that has to succeed; with parallelism alone it is a work queue.
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= 6;
  spec.completionMode ??= 'NonIndexed';
  spec.suspend ??= false;
  takeTemplateLabels(job);
  applyPodTemplateDefaults(spec.template, dialect);
}

/** A job without labels has those of its pods. */
export function takeTemplateLabels({ metadata, spec }: BatchV1Job): void {
  const { labels } = spec.template.metadata;
  if (labels !== undefined) metadata.labels ??= { ...labels };
}
