import type { CoreV1Container, CoreV1PodSpec } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { parseQuantity, type Quantity } from '../../../api/values/quantity.ts';
import { isHugePages } from '../resources/names.ts';
import { validateResourceName } from '../resources/validation.ts';
import type { PodContext } from './options.ts';
import { aggregateOf } from './pod-totals.ts';
import { validateResources } from './resources.ts';

export const isPodLevelResource = (name: string): boolean =>
  name === 'cpu' || name === 'memory' || isHugePages(name);

const supported = ['cpu', 'hugepages-', 'memory'];

/** Validates what a pod gets as a whole: no less than its containers ask for. */
export function validatePodResources(
  spec: CoreV1PodSpec,
  path: FieldPath,
  context: PodContext,
): FieldError[] {
  const { resources } = spec;
  if (resources === undefined) return [];
  if (spec.os?.name === 'windows') return [forbidden(path, 'may not be set for a windows pod')];
  const { limits = {}, requests = {}, claims = [] } = resources;
  const { since34 } = context.features;
  const claimsText = `claims ${since34 ? 'may not' : 'cannot'} be set for Resources at pod-level`;
  return [
    ...(claims.length > 0 ? [forbidden(path.child('claims'), claimsText)] : []),
    ...validateResources(resources, path, { ...context, spec, validateName: validatePodResourceName }),
    ...validateAgainstSum(requests, aggregateOf(spec, 'requests'), path.child('requests'), 'requests'),
    ...(since34
      ? validateAgainstSum(
          Object.fromEntries(Object.entries(limits).filter(([name]) => isHugePages(name))),
          aggregateOf(spec, 'limits'),
          path.child('limits'),
          'limits',
        )
      : []),
    ...validateEach(spec.containers ?? [], (container, index) =>
      validateContainerLimits(container, limits, path.child('containers').index(index)),
    ),
  ];
}

function validatePodResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = validateResourceName(name, path);
  return errors.length > 0 || isPodLevelResource(name) ? errors : [notSupported(path, name, supported)];
}

function validateAgainstSum(
  amounts: Readonly<Record<string, string>>,
  sums: ReadonlyMap<string, Quantity>,
  path: FieldPath,
  name: string,
): FieldError[] {
  return Object.entries(amounts).flatMap(([resource, amount]) => {
    const sum = sums.get(resource);
    if (sum === undefined || parseQuantity(amount).compare(sum) >= 0) return [];
    const text = `must be greater than or equal to aggregate container ${name} of ${sum.toString()}`;
    return [invalid(path.key(resource), amount, text)];
  });
}

function validateContainerLimits(
  { resources }: CoreV1Container,
  limits: Readonly<Record<string, string>>,
  path: FieldPath,
): FieldError[] {
  return Object.entries(resources.limits ?? {}).flatMap(([name, amount]) => {
    const limit = limits[name];
    if (limit === undefined || !isPodLevelResource(name)) return [];
    if (parseQuantity(amount).compare(parseQuantity(limit)) <= 0) return [];
    return [
      invalid(path.key(name).child('limits'), amount, `must be less than or equal to pod limits of ${limit}`),
    ];
  });
}
