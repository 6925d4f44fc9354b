import { equalValues } from '../../../api/json/json-values.ts';
import type { CoreV1ResourceRequirements } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden } from '../../../api/validation/field-errors.ts';
import type { PodRules } from './validation.ts';

type Resources = CoreV1ResourceRequirements | undefined;

/** Validates that what the pod as a whole gets changes only like what its containers get, and is not taken away. */
export function validatePodLevelResize(
  resources: Resources,
  old: Resources,
  { gates }: PodRules,
): FieldError[] {
  const path = FieldPath.of('spec', 'resources');
  if (!gates.isOn('InPlacePodLevelResourcesVerticalScaling') || old === undefined) return [];
  if (resources === undefined) return [forbidden(path, 'pod-level resources cannot be removed')];
  const removed = (list: 'limits' | 'requests') =>
    Object.keys(old[list] ?? {}).some((name) => !Object.hasOwn(resources[list] ?? {}, name));
  const isSame = (['limits', 'requests'] as const).every((list) =>
    equalValues(others(resources[list]), others(old[list])),
  );
  return [
    ...(removed('requests')
      ? [forbidden(path.child('requests'), 'pod-level resource requests cannot be removed')]
      : []),
    ...(removed('limits')
      ? [forbidden(path.child('limits'), 'pod-level resource limits cannot be removed')]
      : []),
    ...(isSame ? [] : [forbidden(path, 'only cpu and memory resources are mutable at pod-level')]),
  ];
}

function others(amounts: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const { cpu: _, memory: __, ...rest } = amounts;
  return rest;
}
