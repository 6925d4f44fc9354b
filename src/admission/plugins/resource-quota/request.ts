import { type Amounts, increase } from '../../../api/quota/amounts.ts';
import {
  type Evaluator,
  isInAllScopes,
  type ObjectUsage,
  type Scope,
} from '../../../api/quota/evaluators/evaluator.ts';
import type { Quota } from '../../../api/quota/quota.ts';
import type { Quantity } from '../../../api/values/quantity.ts';
import type { LimitedResource } from './configuration.ts';

/** Reason why a request does not pass, as the API says it. */
export class QuotaExceededError extends Error {
  /** A refusal as such; otherwise an error like any other. */
  readonly isForbidden: boolean;

  constructor(message: string, isForbidden = true) {
    super(message);
    this.isForbidden = isForbidden;
  }
}

/** What one request takes from each quota that it is charged to. */
export type Charges = ReadonlyMap<Quota, Amounts>;

export interface Circumstances {
  readonly evaluator: Evaluator;
  readonly quotas: readonly Quota[];
  readonly limited: readonly LimitedResource[];
  /** Whether a quota that was not for the object before counts all of it, and not only what it uses more. */
  readonly followsScopes: boolean;
}

/** The charges of one request. Throws QuotaExceededError where the request is refused without a charge. */
export function requestOf(object: object, old: object | undefined, given: Circumstances): Charges {
  const { evaluator, quotas, limited, followsScopes } = given;
  const examined = evaluator.examine(object);
  const before = old === undefined ? undefined : evaluator.examine(old);
  const charges = new Map<Quota, Amounts>();
  const covered = new Set<string>();
  const risen = risenAmounts(examined, before);
  for (const quota of quotas) {
    const bounded = evaluator.countable(quota.hard);
    if (bounded.length === 0 || !isInAllScopes(examined, quota.scopes)) continue;
    checkQuota(quota, evaluator, object, bounded);
    const isNew = followsScopes && before !== undefined && !isInAllScopes(before, quota.scopes);
    const amounts = isNew ? risenAmounts(examined, undefined) : risen;
    if (amounts.size > 0) charges.set(quota, amounts);
    for (const name of bounded) covered.add(name);
  }
  if (risen.size > 0) checkCovered(evaluator, examined, covered, quotas, limited);
  return charges;
}

function checkQuota(
  { name, used }: Quota,
  evaluator: Evaluator,
  object: object,
  bounded: readonly string[],
): void {
  const missing = evaluator.missing?.(object, bounded);
  if (missing !== undefined) throw new QuotaExceededError(`failed quota: ${name}: must specify ${missing}`);
  if (!bounded.every((resource) => used.has(resource)))
    throw new QuotaExceededError(
      `status unknown for quota: ${name}, resources: ${bounded.toSorted().join(',')}`,
    );
}

/** What is used now and was not before. */
function risenAmounts({ usage }: ObjectUsage, before: ObjectUsage | undefined): Amounts {
  const negative = [...usage].filter(([, amount]) => amount.sign() < 0).map(([name]) => name);
  if (negative.length > 0)
    throw new QuotaExceededError(`quota usage is negative for resource(s): ${negative.sort().join(',')}`);
  return increase(usage, before?.usage ?? new Map<string, Quantity>());
}

/** Checks that resources and scopes which the configuration limits are covered by a quota. */
function checkCovered(
  { type }: Evaluator,
  { usage, isInScope }: ObjectUsage,
  covered: ReadonlySet<string>,
  quotas: readonly Quota[],
  limited: readonly LimitedResource[],
): void {
  if (limited.length === 0) return;
  const parts = limited
    .filter(({ apiGroup, resource }) => apiGroup === type.group && resource === type.resource)
    .flatMap(({ matchContains }) => matchContains);
  const open = [...usage]
    .filter(([name, amount]) => amount.sign() > 0 && parts.some((part) => name.includes(part)))
    .map(([name]) => name)
    .filter((name) => !covered.has(name));
  if (open.length > 0)
    throw new QuotaExceededError(`insufficient quota to consume: ${open.sort().join(',')}`);
  const isIn = (scope: Scope): boolean => isInScope?.(scope) ?? false;
  const coveredScopes = new Set(
    quotas.flatMap(({ scopes }) => scopes.filter(isIn)).map(({ scopeName }) => scopeName),
  );
  const openScopes = limited
    .flatMap(({ matchScopes }) => matchScopes.filter(isIn))
    .filter(({ scopeName }) => !coveredScopes.has(scopeName));
  if (openScopes.length === 0) return;
  const shown = openScopes.map(
    ({ scopeName, operator, values }) => `{${scopeName} ${operator} [${(values ?? []).join(' ')}]}`,
  );
  throw new QuotaExceededError(`insufficient quota to match these scopes: [${shown.join(' ')}]`, false);
}
