import type { AppsV1ReplicaSet } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { reporting } from '../../shared/report-twice.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { unchangedSelector } from '../../shared/unchanged.ts';
import { nonNegative } from '../../shared/workload/counters.ts';
import { validateReplicatedTemplate } from '../../shared/workload/replicated-template.ts';
import { checksSelectorValues, validateSelector } from '../../shared/workload/selector.ts';

const specPath = FieldPath.of('spec');

/** `old` is the stored object, on an update. */
export function validateReplicaSet(
  { spec }: AppsV1ReplicaSet,
  api: ServedApi,
  old?: AppsV1ReplicaSet,
): FieldError[] {
  return [
    ...nonNegative(spec.replicas, specPath.child('replicas')),
    ...nonNegative(spec.minReadySeconds, specPath.child('minReadySeconds')),
    // The text says deployment here as well.
    ...validateSelector(spec.selector, specPath.child('selector'), 'deployment', {
      checksValues: checksSelectorValues(api),
    }),
    ...validateReplicatedTemplate(spec, specPath, api, old?.spec.template),
  ];
}

/** Until 1.32 an update reports the problems of the spec twice. */
export function validateReplicaSetUpdate(
  replicaSet: AppsV1ReplicaSet,
  old: AppsV1ReplicaSet,
  api: ServedApi,
): FieldError[] {
  const report = reporting(api.gates);
  return [
    ...report(validateReplicaSet(replicaSet, api, old)),
    ...unchangedSelector(replicaSet.spec.selector, old.spec.selector, specPath.child('selector')),
  ];
}
