import { equalValues } from '../../../api/json/json-values.ts';
import type { BatchV1Job, CoreV1Affinity, CoreV1PodTemplateSpec } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { asGo } from '../../shared/go-types/index.ts';
import type { JobFeatures } from '../../shared/job-spec/features.ts';

/**
 * The template of a job never changes, with one exception: where a suspended job will run may still be decided as
 * long as it has never started. That is what queues of jobs need.
 */
export function validateTemplateUnchanged(
  { spec }: BatchV1Job,
  old: BatchV1Job,
  path: FieldPath,
  features: JobFeatures,
): FieldError[] {
  const { template } = spec;
  const moved = mayMove(old, features)
    ? withSchedulingOf(template, old.spec.template, features)
    : old.spec.template;
  if (!features.resizesSuspended) return sameTemplate(template, moved, path);
  const expected = isAtRest(old, features) ? withResourcesOf(template, moved) : moved;
  if (!equalValues(template.spec, expected.spec))
    return [invalid(path.child('spec'), asGo('PodSpec', template.spec), 'field is immutable')];
  return sameTemplate(template, expected, path);
}

function sameTemplate(
  template: CoreV1PodTemplateSpec,
  expected: CoreV1PodTemplateSpec,
  path: FieldPath,
): FieldError[] {
  return equalValues(template, expected)
    ? []
    : [invalid(path, asGo('PodTemplateSpec', template), 'field is immutable')];
}

/** Whether it may still be said where a job runs: before its first start, and later while it is at rest. */
const mayMove = (old: BatchV1Job, features: JobFeatures): boolean =>
  (old.spec.suspend === true && old.status.startTime === undefined) ||
  (features.movesSuspended && isAtRest(old, features));

/** Whether a job is suspended and has no pods left. */
function isAtRest({ spec, status }: BatchV1Job, { since36 }: JobFeatures): boolean {
  if (!spec.suspend || (status.active ?? 0) > 0) return false;
  const isSaid = (status.conditions ?? []).some(
    ({ type, status: value }) => type === 'Suspended' && value === 'True',
  );
  return isSaid || (since36 && status.startTime === undefined);
}

/** The stored template with the resources of the containers that have the same place and name. */
function withResourcesOf(template: CoreV1PodTemplateSpec, old: CoreV1PodTemplateSpec): CoreV1PodTemplateSpec {
  const resized = <T extends { name: string; resources?: object }>(
    containers: T[],
    given: readonly T[] = [],
  ) =>
    containers.map((container, index) => {
      const other = given[index];
      return other?.name === container.name ? { ...container, resources: other.resources } : container;
    });
  const { containers, initContainers } = old.spec;
  return {
    ...old,
    spec: {
      ...old.spec,
      ...(containers ? { containers: resized(containers, template.spec.containers ?? []) } : {}),
      ...(initContainers ? { initContainers: resized(initContainers, template.spec.initContainers) } : {}),
    },
  };
}

function withSchedulingOf(
  template: CoreV1PodTemplateSpec,
  old: CoreV1PodTemplateSpec,
  { opensGates }: JobFeatures,
): CoreV1PodTemplateSpec {
  const { affinity, nodeSelector, tolerations } = template.spec;
  const { schedulingGates } = opensGates ? template.spec : old.spec;
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
      schedulingGates,
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
