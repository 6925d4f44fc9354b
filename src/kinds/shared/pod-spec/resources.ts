import type {
  CoreV1PodResourceClaim,
  CoreV1PodSpec,
  CoreV1ResourceClaim,
  CoreV1ResourceRequirements,
} from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notFound,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { parseQuantity, QuantityError } from '../../../api/values/quantity.ts';
import { validateLabelFormat } from '../field-checks.ts';
import { isHugePages, isOvercommitAllowed } from '../resources/names.ts';
import { validateAmount, validateContainerResourceName } from '../resources/validation.ts';
import type { PodContext } from './options.ts';
import { allContainers } from './visit.ts';

interface ResourcesContext extends PodContext {
  spec?: CoreV1PodSpec;
  /** Checks the name of a resource; as for containers when it is not said. */
  validateName?: (name: string, path: FieldPath) => FieldError[];
}

/** Validates what a container gets; `spec` is that of its pod, whose claims it can name. */
export function validateResources(
  resources: CoreV1ResourceRequirements,
  path: FieldPath,
  context: ResourcesContext,
): FieldError[] {
  const ofClaims =
    resources.claims === undefined
      ? []
      : validateClaims(resources.claims, path.child('claims'), context.spec?.resourceClaims);
  if (resources.limits === undefined && resources.requests === undefined) return ofClaims;
  const { limits = {}, requests = {} } = resources;
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  const errors = [
    ...validateEach(Object.entries(limits), ([name, amount]) =>
      validateResource(name, amount, path.child('limits').key(name), context),
    ),
    ...validateEach(Object.entries(requests), ([name, amount]) => [
      ...validateResource(name, amount, path.child('requests').key(name), context),
      ...validateWithinLimit(name, amount, {
        limit: Object.hasOwn(limits, name) ? limits[name] : undefined,
        path,
        context,
      }),
    ]),
  ];
  const alone = names.some(isHugePages) && !names.includes('cpu') && !names.includes('memory');
  if (alone) errors.push(forbidden(path, 'HugePages require cpu or memory'));
  return [...errors, ...ofClaims];
}

function validateResource(
  name: string,
  amount: string,
  path: FieldPath,
  context: ResourcesContext,
): FieldError[] {
  return [
    ...(context.validateName?.(name, path) ?? validateContainerResourceName(name, path, context.dialect)),
    ...validateAmount(name, amount, path, context.dialect),
    ...(isHugePages(name) && !isWholePages(name, amount) && !usedBrokenPages(context.old?.spec)
      ? [invalid(path, amount, `${amount} is not positive integer multiple of ${name}`)]
      : []),
  ];
}

interface Limit {
  limit: string | undefined;
  /** Path of the requirements. */
  path: FieldPath;
  context: PodContext;
}

/** Resources that cannot be overcommitted need equal requests and limits. */
function validateWithinLimit(name: string, amount: string, { limit, path, context }: Limit): FieldError[] {
  if (limit === amount) return [];
  const flexible = isOvercommitAllowed(name, context.dialect);
  if (limit === undefined) {
    return flexible
      ? []
      : [required(path.child('limits'), 'Limit must be set for non overcommitable resources')];
  }
  const order = parseQuantity(amount).compare(parseQuantity(limit));
  if (order === 0 || (flexible && order < 0)) return [];
  const relation = flexible ? 'less than or equal' : 'equal';
  const text = `must be ${relation} to ${name} limit${context.features.since27 ? ` of ${limit}` : ''}`;
  return [invalid(path.child('requests'), amount, text)];
}

/** Devices that the pod has claimed: each claim, or each request of one, at most once. */
function validateClaims(
  claims: readonly CoreV1ResourceClaim[],
  path: FieldPath,
  ofPod: readonly CoreV1PodResourceClaim[] = [],
): FieldError[] {
  const names = new Set(ofPod.map(({ name }) => name).filter((name) => name !== ''));
  const listed = names.size === 0 ? ' which is empty' : `: ${[...names].sort().join(', ')}`;
  const taken = new Set<string>();
  return validateEach(claims, ({ name, request }, index) => {
    const at = path.index(index);
    if (name === '') return [required(at)];
    const key = request ? `${name}/${request}` : name;
    // A claim as a whole has all its requests.
    const isTaken = request
      ? taken.has(key) || taken.has(name)
      : taken.has(name) || [...taken].some((one) => one.startsWith(`${name}/`));
    const shown = taken.has(key) ? key : name;
    taken.add(key);
    return [
      ...(request ? validateLabelFormat(request, at.child('request')) : []),
      ...(isTaken ? [duplicate(at, shown)] : []),
      ...(names.has(name)
        ? []
        : [notFound(at, name, `must be one of the names in pod.spec.resourceClaims${listed}`)]),
    ];
  });
}

/** `hugepages-2Mi` comes in pages of that size. */
function isWholePages(name: string, amount: string): boolean {
  try {
    const page = parseQuantity(name.slice('hugepages-'.length));
    return page.sign() > 0 && page.isInteger() && parseQuantity(amount).value() % page.value() === 0n;
  } catch (error) {
    if (error instanceof QuantityError) return false;
    throw error;
  }
}

/** There were releases that did not ask for whole pages. */
function usedBrokenPages(spec: CoreV1PodSpec | undefined): boolean {
  if (spec === undefined) return false;
  return allContainers(spec)
    .flatMap(({ resources: { limits, requests } }) => [limits, requests])
    .flatMap((list) => Object.entries(list ?? {}))
    .some(([name, amount]) => isHugePages(name) && !isWholePages(name, amount));
}
