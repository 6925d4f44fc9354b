import { equalValues } from '../../../api/json/json-values.ts';
import type {
  SchedulingV1alpha2PodGroup,
  SchedulingV1alpha2PodGroupSpec,
  SchedulingV1alpha2PodGroupTemplateReference,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validateConditions } from '../../shared/condition-validation.ts';
import { longName, shortName } from '../../shared/declared-formats.ts';
import { validateSet } from '../../shared/devices/lists.ts';
import { invalidEach, requireFormat } from '../../shared/field-checks.ts';
import {
  validateClaims,
  validateConstraints,
  validateDisruption,
  validatePolicy,
  validateUnion,
} from '../../shared/pod-groups.ts';

type Group = SchedulingV1alpha2PodGroup;

const specPath = FieldPath.of('spec');
const statusPath = FieldPath.of('status');
const maxClaimStatuses = 4;
const unknownClaim = 'must match the name of an entry in `spec.resourceClaims`';

export function validateGroup({ spec }: Group): FieldError[] {
  const { podGroupTemplateRef: reference } = spec;
  return [
    ...(reference ? validateReference(reference, specPath.child('podGroupTemplateRef')) : []),
    ...validatePolicy(spec.schedulingPolicy, specPath.child('schedulingPolicy')),
    ...validateConstraints(spec.schedulingConstraints, specPath.child('schedulingConstraints')),
    ...validateClaims(spec.resourceClaims, specPath.child('resourceClaims')),
    ...validateDisruption(spec, specPath),
  ];
}

function validateReference(
  { workload }: SchedulingV1alpha2PodGroupTemplateReference,
  path: FieldPath,
): FieldError[] {
  if (!workload) return validateUnion({ workload: undefined }, path);
  const own = path.child('workload');
  return [
    ...requireFormat(workload.workloadName, own.child('workloadName'), longName),
    ...requireFormat(workload.podGroupTemplateName, own.child('podGroupTemplateName'), shortName),
  ];
}

const fixedFields: readonly (keyof SchedulingV1alpha2PodGroupSpec)[] = [
  'podGroupTemplateRef',
  'schedulingPolicy',
  'schedulingConstraints',
  'resourceClaims',
  'disruptionMode',
  'priorityClassName',
  'priority',
];

/** Nothing of a group that is wanted ever changes; what stays is not asked again. */
export const validateChange = ({ spec }: Group, old: Group): FieldError[] =>
  fixedFields
    .filter((field) => !equalValues(spec[field] ?? null, old.spec[field] ?? null))
    .map((field) => invalid(specPath.child(field), null, 'field is immutable'));

export function validateStatus({ spec, status }: Group, old: Group): FieldError[] {
  const known = new Set((spec.resourceClaims ?? []).map(({ name }) => name));
  const path = statusPath.child('resourceClaimStatuses');
  const statuses = status.resourceClaimStatuses ?? [];
  const conditionErrors = validateConditions(status.conditions, statusPath.child('conditions'));
  if (equalValues(status.resourceClaimStatuses, old.status.resourceClaimStatuses)) return conditionErrors;
  return [
    ...conditionErrors,
    ...validateEach(statuses, ({ name }, index) =>
      known.has(name) ? [] : [invalid(path.index(index).child('name'), name, unknownClaim)],
    ),
    ...validateSet(
      statuses,
      maxClaimStatuses,
      path,
      ({ resourceClaimName: claim }, own) =>
        claim === undefined ? [] : invalidEach(own.child('resourceClaimName'), claim, longName(claim)),
      ({ name }) => name,
      (claimStatus) => claimStatus,
    ),
  ];
}
