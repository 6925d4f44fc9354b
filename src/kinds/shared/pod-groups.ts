import type {
  SchedulingV1alpha2PodGroupResourceClaim,
  SchedulingV1alpha2PodGroupSchedulingConstraints,
  SchedulingV1alpha2PodGroupSchedulingPolicy,
} from '../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../api/validation/field-errors.ts';
import { labelKey, longName, shortName } from './declared-formats.ts';
import { validateList, validateSet } from './devices/lists.ts';
import { invalidEach, requireFormat } from './field-checks.ts';

const maxClaims = 4;
const maxTopologies = 1;
const modes = ['Pod', 'PodGroup'];
const maxPriority = 1_000_000_000;

/** Exactly one of several fields is given. */
export function validateUnion(fields: Readonly<Record<string, unknown>>, path: FieldPath): FieldError[] {
  const given = Object.keys(fields).filter((name) => fields[name] !== undefined);
  if (given.length === 1) return [];
  const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
  return given.length === 0
    ? [invalid(path, '', `must specify one of: ${list(Object.keys(fields))}`)]
    : [invalid(path, `{${given.join(', ')}}`, `must specify exactly one of: ${list(Object.keys(fields))}`)];
}

/** Validates the placing of a group's pods: each for itself, or so many at once. */
export function validatePolicy(
  { basic, gang }: SchedulingV1alpha2PodGroupSchedulingPolicy,
  path: FieldPath,
): FieldError[] {
  const countPath = path.child('gang', 'minCount');
  const count = gang?.minCount ?? 0;
  const ofCount =
    count === 0
      ? [required(countPath)]
      : count < 0
        ? [invalid(countPath, count, 'must be greater than or equal to 1')]
        : [];
  return [...validateUnion({ basic, gang }, path), ...(gang === undefined ? [] : ofCount)];
}

export function validateConstraints(
  constraints: SchedulingV1alpha2PodGroupSchedulingConstraints | null | undefined,
  path: FieldPath,
): FieldError[] {
  return validateList(constraints?.topology, maxTopologies, path.child('topology'), ({ key }, own) =>
    requireFormat(key, own.child('key'), labelKey),
  );
}

export function validateClaims(
  claims: readonly SchedulingV1alpha2PodGroupResourceClaim[] | undefined,
  path: FieldPath,
): FieldError[] {
  return validateSet(
    claims,
    maxClaims,
    path,
    validateClaim,
    ({ name }) => name,
    (claim) => claim,
  );
}

function validateClaim(
  { name, resourceClaimName, resourceClaimTemplateName }: SchedulingV1alpha2PodGroupResourceClaim,
  path: FieldPath,
): FieldError[] {
  const names = { resourceClaimName, resourceClaimTemplateName };
  return [
    ...requireFormat(name, path.child('name'), shortName),
    ...validateUnion(names, path),
    ...Object.entries(names).flatMap(([field, value]) =>
      value === undefined ? [] : invalidEach(path.child(field), value, longName(value)),
    ),
  ];
}

/** Validates what is said of the eviction of a group. */
interface Disruption {
  disruptionMode?: string;
  priorityClassName?: string;
  priority?: number;
}

export function validateDisruption(
  { disruptionMode: mode, priorityClassName: name, priority }: Disruption,
  path: FieldPath,
): FieldError[] {
  return [
    ...(mode === undefined || modes.includes(mode)
      ? []
      : [notSupported(path.child('disruptionMode'), mode, modes)]),
    ...(name ? invalidEach(path.child('priorityClassName'), name, longName(name)) : []),
    ...(priority !== undefined && priority > maxPriority
      ? [invalid(path.child('priority'), priority, `must be less than or equal to ${maxPriority}`)]
      : []),
  ];
}
