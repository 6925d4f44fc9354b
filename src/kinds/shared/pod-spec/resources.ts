import type { CoreV1PodSpec, CoreV1ResourceRequirements } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { parseQuantity, QuantityError } from '../../../api/values/quantity.ts';
import { isHugePages, isOvercommitAllowed } from '../resources/names.ts';
import { validateAmount, validateContainerResourceName } from '../resources/validation.ts';
import type { PodContext } from './options.ts';
import { allContainers } from './visit.ts';

export function validateResources(
  resources: CoreV1ResourceRequirements,
  path: FieldPath,
  context: PodContext,
): FieldError[] {
  if (resources.limits === undefined && resources.requests === undefined) return [];
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
  return alone ? [...errors, forbidden(path, 'HugePages require cpu or memory')] : errors;
}

function validateResource(name: string, amount: string, path: FieldPath, context: PodContext): FieldError[] {
  return [
    ...validateContainerResourceName(name, path, context.dialect),
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
  const text = flexible ? `must be less than or equal to ${name} limit` : `must be equal to ${name} limit`;
  return [invalid(path.child('requests'), amount, text)];
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
