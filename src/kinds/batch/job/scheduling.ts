import type { BatchV1Job, CoreV1Affinity, CoreV1PodTemplateSpec } from '../../../api/schema/types.gen.ts';
import type { FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { unchanged } from '../../shared/unchanged.ts';

/**
 * The template of a job never changes, with one exception: where a suspended job will run may still be decided as
 * long as it has never started. That is what queues of jobs need.
 */
export function validateTemplateUnchanged(
  { spec }: BatchV1Job,
  old: BatchV1Job,
  path: FieldPath,
): FieldError[] {
  const { template } = spec;
  const mayMove = old.spec.suspend && old.status.startTime === undefined;
  const expected = mayMove ? withSchedulingOf(template, old.spec.template) : old.spec.template;
  return unchanged(template, expected, path);
}

function withSchedulingOf(
  template: CoreV1PodTemplateSpec,
  old: CoreV1PodTemplateSpec,
): CoreV1PodTemplateSpec {
  const { affinity, nodeSelector, tolerations } = template.spec;
  return {
    ...old,
    metadata: {
      ...old.metadata,
      annotations: template.metadata.annotations,
      labels: template.metadata.labels,
    } as CoreV1PodTemplateSpec['metadata'],
    spec: {
      ...old.spec,
      nodeSelector,
      tolerations,
      affinity: withNodeAffinityOf(affinity, old.spec.affinity),
    } as CoreV1PodTemplateSpec['spec'],
  };
}

function withNodeAffinityOf(affinity?: CoreV1Affinity, old?: CoreV1Affinity): CoreV1Affinity | undefined {
  if (affinity === undefined && old === undefined) return undefined;
  const { nodeAffinity: _, ...others } = old ?? {};
  // Cleared as a whole when there was nothing else in it.
  if (affinity === undefined) return Object.keys(others).length === 0 ? undefined : others;
  return affinity.nodeAffinity === undefined ? others : { ...others, nodeAffinity: affinity.nodeAffinity };
}
