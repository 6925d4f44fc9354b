import type {
  SchedulingV1alpha1PodGroup,
  SchedulingV1alpha1PodGroupPolicy,
  SchedulingV1alpha1Workload,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1123Label } from '../../../api/validation/names.ts';
import { validateSet } from '../../shared/devices/lists.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { validateController } from './validation.ts';

type Workload = SchedulingV1alpha1Workload;

const specPath = FieldPath.of('spec');
const maxGroups = 8;
const onePolicy = 'exactly one of `basic`, `gang` is required';

export function validateFirstWorkload({ spec }: Workload): FieldError[] {
  const path = specPath.child('podGroups');
  const groups = spec.podGroups ?? [];
  return [
    ...validateController(spec.controllerRef, specPath.child('controllerRef')),
    ...(groups.length === 0 ? [required(path, 'must have at least one item')] : []),
    ...validateSet(groups, maxGroups, path, validateGroup, ({ name }) => name),
  ];
}

const validateGroup = ({ name, policy }: SchedulingV1alpha1PodGroup, path: FieldPath): FieldError[] => [
  ...invalidEach(path.child('name'), name, dns1123Label(name)),
  ...validatePolicy(policy, path.child('policy')),
];

function validatePolicy({ basic, gang }: SchedulingV1alpha1PodGroupPolicy, path: FieldPath): FieldError[] {
  if (basic === undefined && gang === undefined) return [required(path, onePolicy)];
  const isBoth = basic !== undefined && gang !== undefined;
  const isTooLow = gang !== undefined && gang.minCount <= 0;
  return [
    ...(isBoth ? [invalid(path, '{`basic`, `gang`}', `${onePolicy}, but multiple fields are set`)] : []),
    ...(isTooLow ? [invalid(path.child('gang', 'minCount'), gang.minCount, 'must be greater than 0')] : []),
  ];
}

/** A controller that was named stays, and so do the groups. */
export const validateFirstChange = (workload: Workload, { spec: old }: Workload): FieldError[] => [
  ...validateFirstWorkload(workload),
  ...unchanged(workload.spec.podGroups, old.podGroups, FieldPath.of('podGroups')),
  ...(old.controllerRef === undefined
    ? []
    : unchanged(workload.spec.controllerRef, old.controllerRef, FieldPath.of('controllerRef'))),
];
