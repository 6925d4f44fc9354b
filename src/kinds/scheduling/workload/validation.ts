import { equalValues } from '../../../api/json/json-values.ts';
import type {
  SchedulingV1alpha2PodGroupTemplate,
  SchedulingV1alpha2TypedLocalObjectReference,
  SchedulingV1alpha2Workload,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { pathSegmentName } from '../../../api/validation/names.ts';
import { longName, shortName } from '../../shared/declared-formats.ts';
import { validateSet } from '../../shared/devices/lists.ts';
import { invalidEach, requireFormat } from '../../shared/field-checks.ts';
import {
  validateClaims,
  validateConstraints,
  validateDisruption,
  validatePolicy,
} from '../../shared/pod-groups.ts';

type Workload = SchedulingV1alpha2Workload;

const specPath = FieldPath.of('spec');
const maxTemplates = 8;

export function validateWorkload({ spec }: Workload): FieldError[] {
  const path = specPath.child('podGroupTemplates');
  const templates = spec.podGroupTemplates ?? [];
  return [
    ...validateController(spec.controllerRef, specPath.child('controllerRef')),
    ...(templates.length === 0 ? [required(path)] : []),
    ...validateSet(templates, maxTemplates, path, validateTemplate, ({ name }) => name),
  ];
}

export function validateController(
  reference: SchedulingV1alpha2TypedLocalObjectReference | undefined,
  path: FieldPath,
): FieldError[] {
  if (reference === undefined) return [];
  const { apiGroup, kind, name } = reference;
  return [
    ...(apiGroup ? invalidEach(path.child('apiGroup'), apiGroup, longName(apiGroup)) : []),
    ...requireFormat(kind, path.child('kind'), pathSegmentName),
    ...requireFormat(name, path.child('name'), pathSegmentName),
  ];
}

function validateTemplate(template: SchedulingV1alpha2PodGroupTemplate, path: FieldPath): FieldError[] {
  return [
    ...requireFormat(template.name, path.child('name'), shortName),
    ...validatePolicy(template.schedulingPolicy, path.child('schedulingPolicy')),
    ...validateConstraints(template.schedulingConstraints, path.child('schedulingConstraints')),
    ...validateClaims(template.resourceClaims, path.child('resourceClaims')),
    ...validateDisruption(template, path),
  ];
}

/** Neither of the two ever changes; what stays is not asked again. */
export const validateWorkloadChange = ({ spec }: Workload, old: Workload): FieldError[] =>
  (['controllerRef', 'podGroupTemplates'] as const)
    .filter((field) => !equalValues(spec[field], old.spec[field]))
    .flatMap((field) => {
      const path = specPath.child(field);
      const isMissing = field === 'podGroupTemplates' && (spec[field] ?? []).length === 0;
      return [...(isMissing ? [required(path)] : []), invalid(path, null, 'field is immutable')];
    });
