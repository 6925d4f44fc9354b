import type { CoreV1PodSchedulingGate, CoreV1PodSpec } from '../../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
} from '../../../../api/validation/field-errors.ts';
import { qualifiedName } from '../../../../api/validation/names.ts';
import { validateEach } from '../../../../api/validation/validate-each.ts';
import {
  invalidEach,
  requireFormat,
  validateLabelFormat,
  validateSubdomainFormat,
} from '../../field-checks.ts';
import type { PodContext } from '../options.ts';

/** Validates the gates that have to be taken away before the pod is scheduled. */
export function validateSchedulingGates(
  gates: readonly CoreV1PodSchedulingGate[] = [],
  path: FieldPath,
  { features: { since27 } }: PodContext,
): FieldError[] {
  const taken = new Set<string>();
  return validateEach(gates, ({ name }, index) => {
    const at = path.index(index);
    const isTaken = taken.has(name);
    taken.add(name);
    return [
      ...(since27 || name !== ''
        ? invalidEach(at, name, qualifiedName(name))
        : requireFormat(name, at, qualifiedName)),
      ...(isTaken ? [duplicate(at, name)] : []),
    ];
  });
}

/** The group of pods that are scheduled together. */
export function validateSchedulingGroup(
  { schedulingGroup, workloadRef }: CoreV1PodSpec,
  path: FieldPath,
): FieldError[] {
  const groupPath = path.child('schedulingGroup', 'podGroupName');
  const refPath = path.child('workloadRef');
  const name = schedulingGroup?.podGroupName;
  return [
    ...(schedulingGroup !== undefined && name === undefined
      ? [invalid(groupPath, undefined, 'must specify one of: `podGroupName`')]
      : []),
    ...(name === undefined ? [] : validateSubdomainFormat(name, groupPath)),
    ...(workloadRef === undefined
      ? []
      : [
          ...validateSubdomainFormat(workloadRef.name, refPath.child('name')),
          ...validateLabelFormat(workloadRef.podGroup, refPath.child('podGroup')),
          ...(workloadRef.podGroupReplicaKey
            ? validateLabelFormat(workloadRef.podGroupReplicaKey, refPath.child('podGroupReplicaKey'))
            : []),
        ]),
  ];
}
